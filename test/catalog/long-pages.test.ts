import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";

const PRODUCTS = 60;
/** As long as a value that goes from the database to the socket in lent memory is; half of the pages asked for are shorter. */
const SIZES = [PRODUCTS, 30, 3, 1];

describe("pages of products that are as long as they are", () => {
  let marketplace: Marketplace;
  let sellers: readonly Seller[];
  /** Each seller's products, one by one. */
  let single: readonly unknown[][];

  beforeAll(async () => {
    marketplace = await startMarketplace({ settings: { ROLE: "api" } });
    const shop = await wares("http://images.test");
    sellers = await Promise.all([marketplace.seller(), marketplace.seller(), marketplace.seller()]);
    single = await Promise.all(
      sellers.map(async (seller, nth) => {
        const skus = Array.from({ length: PRODUCTS }, (_, i) => `S${nth}-${i}`);
        for (const sku of skus) await publish(seller, shop.visor(sku, { description: `Da cabeça P à G, ${sku}. `.repeat(60) }));
        return Promise.all(skus.map(async (sku) => (await seller.get(pathOf(sku))).json));
      }),
    );
  }, 60_000);
  afterAll(() => marketplace.stop());

  const pages = (query = "") =>
    sellers.flatMap((seller, nth) =>
      SIZES.flatMap((size) =>
        [0, 1].map(async (page) => {
          const reply = await seller.get(`/api/v2/products?size=${size}&page=${page}${query}`);
          return { reply, wanted: single[nth]!.slice(page * size, (page + 1) * size) };
        }),
      ),
    );

  it("are the products as each is by itself, whoever else asks meanwhile", async () => {
    for (let round = 0; round < 5; round += 1)
      for (const { reply, wanted } of await Promise.all([...pages(), ...pages()])) {
        expect(reply.status).toBe(wanted.length > 0 ? 200 : 204);
        if (wanted.length > 0) expect(reply.json.items).toEqual(wanted);
      }
  });

  it("are the same under what is expanded", async () => {
    for (const { reply, wanted } of await Promise.all([...pages("&expand=images"), ...pages()]))
      for (const [i, item] of (reply.json?.items ?? []).entries()) {
        const { images: _images, expands: _expands, ...rest } = item;
        const { expands: _known, ...known } = wanted[i] as Record<string, unknown>;
        expect(rest).toEqual(known);
      }
  });

  it("are told apart in the log of requests: the short is kept, the long is not", async () => {
    const [seller] = sellers;
    for (const size of [1, PRODUCTS])
      await seller!.get(`/api/v2/products?size=${size}`, { headers: { "x-request-id": `page-of-${size}` } });
    const answered = async (size: number) => (await seller!.get(`/api/v1/requests/page-of-${size}`)).json;
    await expect.poll(async () => JSON.stringify((await answered(1)) ?? {}), { timeout: 10_000 }).toContain("Da cabe");
    await expect.poll(async () => (await answered(PRODUCTS))?.requestId, { timeout: 10_000 }).toBe(`page-of-${PRODUCTS}`);
    expect(JSON.stringify(await answered(PRODUCTS))).not.toContain("Da cabe");
    // Repeated, each is told as it is answered now.
    for (const size of [1, PRODUCTS]) {
      const { json } = await seller!.post(`/api/v1/requests/page-of-${size}/replay`, {});
      expect([json.status, json.body.items]).toEqual([200, single[0]!.slice(0, size)]);
    }
  });
});
