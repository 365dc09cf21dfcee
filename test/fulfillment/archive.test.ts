import { crc32, deflateRawSync } from "node:zlib";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentSealContext } from "../../src/orders/index.ts";
import { parseKeys } from "../../src/platform/crypto/open-key-ring.ts";
import { randomBytes } from "../../src/platform/basics/random.ts";
import { createKeyRing } from "../../src/platform/crypto/key-ring.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { ENCRYPTION_KEYS, NOON, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { readZip } from "../zip-reader.ts";

/** More than several pages, many of them registered in the same instant. */
const DOCUMENTS = budget(4_000, 10_000);
const DOCUMENT_BYTES = 12_000;
const AT_ONCE = 500;
const MIB = 2 ** 20;

let marketplace: Marketplace;
let seller: Seller;
let collect: () => void;
beforeAll(async () => {
  setFlagsFromString("--expose-gc");
  collect = runInNewContext("gc") as () => void;
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
  const keys = createKeyRing(parseKeys(ENCRYPTION_KEYS)!);
  const { sellerId } = seller;
  for (let from = 0; from < DOCUMENTS; from += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, (_, i) => {
      // Noise does not deflate: an archive of it is as large as what is in it.
      const bytes = randomBytes(DOCUMENT_BYTES);
      const orderNumber = `P${String((from + i) * 7919).padStart(9, "0")}`;
      const document = keys.seal(deflateRawSync(bytes), documentSealContext(sellerId, orderNumber, 1));
      return { orderNumber, key: String(from + i).padStart(44, "0"), document, crc: crc32(bytes) };
    });
    await marketplace.database.query(
      `insert into invoice_documents (seller_id, order_number, shipping_code, access_key, document, crc32, size_bytes, at, fulfillment)
       select $1, i.order_number, 1, i.access_key, i.document, i.crc32, $2, $3, true
         from unnest($4::text[], $5::text[], $6::bytea[], $7::bigint[]) as i(order_number, access_key, document, crc32)`,
      [
        sellerId,
        DOCUMENT_BYTES,
        NOON + Math.floor(from / AT_ONCE / 2),
        rows.map(({ orderNumber }) => orderNumber),
        rows.map(({ key }) => key),
        rows.map(({ document }) => document),
        rows.map(({ crc }) => crc),
      ],
    );
  }
});
afterAll(() => marketplace.stop());

const open = () =>
  fetch(`${marketplace.baseUrl}/api/v1/orders/fulfillment/invoices/download?from=2026-11-01&until=2026-11-30`, { headers: seller.headers });

describe(`an archive of ${DOCUMENTS} invoices`, () => {
  // First, before anything else leaves memory behind.
  it("is sent in memory that does not grow with them, at the speed of its reader", async () => {
    const usedMiB = async () => {
      // Buffers are swept behind the collector's back: what the first round found is gone in the second.
      collect();
      await new Promise((resolve) => setTimeout(resolve, 30));
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return (heapUsed + arrayBuffers) / MIB;
    };
    const before = await usedMiB();
    const samples: number[] = [];
    let read = 0;
    for await (const chunk of (await open()).body!) {
      read += chunk.length;
      // Who reads slowly holds up the reading of the database, too.
      if (read > (samples.length + 1) * 4 * MIB) samples.push(await usedMiB());
    }
    figures({ documents: DOCUMENTS, "MiB read": read / MIB, "most MiB above the start": Math.max(...samples) - before });
    expect(read).toBeGreaterThan(DOCUMENTS * DOCUMENT_BYTES);
    expect(samples.length).toBeGreaterThan(4);
    // One page is 2.4 MB, and was text twice as long on its way from the database; the collector is some MiB behind.
    expect(Math.max(...samples) - before).toBeLessThan(28);
  });

  it("has each of them once, whole", async () => {
    const { files } = readZip([Buffer.from(await (await open()).arrayBuffer())]);
    const names = Array.from({ length: DOCUMENTS }, (_, i) => `${String(i).padStart(44, "0")}-procNFe.xml`);
    expect(files.map(({ name }) => name).toSorted()).toEqual(names);
    for (const { document } of files) expect(document()).toHaveLength(DOCUMENT_BYTES);
  });

  it("lets go of the database when its reader goes", async () => {
    const reader = (await open()).body!.getReader();
    await reader.read();
    await reader.cancel();
    const { db } = marketplace.app;
    expect((await marketplace.request("GET", "/readyz")).status).toBe(200);
    expect(db.counts().waiting).toBe(0);
  });
});
