import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { pathOf, publish, wares, type Ware } from "../wares.ts";

let marketplace: Marketplace;
/** One that may publish without price and stock. */
let seller: Seller;
let made = 0;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller({ separatePriceAndStock: true });
});
afterAll(() => marketplace.stop());

async function product(changes: Partial<Ware>): Promise<string> {
  const sku = `VALOR-${(made += 1)}`;
  await publish(seller, (await wares(`${marketplace.baseUrl}/images`)).visor(sku, changes));
  return sku;
}

const RECORDS = [
  {
    name: "price",
    part: "prices",
    values: [
      { listPrice: 199.9, salePrice: 149.9 },
      { listPrice: 189.9, salePrice: 139.9 },
      { listPrice: 179.9, salePrice: 129.9 },
    ],
    history: "select count(*)::integer as entries from price_history where sku = $1",
  },
  {
    name: "stock",
    part: "stocks",
    values: [{ available: 7 }, { available: 9 }, { available: 5 }],
    history: "select count(*)::integer as entries from stock_ledger where sku = $1",
  },
] as const;
const METHODS = ["POST", "PUT"] as const;
const PAIRS = METHODS.flatMap((first) => METHODS.map((second) => [first, second] as const));

describe.each(RECORDS)("POST and PUT of a $name (seed 4.1, decisions 3)", ({ part, values, history }) => {
  const send = (method: string, sku: string, value: object): Promise<Reply> => seller.request(method, pathOf(sku, part), { json: value });
  const entries = async (sku: string) => (await marketplace.database.query<{ entries: number }>(history, [sku]))[0]!.entries;
  /** What says which record it is, and nothing of the moment. */
  const told = ({ status, json, headers }: Reply) => ({ status, json, location: headers.get("location") });

  it.each(PAIRS)("are the same upsert: the first value by %s, the next by %s", async (first, second) => {
    const sku = await product({ price: undefined, stock: undefined });
    expect((await seller.get(pathOf(sku, part))).status).toBe(404);
    const created = await send(first, sku, values[0]);
    expect(told(created), created.text).toMatchObject({
      status: 202,
      json: { sku, ...values[0], version: 1, status: "Aceito" },
      location: pathOf(sku, part),
    });
    const replaced = await send(second, sku, values[1]);
    expect(told(replaced), replaced.text).toMatchObject({ status: 202, json: { sku, ...values[1], version: 2, status: "Aceito" } });
    expect((await seller.get(pathOf(sku, part))).json).toMatchObject({ ...values[1], version: 2 });
    expect(await entries(sku)).toBe(2);
  });

  it.each(METHODS)("write nothing where the value is the same: %s after the product's own", async (method) => {
    const sku = await product({ price: { ...RECORDS[0].values[0] }, stock: { ...RECORDS[1].values[0] } });
    const same = await send(method, sku, values[0]);
    expect(told(same), same.text).toMatchObject({ status: 202, json: { ...values[0], version: 1 } });
    expect(await entries(sku)).toBe(1);
  });

  it("answer alike, to the letter, on one record", async () => {
    const [posted, put] = [await product({}), await product({})];
    const replies: string[] = [];
    for (const [sku, method] of [
      [posted, "POST"],
      [put, "PUT"],
    ] as const)
      replies.push((await send(method, sku, values[2])).text.replaceAll(sku, "SKU"));
    expect(replies[0]).toBe(replies[1]);
  });

  it.each(METHODS)("refuse an unknown product and a wrong value alike: %s", async (method) => {
    const unknown = await send(method, "NINGUEM", values[0]);
    expect([unknown.status, unknown.json.type]).toEqual([404, "Resource_Not_Found"]);
    const wrong = await send(method, await product({}), {});
    expect([wrong.status, wrong.json.type]).toEqual([400, "Bad_Request_Error"]);
  });
});
