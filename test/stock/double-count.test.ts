import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPossibleDoubleCount } from "../../src/stock/double-count.ts";
import { type Marketplace, type Reply, type Seller, startMarketplace } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { orderChange, type OrderChange } from "./reservations.ts";

describe("a quantity that looks counted twice", () => {
  it.each([
    ["what is left beside the reservations", { sent: 7, was: 10, reserved: 3 }, true],
    ["nothing, when all is reserved", { sent: 0, was: 3, reserved: 3 }, true],
    ["another count", { sent: 8, was: 10, reserved: 3 }, false],
    ["the same again", { sent: 10, was: 10, reserved: 3 }, false],
    ["the same again, nothing reserved", { sent: 10, was: 10, reserved: 0 }, false],
    ["the first stock", { sent: 0, was: null, reserved: 0 }, false],
  ])("%s", (_what, replacement, looks) => {
    expect(isPossibleDoubleCount(replacement)).toBe(looks);
  });
});

let market: Marketplace;
let seller: Seller;
let count = 0;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
});
afterAll(() => market.stop());

/** A product with ten on the shelf, and what orders did to it. */
async function sold(...changes: readonly Omit<OrderChange, "sku">[]): Promise<string> {
  const { visor } = await wares(`${market.baseUrl}/images`);
  count += 1;
  const sku = `VISEIRA-${count}`;
  await publish(seller, visor(sku, { stock: { available: 10 } }));
  for (const change of changes) await orderChange(market.database, seller, { sku, ...change });
  return sku;
}
const reserved = (order: string, units: number): Omit<OrderChange, "sku"> => ({ order, cause: "order_reserved", reserved: units });
const put = (sku: string, available: number, query = "") =>
  seller.put(`${pathOf(sku, "stocks")}${query}`, { available }, { headers: { "accept-language": "en" } });
const warningsOf = ({ json }: Reply) =>
  (json as { readonly warnings?: readonly { readonly code: string; readonly orders: readonly string[] }[] }).warnings;

describe("possible_double_count", () => {
  it("names the orders that hold the reservations, and the value is taken all the same", async () => {
    const sku = await sold(reserved("101", 1), reserved("102", 2));
    const reply = await put(sku, 7);
    expect([reply.status, reply.json]).toMatchObject([
      202,
      { available: 7, reserved: 3, availableForSale: 4, version: 4, status: "Aceito" },
    ]);
    expect(warningsOf(reply)).toEqual([
      {
        code: "possible_double_count",
        message: expect.stringMatching(
          /^Received 7, which is the former physical quantity \(10\) minus the reserved one \(3\)\./,
        ) as string,
        orders: ["102", "101"],
      },
    ]);
    expect((await seller.get(pathOf(sku, "stocks"))).json).toMatchObject({ physical: 7 });
  });

  it("is told in Portuguese unless asked otherwise", async () => {
    const sku = await sold(reserved("1", 4));
    const { json } = await seller.put(pathOf(sku, "stocks"), { available: 6 });
    expect(json).toMatchObject({ warnings: [{ message: expect.stringContaining("O marketplace já desconta as reservas") as string }] });
  });

  it("names open orders only: invoiced and canceled ones hold nothing, partly invoiced ones do", async () => {
    const sku = await sold(
      reserved("201", 1),
      reserved("202", 2),
      reserved("203", 1),
      { order: "201", cause: "order_invoiced", physical: -1, reserved: -1 },
      { order: "203", cause: "order_canceled", reserved: -1 },
      { order: "202", cause: "order_invoiced", physical: -1, reserved: -1 },
    );
    const reply = await put(sku, 7);
    expect([reply.json, warningsOf(reply)]).toMatchObject([{ physical: 7, reserved: 1 }, [{ orders: ["202"] }]]);
  });

  it("names no order where the ledger names none", async () => {
    const sku = await sold(reserved("301", 1), reserved("302", 2));
    await market.database.query("update stock_ledger set order_number = null where sku = $1 and order_number = '302'", [sku]);
    expect(warningsOf(await put(sku, 7))).toMatchObject([{ orders: ["301"] }]);
  });

  it.each([8, 10, 13])("is not told of %d, which is a count of its own", async (available) => {
    expect(warningsOf(await put(await sold(reserved("1", 3)), available))).toBeUndefined();
  });

  it("is not told when nothing is reserved, or no longer", async () => {
    expect(warningsOf(await put(await sold(), 10))).toBeUndefined();
    const canceled = await sold(reserved("1", 3), { order: "1", cause: "order_canceled", reserved: -3 });
    expect(warningsOf(await put(canceled, 7))).toBeUndefined();
  });

  it("is told once: repeating the call is no other count", async () => {
    const sku = await sold(reserved("1", 3));
    expect([warningsOf(await put(sku, 7)), warningsOf(await put(sku, 7))]).toMatchObject([[{ orders: ["1"] }], undefined]);
  });

  it("is told to who read the stock before, and not to who acknowledges it", async () => {
    const careful = await sold(reserved("1", 3));
    const reply = await seller.put(pathOf(careful, "stocks"), { available: 7 }, { headers: { "if-match": '"2"' } });
    expect(warningsOf(reply)).toMatchObject([{ orders: ["1"] }]);
    const dismissed = await put(await sold(reserved("1", 3)), 7, "?acknowledge=Possible_Double_Count");
    expect([dismissed.status, warningsOf(dismissed)]).toEqual([202, undefined]);
  });

  it("may not be dismissed by another word: a typing error would dismiss nothing in silence", async () => {
    const { status, json } = await put(await sold(reserved("1", 3)), 7, "?acknowledge=double_count");
    expect([status, json]).toMatchObject([400, { type: "Parameter_Error", details: [{ pointer: "query.acknowledge" }] }]);
  });

  it("names a hundred orders at most", async () => {
    const sku = await sold();
    await put(sku, 1_000);
    for (let order = 1; order <= 101; order += 1) await orderChange(market.database, seller, { sku, ...reserved(String(order), 1) });
    const orders = warningsOf(await put(sku, 899))![0]!.orders;
    expect([orders.length, orders[0], orders.at(-1)]).toEqual([100, "101", "2"]);
  });
});
