import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { eventually, NOON, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { statusOf } from "../journeys/watching.ts";
import { movableClock } from "../movable-clock.ts";
import { pathOf, publish, SHOE_SIZES, wares, type Ware, type Wares } from "../wares.ts";

/**
 * What is announced of a change is what is criticized once the change is in effect and every product was sent again: no product more, none less.
 * The other half of it, without a PUT, is in affected-products.test.ts.
 */
const DAY_MS = 86_400_000;
const PRODUCTS = budget(24, 1_000);
const FAMILIES = budget(4, 60);
const LIMIT_MS = budget(120_000, 1_800_000);
const LISTS = "/operator/v1/reference";
const MINIMUM = "/operator/v1/rules/familyMinimum";

interface AffectedItem {
  readonly sku: string;
  readonly pointer: string;
  readonly critique: string;
}

let market: Marketplace;
let catalog: Client;
let shop: Wares;
const clock = movableClock(NOON);
beforeAll(async () => {
  market = await startMarketplace({ clock, settings: { REFERENCE_NOTICE_DAYS: "14" } });
  catalog = await market.operator("catalog");
  shop = await wares(`${market.baseUrl}/images`);
});
afterAll(() => market.stop());

const changed = ({ status, json, text }: Reply): number => {
  expect([status, text]).toEqual([200, text]);
  return json.changes[0].changeId as number;
};
const entryNamed = async (list: string, name: string) => {
  const { items } = (await catalog.get(`${LISTS}/${list}`)).json as { items: (Record<string, unknown> & { code: number; name: string })[] };
  return items.find((item) => item.name === name)!;
};

/** Every page of a list. */
async function everyItem<Item>(who: Client, path: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let page = 0; ; page += 1) {
    const { status, json } = await who.get(`${path}?size=100&page=${page}`);
    if (status === 204) return items;
    items.push(...(json.items as Item[]));
    if (items.length >= json.total) return items;
  }
}

const announcedOf = async (who: Client, changeId: number): Promise<readonly string[]> => {
  await eventually(`change ${changeId} counted`, async () => {
    const { items, announced } = (await who.get("/api/v1/reference/changes")).json as Record<
      string,
      { changeId: number; affected?: object }[]
    >;
    return [...items!, ...announced!].find((change) => change.changeId === changeId)?.affected !== undefined;
  });
  const items = await everyItem<AffectedItem>(who, `/api/v1/reference/changes/${changeId}/affected`);
  return items.map(({ sku, pointer, critique }) => `${sku} ${pointer} ${critique}`);
};

/** Sends every product again as it is, and waits until all are judged. */
async function sendAgain(seller: Seller, products: readonly Ware[]): Promise<void> {
  for (const { price: _price, stock: _stock, ...product } of products) {
    const { status, text } = await seller.put(pathOf(product.sku), product);
    expect([status, text]).toEqual([202, text]);
  }
  // Families that may still become complete get their time.
  clock.move(DAY_MS);
  await nothingDue(seller);
  for (const { sku } of products) await judged(seller, sku);
}
const nothingDue = ({ sellerId }: Seller) =>
  eventually("all families validated", async () => {
    const due = "select from families where seller_id = $1 and due_at <= $2 limit 1";
    return (await market.database.query(due, [sellerId, clock.now()])).length === 0;
  });
/** Without a stock, a product that nothing is wrong with waits for it and stays open. */
const judged = (seller: Seller, sku: string) =>
  eventually(`${sku} judged`, async () => {
    const { status, pending } = await statusOf(seller, sku);
    return status === "Criticado" || (pending.length > 0 && pending.every(({ code }) => code === "stock_missing"));
  });
const publishAll = async (seller: Seller, products: readonly Ware[]) => {
  for (const product of products) await publish(seller, product);
  for (const { sku } of products) await judged(seller, sku);
};
const criticizedOf = async (seller: Seller): Promise<readonly string[]> =>
  (await everyItem<{ sku: string; pointer: string; code: string; severity: string }>(seller, "/api/v2/products/critiques"))
    .filter(({ severity }) => severity === "error")
    .map(({ sku, pointer, code }) => `${sku} ${pointer} ${code}`);

