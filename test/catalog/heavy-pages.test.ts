import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { publish, wares } from "../wares.ts";

const PRODUCTS = 100;
const MEGABYTE = 1024 ** 2;
const heavy = (size: number) => `/api/v2/products?size=${size}&expand=attributes`;
/** How often the other seller asks meanwhile. */
const ROUNDS = 20;
/** What the other seller's longest answer may take meanwhile; alone it takes some milliseconds. */
const PATIENCE_MS = 700;

describe("a seller whose products are as heavy as a body may be", () => {
  let marketplace: Marketplace;
  let big: Seller;
  let small: Seller;

  beforeAll(async () => {
    marketplace = await startMarketplace({ settings: { ROLE: "api" } });
    const shop = await wares("http://images.test");
    [big, small] = [await marketplace.seller(), await marketplace.seller()];
    await Promise.all(Array.from({ length: PRODUCTS }, (_, nth) => publish(big, shop.visor(`PESADO-${nth}`))));
    await publish(small, shop.visor("LEVE"));
    await marketplace.database.query(
      `update products p set attributes = a.text
         from (select '[{"name":"Texto","values":["' || string_agg(md5(n::text), '') || '"]}]' as text from generate_series(1, $2::integer) n) a
        where p.seller_id = $1`,
      [big.sellerId, MEGABYTE / 32 - 4],
    );
  }, 60_000);
  afterAll(() => marketplace.stop());

  const timed = async (seller: Client, path: string): Promise<{ readonly reply: Reply; readonly ms: number }> => {
    const startedMs = performance.now();
    const reply = await seller.get(path);
    return { reply, ms: performance.now() - startedMs };
  };

  it("is told how much of them a page takes, and gets that much", async () => {
    const refused = await big.get(heavy(PRODUCTS));
    expect([refused.status, refused.json.type]).toEqual([400, "Parameter_Error"]);
    const [detail] = refused.json.details;
    expect(detail).toMatchObject({ code: "page_too_heavy", pointer: "query.size", received: PRODUCTS, allowed: 8 });
    expect(detail.message).toBe("Os atributos desta página somam 100 MB e uma página leva no máximo 8 MB; peça-a com size=8 ou menos.");
    const page = await big.get(heavy(detail.allowed));
    expect([page.status, page.json.items.length, page.json.items[7].attributes[0].values[0].length]).toEqual([200, 8, MEGABYTE - 128]);
    expect((await big.get(`/api/v2/products?size=${PRODUCTS}`)).json.items).toHaveLength(PRODUCTS);
  });

  it("does not keep the others waiting, however many of them it asks for", async () => {
    const asked = Array.from({ length: 14 }, (_, nth) => big.get(nth % 2 === 0 ? heavy(8) : heavy(PRODUCTS)));
    const others: Awaited<ReturnType<typeof timed>>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      others.push(await timed(small, heavy(20)), await timed(small, "/api/v2/products"));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map((_, nth) => (nth % 2 === 0 ? 200 : 400)));
    expect(new Set(others.map(({ reply }) => reply.status))).toEqual(new Set([200]));
    expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(PATIENCE_MS);
  });
});
