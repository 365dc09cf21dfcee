import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { brokenInvariants } from "../reliability/invariants.ts";
import { pathOf, publish, wares, type Ware, type Wares } from "../wares.ts";
import { codesOf, historyOf, once, reaches, statusOf, type StatusRecord } from "./watching.ts";

const SHORT = "family_stock_below_minimum";
const AWAITED = "family_stock_awaited";

let market: Marketplace;
let catalog: Client;
let shop: Wares;
beforeAll(async () => {
  market = await startMarketplace();
  catalog = await market.operator("catalog");
  shop = await wares(`${market.baseUrl}/images`);
});
afterAll(() => market.stop());

const notesOf = ({ pending }: StatusRecord) => pending.map(({ code }) => code);
const setStock = async (seller: Client, sku: string, available: number) =>
  expect((await seller.put(pathOf(sku, "stocks"), { available })).status).toBe(202);

describe("a family whose stocks arrive apart (decisions 3)", () => {
  let nth = 0;
  /** Two visors of one family, in cataloguing but for their stocks. */
  async function pair(): Promise<{ readonly seller: Seller; readonly skus: readonly [string, string] }> {
    const seller = await market.seller({ separatePriceAndStock: true });
    const family = `PAR-${(nth += 1)}`;
    const skus = [`${family}-A`, `${family}-B`] as const;
    const colors = ["Preto", "Branco"];
    for (const [i, sku] of skus.entries()) {
      await publish(seller, shop.visor(sku, { productGroup: family, color: colors[i], stock: undefined }));
    }
    for (const sku of skus) await once(seller, sku, "waiting for its stock", (record) => notesOf(record).join() === "stock_missing");
    return { seller, skus };
  }

  it.each([
    ["first", 0, 1],
    ["second", 1, 0],
  ] as const)("is judged alike when the %s comes first: nobody goes ahead on a sum that may not suffice", async (_which, one, other) => {
    const { seller, skus } = await pair();
    await setStock(seller, skus[one], 0);
    const ready = await once(seller, skus[one], "waiting for the other's stock", (record) => notesOf(record).join() === AWAITED);
    expect(ready).toMatchObject({ status: "Recebido", reviews: [], pending: [{ code: AWAITED, stock: 0, minimumStock: 1 }] });
    expect(notesOf(await statusOf(seller, skus[other]))).toEqual(["stock_missing"]);

    await setStock(seller, skus[other], 0);
    for (const sku of skus) expect(codesOf(await reaches(seller, sku, "Criticado"))).toEqual([SHORT]);
    await setStock(seller, skus[one], 1);
    for (const sku of skus) await reaches(seller, sku, "Em catalogação");
  });

  it("lets the ready one go as soon as its own stock suffices, and asks no more of the other", async () => {
    const { seller, skus } = await pair();
    await setStock(seller, skus[0], 0);
    await once(seller, skus[0], "waiting for the other's stock", (record) => notesOf(record).join() === AWAITED);
    await setStock(seller, skus[0], 3);
    await reaches(seller, skus[0], "Em catalogação");
    expect(notesOf(await statusOf(seller, skus[1]))).toEqual(["stock_missing"]);
    await setStock(seller, skus[0], 0);
    await setStock(seller, skus[1], 0);
    await reaches(seller, skus[1], "Em catalogação");
  });
});

describe("a family that had its minimum stock once (decisions 3: on the creating POST's family)", () => {
  const SKU = "VENDIDA";
  let seller: Seller;
  let ware: Ware;

  it("is not criticized for its stock when it is sent again after the last unit was sold", async () => {
    seller = await market.seller();
    ware = shop.visor(SKU, { stock: { available: 5 } });
    await publish(seller, ware);
    await reaches(seller, SKU, "Em catalogação");
    await setStock(seller, SKU, 0);
    const critiques = [{ code: "photo", message: "Outra foto, por favor." }];
    expect(
      (await catalog.post(`/operator/v1/sellers/${seller.sellerId}/products/${SKU}/review`, { decision: "criticize", critiques })).status,
    ).toBe(200);
    const { stock: _stock, ...unstocked } = ware;
    expect((await seller.put(pathOf(SKU), { ...unstocked, images: [{ url: `${market.baseUrl}/images/cap-blue.jpg` }] })).status).toBe(202);
    await reaches(seller, SKU, "Em catalogação");
    expect((await historyOf(seller, SKU)).slice(-2)).toEqual(["Criticado > Recebido (edit)", "Recebido > Em catalogação (validation)"]);
  });

  it("takes a further member without stock, as the dry run says", async () => {
    const further = shop.visor(`${SKU}-BRANCA`, { productGroup: SKU, color: "Branco", stock: { available: 0 } });
    expect((await seller.post("/api/v2/products/validate", further)).json).toMatchObject({ valid: true, reviews: [] });
    await publish(seller, further);
    await reaches(seller, further.sku, "Em catalogação");
    const stranger = { ...further, sku: `${SKU}-ALHEIA`, productGroup: "OUTRA-FAMILIA" };
    expect((await seller.post("/api/v2/products/validate", stranger)).json.reviews).toMatchObject([{ code: SHORT }]);
  });
});

describe("a family that never had it", () => {
  it("is judged at every sending until it has", async () => {
    const seller = await market.seller();
    const ware = shop.visor("ESGOTADA", { stock: { available: 0 } });
    await publish(seller, ware);
    expect(codesOf(await reaches(seller, ware.sku, "Criticado"))).toEqual([SHORT]);
    const { stock: _stock, ...unstocked } = ware;
    expect((await seller.put(pathOf(ware.sku), unstocked)).status).toBe(202);
    expect(
      codesOf(await once(seller, ware.sku, "criticized again", ({ status, reviews }) => status === "Criticado" && reviews.length > 0)),
    ).toEqual([SHORT]);
    await setStock(seller, ware.sku, 1);
    await reaches(seller, ware.sku, "Em catalogação");
  });
});

describe("all of this", () => {
  it("breaks no invariant", async () => {
    expect(await brokenInvariants(market.database.query)).toEqual([]);
  });
});
