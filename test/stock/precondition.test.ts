import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { etagOf } from "../../src/platform/contract/index.ts";
import { ifMatchVersions } from "../../src/stock/precondition.ts";
import { client, eventually, type Marketplace, type Reply, type Seller, startMarketplace } from "../harness.ts";
import { atRest } from "../reliability/rest.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { orderChange } from "./reservations.ts";

describe("the versions that If-Match lets pass", () => {
  it.each([
    [undefined, null],
    ["*", "*"],
    ['"7"', "7"],
    ['"7", "9"', "7,9"],
    ['"7" ,"9"', "7,9"],
    ['"7","other"', "7"],
    ['W/"7"', ""],
    ['"07"', ""],
    ['""', ""],
    ['"*"', ""],
  ])("%s: %j", (header, versions) => {
    expect(ifMatchVersions(header)).toBe(versions);
  });

  it("are the version of a stock's own tag, and no other", () => {
    fc.assert(fc.property(fc.integer({ min: 1 }), (version) => ifMatchVersions(etagOf(version)) === String(version)));
  });
});

let market: Marketplace;
let seller: Seller;
let count = 0;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller({ separatePriceAndStock: true });
});
afterAll(() => market.stop());

/** A published product; its stock is of version 1 when it has one. */
async function stocked(available: number | undefined): Promise<string> {
  const { visor } = await wares(`${market.baseUrl}/images`);
  count += 1;
  const sku = `VISEIRA-${count}`;
  await publish(seller, visor(sku, { stock: available === undefined ? undefined : { available } }));
  return sku;
}
const put = (sku: string, available: number, ifMatch?: string, method = "PUT") =>
  seller.request(method, pathOf(sku, "stocks"), {
    json: { available },
    headers: { "accept-language": "en", ...(ifMatch === undefined ? {} : { "if-match": ifMatch }) },
  });
const read = (sku: string) => seller.get(pathOf(sku, "stocks"));
const refusal = ({ status, json }: Reply) => {
  const { type, details, notifications } = json as {
    readonly type: string;
    readonly notifications: readonly string[];
    readonly details: readonly object[];
  };
  return { status, type, notifications, detail: details[0]! };
};

describe("the ETag of a stock", () => {
  it("is its version, and another one after every change", async () => {
    const sku = await stocked(10);
    expect((await read(sku)).headers.get("etag")).toBe('"1"');
    await put(sku, 10);
    expect((await read(sku)).headers.get("etag")).toBe('"1"');
    await put(sku, 11);
    expect((await read(sku)).headers.get("etag")).toBe('"2"');
    await orderChange(market.database, seller, { sku, order: "1", cause: "order_reserved", reserved: 2 });
    const { headers, json } = await read(sku);
    expect([headers.get("etag"), json]).toMatchObject(['"3"', { available: 11, reserved: 2, availableForSale: 9, version: 3 }]);
  });

  it("saves reading what is known already", async () => {
    const sku = await stocked(10);
    const known = { headers: { "if-none-match": '"1"' } };
    expect((await seller.get(pathOf(sku, "stocks"), known)).status).toBe(304);
    await put(sku, 11);
    expect((await seller.get(pathOf(sku, "stocks"), known)).status).toBe(200);
  });
});

