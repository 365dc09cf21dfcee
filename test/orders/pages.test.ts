import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPageReader } from "../../src/orders/lists/page-reader.ts";
import type { PageRequest } from "../../src/orders/lists/page-parameters.ts";
import { summarizeOrders } from "../../src/orders/lists/queries.ts";
import type { RenderingOptions } from "../../src/orders/rendering-options.ts";
import { DatabaseUnavailable, type Database } from "../../src/platform/database/database.ts";
import { eventually, NOON, startMarketplace, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { buy, onSale, type Bought } from "./goods.ts";

const DAY = 86_400_000;
const SHOWING: RenderingOptions = {
  lang: "pt-BR",
  environment: "sandbox",
  customerOf: () => undefined,
  showsCustomer: () => true,
  paymentsShown: true,
};

let marketplace: Marketplace;
let many: Seller;
let few: Seller;
beforeAll(async () => {
  marketplace = await startMarketplace();
  [many, few] = [await marketplace.seller(), await marketplace.seller()];
  for (const seller of [many, few]) {
    await onSale(marketplace, seller, { PAGINA: 10 });
    await buy(seller, "PAGINA", { orderDate: NOON });
  }
  await marketplace.database.query(
    `insert into orders select (o).* from (
       select json_populate_record(o, json_build_object('order_number', 'N' || g, 'ordinal', g)) as o from orders o, generate_series(1, 5000) as g where o.seller_id = $1) o`,
    [many.sellerId],
  );
});
afterAll(() => marketplace.stop());

const asked = ({ sellerId }: Seller, filters: PageRequest["filters"]): PageRequest => ({
  sellerId,
  filters,
  size: 2,
  newest: undefined,
  start: { after: [NOON + DAY, Number.MAX_SAFE_INTEGER], offset: 0 },
  expansions: new Set(),
});
/** The same database, noting whose pages each statement reads. */
function watched(): { readonly db: Database; readonly statements: unknown[] } {
  const { db } = marketplace.app;
  const statements: unknown[] = [];
  const run: Database["run"] = (sellers, ...rest) => {
    statements.push(sellers);
    return db.run(sellers, ...rest);
  };
  return { db: { ...db, run }, statements };
}

describe("pages of orders", () => {
  it("ride together, but for those of who had much to count the last time", async () => {
    const { db, statements } = watched();
    const pages = createPageReader(db);
    const both = async (filters: PageRequest["filters"]) => {
      const found = await Promise.all([many, few].map((seller) => pages(asked(seller, filters), SHOWING)));
      return { totals: found.map((page) => page?.total), statements: statements.splice(0) };
    };
    const together = [[many.sellerId, few.sellerId]];
    const apart = [[many.sellerId], [few.sellerId]];
    expect(await both({ orderStartDate: NOON })).toEqual({ totals: [5_001, 1], statements: together });
    expect(await both({ orderStartDate: NOON })).toEqual({ totals: [5_001, 1], statements: apart });
    // An empty page says nothing of what there is to read.
    expect(await both({ orderStartDate: NOON + 1 })).toEqual({ totals: [undefined, undefined], statements: apart });
    // Each kind of list by itself.
    expect(await both({ orderStatus: ["approved"] })).toEqual({ totals: [undefined, undefined], statements: together });
    // What has little to read again rides along again.
    expect(await both({})).toEqual({ totals: [null, null], statements: apart });
    await eventually("together again", async () => (await both({})).statements.length === 1);
  });

  it("are read one by one where no index says how much is to be read for them", async () => {
    const { db, statements } = watched();
    const pages = createPageReader(db);
    for (const orderStatus of [undefined, ["approved"]] as const) {
      const filters = { orderType: "Exchange", orderStatus } as const;
      await Promise.all([many, few].map((seller) => pages(asked(seller, filters), SHOWING)));
      expect(statements.splice(0)).toEqual([[many.sellerId], [few.sellerId]]);
    }
  });

  it("that came to no end are read by themselves the next time", async () => {
    const { db, statements } = watched();
    let isSlow = true;
    const run: Database["run"] = (sellers, ...rest) => {
      const found = db.run(sellers, ...rest);
      return isSlow ? found.then(() => Promise.reject(new DatabaseUnavailable("canceled on statement timeout"))) : found;
    };
    const pages = createPageReader({ ...db, run });
    const both = () => Promise.allSettled([many, few].map((seller) => pages(asked(seller, {}), SHOWING)));
    expect((await both()).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    isSlow = false;
    statements.splice(0);
    expect((await both()).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(statements).toEqual([[many.sellerId], [few.sellerId]]);
  });
});

it("counts nothing for a page without orders", async () => {
  const ask = async (start: number) => {
    const values = [few.sellerId, start, NOON, Number.MAX_SAFE_INTEGER, NOON + DAY, 0, 2, 0, true].map((value) => [value]);
    const [page] = await marketplace.app.db.run([few.sellerId], summarizeOrders, values);
    return [page!.size, page!.total];
  };
  expect(await ask(NOON)).toEqual([1, 1]);
  expect(await ask(NOON + 1)).toEqual([0, null]);
});

describe("what a list says of an order is stored with it", () => {
  let seller: Seller;
  const bought: Bought[] = [];
  beforeAll(async () => {
    seller = await marketplace.seller();
    await onSale(marketplace, seller, { RESUMO: 10 });
    for (let nth = 0; nth < 3; nth += 1) bought.push(await buy(seller, "RESUMO", { orderDate: NOON, paid: true }));
    await seller.put(bought[0]!.path("status/invoiced"), { issueDate: "2026-11-20T12:00:00-03:00" });
  });

  it.each([
    ["has none, from before there were any", "summary = null, summary_version = null"],
    ["is of the version before, after a change by who knew of none", `summary = '{"orderNumber":"0"}', summary_version = version - 1`],
    [
      "was made by a server of the version before, whose lists left out something else",
      `summary = '{"expands":["shippings","items","devolutionItems"],"orderNumber":"0"}', summary_version = version`,
    ],
  ])("is put together from columns where it %s", async (_, change) => {
    const { query } = marketplace.database;
    const shown = await seller.get("/api/v1/orders");
    expect(shown.json.total).toBe(3);
    const changed = await query(`update orders set ${change} where order_number = $1 returning order_number`, [bought[0]!.orderNumber]);
    expect(changed).toHaveLength(1);
    expect((await seller.get("/api/v1/orders")).json).toEqual(shown.json);
  });

  it("says what was changed, at once", async () => {
    const { orderNumber, path } = await buy(seller, "RESUMO", { orderDate: NOON + DAY });
    const told = async () => {
      const { json } = await seller.get(`/api/v1/orders?orderStartDate=${NOON + DAY}`);
      return json.items.map((item: Reply["json"]) => [item.orderNumber, item.orderStatus, item.paymentDate !== undefined]);
    };
    expect(await told()).toEqual([[orderNumber, "Created", false]]);
    await marketplace.database.query("update orders set summary = null where order_number = $1", [orderNumber]);
    await seller.put(path("status/approved"), {});
    expect(await told()).toEqual([[orderNumber, "approved", true]]);
    const [row] = await marketplace.database.query<{ said: string }>(
      "select summary::json ->> 'orderStatus' as said from orders where order_number = $1 and summary_version = version",
      [orderNumber],
    );
    expect(row).toEqual({ said: "approved" });
    await seller.put(path("status/canceled"), { reasonCancellationCode: 1 });
    expect(await told()).toEqual([[orderNumber, "canceled", true]]);
  });

  it("is not what is sent where the marketplace switched the payments off", async () => {
    const [{ paymentGatewayInfos, ...rest }] = (await seller.get("/api/v1/orders?size=1")).json.items;
    expect(paymentGatewayInfos).toHaveLength(1);
    const page = await createPageReader(marketplace.app.db)(asked(seller, {}), { ...SHOWING, paymentsShown: false });
    expect(JSON.parse(`[${page!.items}]`)[0]).toEqual(rest);
  });
});
