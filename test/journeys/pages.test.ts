import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { publish, wares, type Wares } from "../wares.ts";

const PRODUCTS = 240;
const WRITERS = 8;
const SIZE = 17;

interface Page {
  readonly items: readonly { readonly sku: string }[];
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly totalPages: number;
  readonly _links: { readonly next?: { readonly href: string } };
}

describe("the pages of a seller's products", () => {
  let marketplace: Marketplace;
  let seller: Seller;
  let shop: Wares;

  // Without workers: what a page holds does not depend on what the products' status is.
  beforeAll(async () => {
    marketplace = await startMarketplace({ settings: { ROLE: "api" } });
    seller = await marketplace.seller();
    shop = await wares(`${marketplace.baseUrl}/images`);
  });
  afterAll(() => marketplace.stop());

  const read = (page: number, client: Client = seller): Promise<Reply> => client.get(`/api/v2/products?page=${page}&size=${SIZE}`);

  it.each(["/api/v2/products?expand=attributes", "/api/v2/products?expand=images", "/api/v2/products/critiques?severity=error"])(
    "are 204 past the end, however far: %s",
    async (list) => {
      for (const page of [1, 99_999, 2_147_483_647]) expect((await seller.get(`${list}&page=${page}&size=100`)).status).toBe(204);
    },
  );

  /** All pages by their `next` links. */
  async function walk(): Promise<readonly Page[]> {
    const pages: Page[] = [];
    for (
      let path: string | undefined = `/api/v2/products?page=0&size=${SIZE}`;
      path !== undefined;
      path = pages.at(-1)!._links.next?.href
    ) {
      const { status, json } = await seller.get(path);
      expect(status).toBe(200);
      pages.push(json as Page);
    }
    return pages;
  }

  const skusOf = (pages: readonly Page[]) => pages.flatMap(({ items }) => items.map(({ sku }) => sku));
  const pad = (nth: number) => `V-${String(nth).padStart(3, "0")}`;
  const EVERY = Array.from({ length: PRODUCTS }, (_, nth) => pad(nth));

  it("are none before the first product", async () => {
    const reply = await read(0);
    expect([reply.status, reply.text]).toEqual([204, ""]);
  });

  it("never lose, repeat or miscount while products are being created", async () => {
    const progress = { acknowledged: 0, isOver: false };
    const left = [...EVERY];
    const write = async () => {
      for (let sku = left.pop(); sku !== undefined; sku = left.pop()) {
        await publish(seller, shop.visor(sku));
        progress.acknowledged += 1;
      }
    };
    const seen: { readonly floor: number; readonly pages: readonly Page[] }[] = [];
    const look = async () => {
      while (!progress.isOver) {
        const floor = progress.acknowledged;
        if (floor > 0) seen.push({ floor, pages: await walk() });
        else await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const looking = look();
    await Promise.all(Array.from({ length: WRITERS }, write)).finally(() => (progress.isOver = true));
    await looking;

    expect(seen.length).toBeGreaterThan(1);
    for (const { floor, pages } of seen) {
      const skus = skusOf(pages);
      expect(new Set(skus).size).toBe(skus.length);
      expect(pages[0]!.total).toBeGreaterThanOrEqual(floor);
      for (const [i, { items, total, totalPages }] of pages.entries()) {
        expect(totalPages).toBe(Math.ceil(total / SIZE));
        expect(items.length).toBe(Math.min(SIZE, total - i * SIZE));
      }
    }
    expect(seen[0]!.pages[0]!.total).toBeLessThan(PRODUCTS);
  });

  it("hold each product exactly once in the end, and as many as the counter says", async () => {
    const pages = await walk();
    expect(skusOf(pages).toSorted()).toEqual(EVERY);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([PRODUCTS]));
    const counted = await marketplace.database.query("select products from seller_counters where seller_id = $1", [seller.sellerId]);
    expect(counted.map(({ products }) => Number(products))).toEqual([PRODUCTS]);
  });

  it("keep their place when more is created behind them", async () => {
    const first = await read(0);
    await publish(seller, shop.visor("V-LAST"));
    expect((await read(0)).json.items).toEqual(first.json.items);
    expect((await read(0)).json.total).toBe(PRODUCTS + 1);
  });

  it("end with 204, and show nothing of another seller", async () => {
    const past = await read(Math.ceil((PRODUCTS + 1) / SIZE));
    expect([past.status, past.text]).toEqual([204, ""]);
    expect((await read(0, await marketplace.seller())).status).toBe(204);
  });
});