describe("If-Match", () => {
  it.each(["PUT", "POST"])("lets %s change the version it names", async (method) => {
    const sku = await stocked(10);
    expect([(await put(sku, 11, '"1"', method)).status, (await put(sku, 12, '"1", "2"', method)).status]).toEqual([202, 202]);
    expect((await put(sku, 13, "*", method)).json).toMatchObject({ available: 13, version: 4 });
  });

  it.each(["PUT", "POST"])("refuses %s of another version, with the stock on record, and writes nothing", async (method) => {
    const sku = await stocked(10);
    await orderChange(market.database, seller, { sku, order: "1", cause: "order_reserved", reserved: 3 });
    const before = await read(sku);
    for (const stale of ['"1"', 'W/"2"', '"3"', '"1", "abc"', '""']) {
      const reply = await put(sku, 99, stale, method);
      expect(refusal(reply), stale).toEqual({
        status: 412,
        type: "Precondition_Failed",
        notifications: [
          `If-Match asks for stock ${stale}, but the one on record is "2": 10 physical and 3 reserved. Nothing was written; start from that one and send If-Match: "2".`,
        ],
        detail: {
          code: "stock_version_differs",
          pointer: "header.If-Match",
          message: expect.any(String) as string,
          received: stale,
          allowed: '"2"',
          current: { available: 10, physical: 10, reserved: 3, availableForSale: 7, version: 2 },
        },
      });
    }
    expect((await read(sku)).json).toEqual(before.json);
    const ledger = await seller.get(pathOf(sku, "stocks/ledger"));
    expect((ledger.json as { readonly total: number }).total).toBe(2);
  });

  it("is asked of a value that is there already, too", async () => {
    const sku = await stocked(10);
    await put(sku, 11);
    expect((await put(sku, 11, '"1"')).status).toBe(412);
    expect((await put(sku, 11, '"2"')).json).toMatchObject({ version: 2 });
  });

  it("finds nothing to match where there is no stock yet, and does not make the first", async () => {
    const sku = await stocked(undefined);
    for (const any of ["*", '"1"']) {
      const { status, detail } = refusal(await put(sku, 5, any));
      expect([status, detail]).toMatchObject([412, { code: "stock_awaited", pointer: "header.If-Match", received: any }]);
    }
    expect((await read(sku)).status).toBe(404);
    expect((await put(sku, 5)).json).toMatchObject({ available: 5, version: 1 });
  });

  it("is asked after the product itself", async () => {
    expect((await put("NINGUEM", 5, '"1"')).status).toBe(404);
  });

  it.each(["7", '"7', 'w/"7"', "'7'", '"7" "8"', "{etag}", '*, "7"'])("is refused as %s, which is no tag", async (malformed) => {
    const sku = await stocked(10);
    const reply = await put(sku, 11, malformed);
    expect(refusal(reply)).toMatchObject({
      status: 400,
      type: "Parameter_Error",
      detail: { code: "if_match_malformed", pointer: "header.If-Match" },
    });
    expect((await read(sku)).json).toMatchObject({ available: 10, version: 1 });
  });

  it("does not wake a family whose stock it leaves alone", async () => {
    const sku = await stocked(0);
    // Whoever judges the family once more says anew what its stock does.
    await eventually("the validation to be at rest", () => atRest(market));
    await market.database.query("update stocks set wakes_family = true where seller_id = $1 and sku = $2", [seller.sellerId, sku]);
    const generation = async () =>
      (
        await market.database.query("select generation from families where seller_id = $1 and product_group = $2", [seller.sellerId, sku])
      )[0];
    const before = await generation();
    expect((await put(sku, 9, '"7"')).status).toBe(412);
    expect(await generation()).toEqual(before);
    expect((await put(sku, 9, '"1"')).status).toBe(202);
    expect(await generation()).not.toEqual(before);
  });

  it("lets one of many simultaneous changes pass, on whatever process they arrive", async () => {
    const other = await startMarketplace({ database: market.database, clock: market.clock });
    try {
      const sku = await stocked(10);
      const doors = [market, other].map(({ baseUrl }) => client(baseUrl, { ...seller.headers, "if-match": '"1"' }));
      const replies = await Promise.all(
        Array.from({ length: 80 }, (_, nth) => doors[nth % 2]!.put(pathOf(sku, "stocks"), { available: 100 + nth })),
      );
      const statuses = replies.map(({ status }) => status);
      expect(statuses.filter((status) => status === 202)).toHaveLength(1);
      expect(statuses.filter((status) => status === 412)).toHaveLength(79);
      expect((await read(sku)).json).toMatchObject({ version: 2 });
    } finally {
      await other.stop();
    }
  });
});
