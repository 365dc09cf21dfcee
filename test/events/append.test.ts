import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendEvents, readEvents, seqAt } from "../../src/events/index.ts";
import { client, NOON, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { broken } from "../orders/desk.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { breaksIn, feedEvent, itemsIn, readOn } from "./feeds.ts";

let marketplace: Marketplace;
let other: Marketplace;
beforeAll(async () => {
  marketplace = await startMarketplace();
  // Either process may fetch the images that the first one serves.
  const settings = { OUTBOUND_HOSTS_ALLOWED: "127.0.0.1" };
  other = await startMarketplace({ database: marketplace.database, clock: marketplace.clock, settings });
});
afterAll(async () => {
  await other.stop();
  await marketplace.stop();
});

/** Reads on while `work` lasts, and then to the end; answers every seq in the order it was seen. */
async function followed(seller: Seller, reader: Marketplace, work: Promise<unknown>): Promise<readonly number[]> {
  const { get } = client(reader.baseUrl, seller.headers);
  const writing = { goesOn: true };
  const ended = work.finally(() => {
    writing.goesOn = false;
  });
  const seen: number[] = [];
  const look = async () => {
    const items = itemsIn(await get(`/api/v1/events?after=${seen.at(-1) ?? 0}&limit=7`));
    seen.push(...items.map(({ seq }) => seq));
    return items.length;
  };
  while (writing.goesOn) await look();
  await ended;
  while ((await look()) > 0);
  return seen;
}

describe("the seqs of a seller's events", () => {
  it("are contiguous for whoever reads while two processes write", async () => {
    const seller = await marketplace.seller();
    await onSale(marketplace, seller, { JUNTOS: 10_000 });
    const shop = await wares(`${marketplace.baseUrl}/images`);
    const write = async ({ baseUrl }: Marketplace, name: string) => {
      const writer = { ...seller, ...client(baseUrl, seller.headers) };
      for (let round = 0; round < 6; round += 1) {
        const skus = [0, 1, 2].map((nth) => `${name}${round}${nth}`);
        await Promise.all([
          ...skus.map((sku) => publish(writer, shop.visor(sku, { brand: "Sem Marca" }))),
          ...skus.map(() => writer.post("/api/v1/orders", { items: [{ sku: "JUNTOS", quantity: 1 }], paid: true })),
        ]);
        await Promise.all(skus.map((sku) => writer.put(pathOf(sku), shop.visor(sku))));
      }
    };
    const seen = await followed(seller, other, Promise.all([write(marketplace, "A"), write(other, "B")]));
    expect(seen.length).toBeGreaterThan(100);
    expect(breaksIn(seen)).toEqual([]);
    expect(await broken(marketplace)).toEqual([]);
  });

  it("would be seen to break, were numbers taken before the events of those before them are there (planted)", async () => {
    const { sellerId, get } = await marketplace.seller();
    const insert = (seq: number) =>
      marketplace.database.query(
        `insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
         values ($1, $2, $3, 'credential.expiring', $4, 1, 'timer', 'timer', '{}')`,
        [sellerId, seq, NOON, `credential/${seq}`],
      );
    const seen: number[] = [];
    for (const seq of [1, 3, 2, 4]) {
      await insert(seq);
      seen.push(...itemsIn(await get(`/api/v1/events?after=${seen.at(-1) ?? 0}`)).map((item) => item.seq));
    }
    expect(breaksIn(seen)).toEqual([3]);
    await marketplace.database.query("delete from events where seller_id = $1", [sellerId]);
  });

  it("count each (resource, version) once, however often and from wherever it is appended", async () => {
    const sellers = await Promise.all([marketplace.seller(), marketplace.seller(), marketplace.seller()]);
    const events = (nth: number) => sellers.map(({ sellerId }) => feedEvent(sellerId, nth % 12));
    await Promise.all(
      Array.from({ length: 24 }, (_, nth) =>
        appendEvents((nth % 2 === 0 ? marketplace : other).app.db, [...events(nth), ...events(nth + 1)]),
      ),
    );
    for (const seller of sellers) {
      const items = await readOn(seller);
      expect(breaksIn(items.map(({ seq }) => seq))).toEqual([]);
      expect(new Set(items.map(({ parameters }) => parameters["credentialId"])).size).toBe(12);
      expect(items).toHaveLength(12);
    }
    expect(await broken(marketplace)).toEqual([]);
  });

  it("keep the order they are appended in", async () => {
    const { sellerId } = await marketplace.seller();
    await appendEvents(
      marketplace.app.db,
      [3, 1, 2, 1].map((nth) => feedEvent(sellerId, nth)),
    );
    const rows = await readEvents(marketplace.app.db, { sellerId, after: 1, limit: 10 });
    expect(rows.map(({ seq, resource }) => [seq, resource])).toEqual([
      [2, "credential/crd_1"],
      [3, "credential/crd_2"],
    ]);
    await appendEvents(marketplace.app.db, []);
  });
});

describe("the seq at an instant", () => {
  const SECOND = 1_000;

  it("leaves behind it every event since then, and of those before only the last seconds'", async () => {
    const { db } = marketplace.app;
    const gaps = fc.array(fc.integer({ min: 0, max: 40 * SECOND }), { minLength: 0, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(gaps, fc.integer({ min: -60 * SECOND, max: 900 * SECOND }), async (waits, since) => {
        const { sellerId } = await marketplace.seller();
        let at = NOON;
        const events = waits.map((wait, nth) => feedEvent(sellerId, nth, { at: (at += wait) }));
        await appendEvents(db, events);
        const seq = await seqAt(db, sellerId, NOON + since);
        expect(events.slice(0, seq).every((event) => event.at < NOON + since - 10 * SECOND)).toBe(true);
        expect(events.slice(seq).every((event) => event.at >= NOON + since - 10 * SECOND)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("misses none that was dated earlier than its neighbour and written later", async () => {
    const { sellerId } = await marketplace.seller();
    const ats = [0, 5, 9, 4, 12, 8, 60].map((seconds) => NOON + seconds * SECOND);
    await appendEvents(
      marketplace.app.db,
      ats.map((at, nth) => feedEvent(sellerId, nth, { at })),
    );
    for (const since of ats) {
      const seq = await seqAt(marketplace.app.db, sellerId, since);
      expect(ats.slice(0, seq).every((at) => at < since)).toBe(true);
    }
  });

  it("is 0 for a seller nobody knows", async () => {
    expect(await seqAt(marketplace.app.db, 999_999_999, NOON)).toBe(0);
  });

  it("takes some twenty probes among ten thousands of events", async () => {
    const { sellerId } = await marketplace.seller();
    await marketplace.database.query(
      `with written as (
         insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
         select $1, n, $2::bigint + n * 1000, 'credential.expiring', 'credential/' || n, 1, 'timer', 'timer', '{}'
           from generate_series(1, 40000) as n
       ) update seller_counters set events = 40000 where seller_id = $1`,
      [sellerId, NOON],
    );
    await marketplace.database.query("analyze events");
    const from = performance.now();
    for (let nth = 0; nth < 20; nth += 1) expect(await seqAt(marketplace.app.db, sellerId, NOON + 20_010 * SECOND)).toBe(19_999);
    expect((performance.now() - from) / 20).toBeLessThan(50);
  });
});
