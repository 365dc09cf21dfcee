import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askAndWait } from "../changes/changing.ts";
import { changed } from "../database/changed.ts";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { boughtIn } from "../orders/goods.ts";
import { pathOf, publish, SHOE_SIZES, wares, type Wares } from "../wares.ts";
import { brokenInvariants, INVARIANTS } from "./invariants.ts";

const KEY = "35261112ABC34501DE35550010000012341583492714";
let marketplace: Marketplace;
let seller: Seller;
let shop: Wares;

/** A marketplace where everything has happened once: every status, every kind of row. */
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
  shop = await wares(`${marketplace.baseUrl}/images`);
  const isIn = (sku: string, code: string) =>
    eventually(`${sku} in ${code}`, async () => (await seller.get(pathOf(sku, "status"))).json.code === code);
  await publish(seller, shop.visor("APPROVED"));
  await publish(seller, shop.visor("CRITICIZED", { brand: "Marca Que Não Há" }));
  await publish(seller, shop.visor("REVIEWED"));
  for (const size of SHOE_SIZES.slice(1)) await publish(seller, shop.shoe("WAITING", size));
  await Promise.all([isIn("APPROVED", "CATALOGING"), isIn("CRITICIZED", "CRITICIZED"), isIn("REVIEWED", "CATALOGING")]);
  await seller.put(pathOf("APPROVED", "status"), { status: "APPROVED" });
  await seller.put(pathOf("APPROVED", "stocks"), { available: 3 }, { headers: { "idempotency-key": "k-1" } });
  const hook = await seller.post("/api/v1/notifications/endpoints", {
    name: "erp",
    url: "http://127.0.0.1:9/",
    events: ["order"],
    enabled: false,
  });
  await seller.post(`/api/v1/notifications/endpoints/${hook.json.id}/rotate-secret`, undefined);
  await seller.put(pathOf("APPROVED", "prices"), { listPrice: 10, salePrice: 9 });
  const operator = await marketplace.operator("catalog");
  const review = { decision: "criticize", critiques: [{ code: "photo_dark", message: "Foto escura." }] };
  await operator.post(`/operator/v1/sellers/${seller.sellerId}/products/REVIEWED/review`, review);
  await operator.put("/operator/v1/reference/brands/9001", { name: "Marca Nova", externalCode: "MARCA-NOVA" });
  const buy = async (paid: boolean) => {
    const items = [{ sku: "APPROVED" }];
    return boughtIn(await seller.post("/api/v1/orders", paid ? { paid, shippings: [{ items }, { items }] } : { items }));
  };
  await seller.put(pathOf("APPROVED", "stocks"), { available: 30 });
  const [, approved, canceled, invoiced] = [await buy(false), await buy(true), await buy(true), await buy(true)];
  const steps = [
    await seller.put(canceled.path("status/canceled", 0), { reasonCancellationCode: 1 }),
    await seller.put(canceled.path("status/canceled", 1), { reasonCancellationCode: 1 }),
    await seller.put(invoiced.path("status/invoiced", 0), { issueDate: "2026-11-20T12:00:00-03:00", key: KEY }),
    await seller.put(invoiced.path("status/canceled", 1), { reasonCancellationCode: 1 }),
    await seller.put(approved.path("status/canceled", 1), { reasonCancellationCode: 1 }),
  ];
  for (const { status, text } of steps) if (status !== 200) throw new Error(text);
  await askAndWait(seller, "APPROVED", { "/name": "Viseira Aprovada Unissex" });
  await eventually(
    "the images of WAITING",
    async () => (await seller.get(pathOf("WAITING-41", "status"))).json.pending[0]?.code === "family_incomplete",
  );
});
afterAll(() => marketplace.stop());

describe("the invariants of the database", () => {
  it("hold of a marketplace where everything has happened once", async () => {
    expect(await brokenInvariants(marketplace.database.query)).toEqual([]);
  });

  it.each(INVARIANTS.flatMap((invariant) => invariant.plants.map((plant) => [invariant.name, plant, invariant] as const)))(
    "%s: sees %s",
    async (name, plant, invariant) => {
      const seen = await changed(marketplace.database.query, plant, () => brokenInvariants(marketplace.database.query, [invariant]));
      expect(seen.length).toBeGreaterThan(0);
      expect(seen[0]).toContain(name);
    },
  );
});
