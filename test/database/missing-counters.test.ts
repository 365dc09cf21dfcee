import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { buy, onSale } from "../orders/goods.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";

/** All that a write could leave behind. */
const TABLES = [
  "products",
  "families",
  "prices",
  "price_history",
  "stocks",
  "stock_ledger",
  "orders",
  "shippings",
  "events",
  "once",
] as const;
/** They are looked at by workers too, which find nothing to do. */
const AT_WORK_MS = 1_500;

let market: Marketplace;
let healthy: Seller;
let damaged: Seller;
let shop: Wares;
let codeOf: Readonly<Record<string, string>>;
beforeAll(async () => {
  market = await startMarketplace({ settings: { LOG_LEVEL: "silent" } });
  shop = await wares(`${market.baseUrl}/images`);
  [healthy, damaged] = await Promise.all([market.seller(), market.seller()]);
  for (const seller of [healthy, damaged]) {
    await onSale(market, seller, { VENDIDA: 100 });
    // Stays editable.
    await publish(seller, shop.visor("EDITADA", { brand: "Marca Que Não Há" }));
    await publish(seller, shop.visor("REVISTA"));
  }
  const orders = await Promise.all([healthy, damaged].map((seller) => buy(seller, "VENDIDA", { paid: true })));
  codeOf = { [healthy.sellerId]: orders[0]!.path("status/canceled"), [damaged.sellerId]: orders[1]!.path("status/canceled") };
  await new Promise((resolve) => setTimeout(resolve, AT_WORK_MS));
  await market.database.query("delete from seller_counters where seller_id = $1", [damaged.sellerId]);
});
afterAll(() => market.stop());

const kept = async (seller: Seller) =>
  Promise.all(
    TABLES.map((table) =>
      market.database.query(`select to_jsonb(t) as row from ${table} t where seller_id = $1 order by 1`, [seller.sellerId]),
    ),
  );

type Call = (seller: Seller, headers: Readonly<Record<string, string>>) => Promise<Reply>;
/** Writes that count something of their seller's: products, orders, events. The first is the one that was seen to be acknowledged. */
const WRITES: Readonly<Record<string, Call>> = {
  "POST product": (seller, headers) => seller.post("/api/v2/products", shop.visor("NOVA"), { headers }),
  "PUT product": (seller, headers) =>
    seller.put(
      pathOf("EDITADA"),
      { ...shop.visor("EDITADA", { brand: "Outra Que Não Há" }), price: undefined, stock: undefined },
      { headers },
    ),
  "PUT status": (seller, headers) => seller.put(pathOf("REVISTA", "status"), { status: "APPROVED" }, { headers }),
  "POST order": (seller, headers) => seller.post("/api/v1/orders", { items: [{ sku: "VENDIDA" }] }, { headers }),
  "PUT order's status": (seller, headers) => seller.put(codeOf[seller.sellerId]!, { reasonCancellationCode: 1 }, { headers }),
};

describe("a seller without its row of counters (damaged data)", () => {
  it.each(
    Object.entries(WRITES).flatMap(
      ([what, call]) =>
        [
          [what, "", call],
          [what, " under a key", call],
        ] as const,
    ),
  )("is told 500, never that something was written, and nothing is: %s%s", async (what, keyed, call) => {
    const headers = keyed === "" ? {} : { "idempotency-key": `contador-${what.replaceAll(/\W/g, "-")}` };
    const before = await kept(damaged);
    // Both ride in one statement.
    const [told, beside] = await Promise.all([call(damaged, headers), keyed === "" ? call(healthy, {}) : undefined]);
    expect([told.status, told.json.details[0].code]).toEqual([500, "unexpected"]);
    expect(await kept(damaged)).toEqual(before);
    if (beside !== undefined) expect(beside.status, beside.text).toBeLessThan(300);
  });

  it("has no verdict written without its event", async () => {
    const sku = "JULGADA";
    await publish(healthy, shop.visor(sku, { brand: "Marca Que Não Há" }));
    await market.database.query(
      `insert into products select (jsonb_populate_record(p, jsonb_build_object('seller_id', $2::bigint, 'status', 'RECEIVED', 'version', 1, 'ordinal', 900))).*
         from products p where seller_id = $1 and sku = $3`,
      [healthy.sellerId, damaged.sellerId, sku],
    );
    await market.database.query("insert into families (seller_id, product_group, due_at, members) values ($1, $2, 0, 1)", [
      damaged.sellerId,
      sku,
    ]);
    await new Promise((resolve) => setTimeout(resolve, AT_WORK_MS));
    const [product] = await market.database.query<{ status: string }>("select status from products where seller_id = $1 and sku = $2", [
      damaged.sellerId,
      sku,
    ]);
    expect(product!.status).toBe("RECEIVED");
  });
});
