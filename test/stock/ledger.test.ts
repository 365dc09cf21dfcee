import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Marketplace, NOON, type Reply, type Seller, startMarketplace } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { orderChange } from "./reservations.ts";

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller({ separatePriceAndStock: true });
});
afterAll(() => market.stop());

const product = async (sku: string, available?: number) => {
  const { visor } = await wares(`${market.baseUrl}/images`);
  const changes = { brand: "Ninguém", stock: available === undefined ? undefined : { available } };
  await seller.post("/api/v2/products", visor(sku, changes), { headers: { "x-request-id": "criar" } });
  return visor(sku, changes);
};
const ledger = (sku: string, query = "") => seller.get(`${pathOf(sku, "stocks/ledger")}${query}`);
interface Page {
  readonly items: readonly {
    readonly version: number;
    readonly cause: string;
    readonly physical: number;
    readonly physicalDelta: number;
    readonly reserved: number;
    readonly reservedDelta: number;
  }[];
  readonly _links: Readonly<Record<string, { readonly href: string } | undefined>>;
}
const pageOf = ({ json }: Reply) => json as Page;

describe("the ledger of a stock", () => {
  it("explains every change, the newest first, with the balances after it", async () => {
    const ware = await product("LIVRO", 10);
    await seller.put(pathOf("LIVRO"), { ...ware, stock: { available: 12 } }, { headers: { "x-request-id": "alterar" } });
    market.clock.move(60_000);
    await seller.put(pathOf("LIVRO", "stocks"), { available: 25 }, { headers: { "x-request-id": "contagem:1" } });
    const order = { sku: "LIVRO", order: "9001", at: NOON + 60_000 };
    await orderChange(market.database, seller, { ...order, cause: "order_reserved", reserved: 2 });
    await orderChange(market.database, seller, { ...order, cause: "order_invoiced", physical: -2, reserved: -2 });

    const { status, json } = await seller.get(pathOf("LIVRO", "stocks/ledger"), { headers: { "accept-language": "en" } });
    const minute = { date: "2026-11-20T12:01:00.000-03:00" };
    const noon = { date: "2026-11-20T12:00:00.000-03:00" };
    const ofOrder = { orderNumber: "9001", by: "operator", requestId: "req-9001", _links: { order: { href: "/api/v1/orders/9001" } } };
    const href = (query: string) => ({ href: `/api/v2/products/LIVRO/stocks/ledger?version=5&${query}` });
    expect([status, json]).toEqual([
      200,
      {
        items: [
          {
            version: 5,
            ...minute,
            cause: "order_invoiced",
            message: "Order 9001 was invoiced: the units left the reservation and the physical stock.",
            physicalDelta: -2,
            reservedDelta: -2,
            available: 23,
            physical: 23,
            reserved: 0,
            availableForSale: 23,
            ...ofOrder,
          },
          {
            version: 4,
            ...minute,
            cause: "order_reserved",
            message: "Order 9001 reserved units.",
            physicalDelta: 0,
            reservedDelta: 2,
            available: 25,
            physical: 25,
            reserved: 2,
            availableForSale: 23,
            ...ofOrder,
          },
          {
            version: 3,
            ...minute,
            cause: "physical_set",
            message: "Physical stock reported by the seller.",
            physicalDelta: 13,
            reservedDelta: 0,
            available: 25,
            physical: 25,
            reserved: 0,
            availableForSale: 25,
            by: "credential",
            requestId: "contagem:1",
          },
          {
            version: 2,
            ...noon,
            cause: "product_changed",
            message: "Stock sent with a change of the product.",
            physicalDelta: 2,
            reservedDelta: 0,
            available: 12,
            physical: 12,
            reserved: 0,
            availableForSale: 12,
            by: "credential",
            requestId: "alterar",
          },
          {
            version: 1,
            ...noon,
            cause: "product_created",
            message: "Stock sent when the product was created.",
            physicalDelta: 10,
            reservedDelta: 0,
            available: 10,
            physical: 10,
            reserved: 0,
            availableForSale: 10,
            by: "credential",
            requestId: "criar",
          },
        ],
        page: 0,
        totalPages: 1,
        size: 20,
        total: 5,
        _links: {
          self: href("page=0&size=20"),
          first: href("page=0&size=20"),
          last: href("page=0&size=20"),
          stock: { href: "/api/v2/products/LIVRO/stocks" },
        },
      },
    ]);
    expect((await seller.get(pathOf("LIVRO", "stocks"))).json).toMatchObject({
      _links: { ledger: { href: "/api/v2/products/LIVRO/stocks/ledger" } },
    });
  });

  it("is walked by its links, each change once, whatever is written meanwhile", async () => {
    await product("PASSEIO", 1);
    for (let available = 2; available <= 7; available += 1) await seller.put(pathOf("PASSEIO", "stocks"), { available });
    const seen: number[] = [];
    let next: string | undefined = `${pathOf("PASSEIO", "stocks/ledger")}?size=3`;
    while (next !== undefined) {
      const page = pageOf(await seller.get(next));
      seen.push(...page.items.map(({ version }) => version));
      next = page._links["next"]?.href;
      await seller.put(pathOf("PASSEIO", "stocks"), { available: 100 + seen.length });
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(pageOf(await ledger("PASSEIO", "?size=3")).items.map(({ version }) => version)).toEqual([10, 9, 8]);
    expect(pageOf(await ledger("PASSEIO", "?size=3&page=1&version=4")).items.map(({ version }) => version)).toEqual([1]);
    expect(pageOf(await ledger("PASSEIO", "?size=2&version=999")).items.map(({ version }) => version)).toEqual([10, 9]);
  });

  it("adds up to the balances on every line", async () => {
    await product("SOMA", 40);
    for (const available of [3, 90, 12]) await seller.put(pathOf("SOMA", "stocks"), { available });
    await orderChange(market.database, seller, { sku: "SOMA", order: "7", cause: "order_reserved", reserved: 20 });
    await orderChange(market.database, seller, { sku: "SOMA", order: "7", cause: "order_canceled", reserved: -20 });
    const sums = { physical: 0, reserved: 0 };
    for (const { physicalDelta, reservedDelta, physical, reserved } of pageOf(await ledger("SOMA")).items.toReversed()) {
      sums.physical += physicalDelta;
      sums.reserved += reservedDelta;
      expect({ physical, reserved }).toEqual(sums);
    }
    expect((await seller.get(pathOf("SOMA", "stocks"))).json).toMatchObject(sums);
  });

  it("shows a cause of the next version without a sentence", async () => {
    await product("FUTURO", 1);
    await market.database.query("update stock_ledger set cause = 'teleported' where sku = 'FUTURO'");
    const [entry] = pageOf(await ledger("FUTURO")).items;
    expect([entry!.cause, "message" in entry!]).toEqual(["teleported", false]);
  });

  it("is 404 for a sku nobody knows, one of another seller's, and one that is none", async () => {
    await product("MEU", 1);
    const other = await market.seller();
    for (const [who, sku] of [
      [seller, "NADA"],
      [other, "MEU"],
      [seller, "a%20b"],
    ] as const) {
      const { status, json } = await who.get(`/api/v2/products/${sku}/stocks/ledger`);
      expect([status, json], sku).toMatchObject([404, { details: [{ code: "stock_product_unknown", pointer: "path.sku" }] }]);
    }
  });

  it("is 204 before the first stock and past the end", async () => {
    await product("ESPERA");
    await product("FIM", 1);
    for (const reply of [await ledger("ESPERA"), await ledger("FIM", "?page=1"), await ledger("FIM", "?page=2147483647&size=100")])
      expect([reply.status, reply.text]).toEqual([204, ""]);
  });

  it.each(["page=-1", "size=0", "size=101", "version=0", "version=x"])("refuses ?%s", async (query) => {
    await product("CONSULTA", 1);
    const { status, json } = await ledger("CONSULTA", `?${query}`);
    expect([status, json]).toMatchObject([400, { type: "Parameter_Error" }]);
  });

  it("is read on a fresh page as fast behind ten thousand changes: a page is a range of its index", async () => {
    await product("LONGO", 0);
    await market.database.query(
      `insert into stock_ledger (seller_id, sku, version, at, cause, actor, request_id, physical_delta, reserved_delta, physical, reserved)
       select $1, 'LONGO', n, 0, 'physical_set', 'credential:x', 'r', 1, 0, n - 1, 0 from generate_series(2, 10000) as n`,
      [seller.sellerId],
    );
    await market.database.query("update stocks set version = 10000, physical = 9999 where sku = 'LONGO'");
    const { items } = pageOf(await ledger("LONGO", "?page=9999&size=1"));
    expect(items.map(({ version }) => version)).toEqual([1]);
    expect(pageOf(await ledger("LONGO")).items[0]).toMatchObject({ version: 10_000, physical: 9_999 });
  });
});

describe("another seller's stock", () => {
  it("is told by no refusal: the ledger shows the caller's own of the same name", async () => {
    const other = await market.seller();
    const { visor } = await wares(`${market.baseUrl}/images`);
    await product("HOMONIMO", 5);
    await publish(other, visor("HOMONIMO", { stock: { available: 6 } }));
    expect([pageOf(await ledger("HOMONIMO")).items, pageOf(await other.get(pathOf("HOMONIMO", "stocks/ledger"))).items]).toMatchObject([
      [{ physical: 5 }],
      [{ physical: 6 }],
    ]);
  });
});
