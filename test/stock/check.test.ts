import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkStocks } from "../../src/stock/ledger-operations.ts";
import { type Client, type Marketplace, type Seller, startMarketplace } from "../harness.ts";
import { brokenInvariants, INVARIANTS } from "../reliability/invariants.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { orderChange } from "./reservations.ts";

let market: Marketplace;
let seller: Seller;
let support: Client;
beforeAll(async () => {
  market = await startMarketplace();
  [seller, support] = [await market.seller(), await market.operator("support")];
  const { visor } = await wares(`${market.baseUrl}/images`);
  for (const sku of ["UM", "DOIS"]) await publish(seller, visor(sku, { stock: { available: 10 } }));
  await seller.put(pathOf("UM", "stocks"), { available: 20 });
  await orderChange(market.database, seller, { sku: "UM", order: "1", cause: "order_reserved", reserved: 3 });
});
afterAll(() => market.stop());

const check = async () => (await checkStocks(market.app.db, seller.sellerId))!.unexplained;
const ofTheLedger = INVARIANTS.filter(({ name }) => name.startsWith("a stock's ledger"));

describe("the check of a seller's stocks", () => {
  it("finds nothing where every stock is the sum of its ledger", async () => {
    const path = `/operator/v1/sellers/${seller.sellerId}/stocks/check`;
    const { status, json } = await support.get(path);
    expect([status, json]).toEqual([
      200,
      {
        stocks: 2,
        unexplained: [],
        links: [
          { rel: "self", href: path },
          { rel: "seller", href: `/operator/v1/sellers/${seller.sellerId}` },
        ],
      },
    ]);
    expect(await brokenInvariants(market.database.query, ofTheLedger)).toEqual([]);
  });

  it("knows its sellers", async () => {
    const { status, json } = await support.get("/operator/v1/sellers/999999/stocks/check");
    expect([status, json]).toMatchObject([404, { details: [{ code: "seller_unknown" }] }]);
  });

  it("looks at one seller's stocks only", async () => {
    const other = await market.seller();
    await market.database.query("begin; update stocks set physical = physical + 1");
    expect(await checkStocks(market.app.db, other.sellerId)).toEqual({ stocks: 0, unexplained: [] });
    await market.database.query("rollback");
  });

  it.each(ofTheLedger.flatMap(({ plants }) => plants.map((plant) => ({ plant }))))("sees $plant", async ({ plant }) => {
    const kept = await market.database.query<{ stocks: object[]; entries: object[] }>(
      "select (select json_agg(s) from stocks s) as stocks, (select json_agg(l) from stock_ledger l) as entries",
    );
    try {
      await market.database.query(plant);
      expect(await brokenInvariants(market.database.query, ofTheLedger)).not.toEqual([]);
      expect(await check()).not.toEqual([]);
    } finally {
      await market.database.query("delete from stocks");
      await market.database.query("delete from stock_ledger");
      const { stocks, entries } = kept[0]!;
      await market.database.query("insert into stocks select * from json_populate_recordset(null::stocks, $1)", [JSON.stringify(stocks)]);
      await market.database.query("insert into stock_ledger select * from json_populate_recordset(null::stock_ledger, $1)", [
        JSON.stringify(entries),
      ]);
    }
    expect(await check()).toEqual([]);
  });

  it("shows both sides of what does not add up", async () => {
    await market.database.query("update stocks set physical = physical + 1 where sku = 'UM'");
    await market.database.query("delete from stocks where sku = 'DOIS'");
    const { json } = await support.get(`/operator/v1/sellers/${seller.sellerId}/stocks/check`);
    expect(json).toMatchObject({
      stocks: 1,
      unexplained: [
        { sku: "DOIS", ledger: { entries: 1, physical: 10, reserved: 0, astray: 0 } },
        { sku: "UM", stock: { version: 3, physical: 21, reserved: 3 }, ledger: { entries: 3, physical: 20, reserved: 3, astray: 0 } },
      ],
    });
  });
});