/** What is only announced, and what is only criticized. */
const differences = (announced: readonly string[], criticized: readonly string[]) => ({
  announcedOnly: announced.filter((one) => !criticized.includes(one)),
  criticizedOnly: criticized.filter((one) => !announced.includes(one)),
});
/** What is criticized when no more changes: as soon as it is what was announced, or else after a while; and then all that is due is done. */
async function settledCritiques(seller: Seller, announced: readonly string[]): Promise<readonly string[]> {
  const agrees = async () => JSON.stringify(differences(announced, await criticizedOf(seller))) === JSON.stringify(NONE);
  await eventually("what was announced", agrees).catch(() => undefined);
  await nothingDue(seller);
  return criticizedOf(seller);
}
const NONE = { announcedOnly: [], criticizedOnly: [] };

describe("what a change is announced to break is what is criticized at its date", () => {
  /** What the first test saw, and what a count by use would have announced. */
  let seen: Readonly<Record<"announced" | "criticized" | "users", readonly string[]>>;

  it(
    `of ${PRODUCTS} products: a value that is removed and a type that is narrowed`,
    async () => {
      const seller = await market.seller({ separatePriceAndStock: true });
      const facts = fc.sample(fc.record({ brand: fc.constantFrom(shop.brand(1), shop.brand(2)), weight: fc.constantFrom(0.1, 0.3, 0.4) }), {
        numRuns: PRODUCTS,
        seed: 15,
      });
      const products = facts.map((one, nth) => shop.visor(`V-${nth}`, { ...one, stock: undefined }));
      await publishAll(seller, products);
      const effectiveAt = new Date(clock.now() + 15 * DAY_MS).toISOString();
      const brand = await entryNamed("brands", shop.brand(1));
      const { code, ...visor } = await entryNamed("productTypes", "Viseira");
      const removal = changed(await catalog.request("DELETE", `${LISTS}/brands/${brand.code}?effectiveAt=${effectiveAt}`));
      const narrowed = changed(await catalog.put(`${LISTS}/productTypes/${code}`, { ...visor, weightMaxKg: 0.35, effectiveAt }));
      const announced = [...(await announcedOf(seller, removal)), ...(await announcedOf(seller, narrowed))];
      clock.move(15 * DAY_MS);
      await sendAgain(seller, products);
      const criticized = await settledCritiques(seller, announced);
      figures({ products: PRODUCTS, announced: announced.length, criticized: criticized.length });
      expect(announced.length).toBeGreaterThan(PRODUCTS / 4);
      expect(differences(announced, criticized)).toEqual(NONE);
      seen = { announced, criticized, users: products.map(({ sku }) => `${sku} /weight weight_over_maximum`) };
      changed(await catalog.put(`${LISTS}/productTypes/${code}`, visor));
      changed(await catalog.put(`${LISTS}/brands/${brand.code}`, { name: brand.name, externalCode: `VOLTOU-${brand.code}` }));
    },
    LIMIT_MS,
  );

  it("would be seen to differ if it were counted by use, or by removals alone (planted)", () => {
    const { announced, criticized, users } = seen;
    expect(differences([...new Set([...announced, ...users])], criticized).announcedOnly).not.toEqual([]);
    const removals = announced.filter((one) => one.includes("brand_unknown"));
    expect(differences(removals, criticized).criticizedOnly).not.toEqual([]);
  });

  it(
    `of ${FAMILIES} families: a minimum that rises`,
    async () => {
      const seller = await market.seller({ separatePriceAndStock: true });
      const sizes = [...SHOE_SIZES, "42"];
      const products = Array.from({ length: FAMILIES }, (_, nth) =>
        sizes.slice(0, nth % 2 === 0 ? 4 : 5).map((size) => shop.shoe(`F${nth}`, size, { stock: undefined })),
      ).flat();
      await publishAll(seller, products);
      const { value } = (await catalog.get(MINIMUM)).json as { value: Record<string, number> };
      const effectiveAt = new Date(clock.now() + 15 * DAY_MS).toISOString();
      const id = changed(await catalog.put(MINIMUM, { value: { ...value, SHOES: 5 }, effectiveAt }));
      const announced = await announcedOf(seller, id);
      clock.move(15 * DAY_MS);
      await sendAgain(seller, products);
      const criticized = await settledCritiques(seller, announced);
      figures({ families: FAMILIES, announced: announced.length, criticized: criticized.length });
      expect(differences(announced, criticized)).toEqual(NONE);
      changed(await catalog.put(MINIMUM, { value }));
    },
    LIMIT_MS,
  );
});
