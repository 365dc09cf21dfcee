import { PLACEHOLDER } from "../../data/catalogue/families.ts";
import { eventually } from "../harness.ts";
import { products } from "../journeys/catalogue.ts";
import { pathOf, publish, type Ware } from "../wares.ts";
import type { PagesMarket } from "./market.ts";
import type { Shop } from "./shop.ts";

/** Sellers of shoes from the sandbox's catalogue: a family that was decided, and one that waits for its review. */
const SHOPS = [
  { name: "Loja Aurora", decided: "TEN-BAS-RESTINGA", waiting: "TEN-COR-MIRANTE" },
  { name: "Loja Beira-Mar", decided: "SAN-INF-CAJU", waiting: "TEN-INF-FANDANGO" },
  { name: "Loja Serrana", decided: "BOT-BAIAO", waiting: "TEN-SKA-BURITI" },
  { name: "Loja Mirante", decided: "CHI-PAMPA", waiting: "TEN-TRE-CURIO" },
  { name: "Loja Ciranda", decided: "SAP-SOC-CAPIM", waiting: "TEN-CAS-UIRAPURU" },
] as const;

const DARK = {
  text: {
    "pt-BR": "A foto está escura; envie outra com fundo claro.",
    en: "The picture is dark; send another one with a light background.",
  },
  pointer: "/images/0",
};
const WAIT_MS = 60_000;

/** Opens shops whose products a reviewer might really see. Each has a record: one product criticized, the others of its family approved. */
export async function openShoeShops(market: PagesMarket): Promise<void> {
  await market.admin.put("/operator/v1/review-reasons/foto_escura", DARK);
  await Promise.all(
    SHOPS.map(async ({ name, decided, waiting }) => {
      const shop = await market.newShop(name);
      const [[first, ...others]] = await Promise.all([publishFamily(market, shop, decided), publishFamily(market, shop, waiting)]);
      const items = [
        { sku: first, decision: "criticize", critiques: [{ code: "foto_escura" }] },
        ...others.map((sku) => ({ sku, decision: "approve" })),
      ].map((item) => ({ sellerId: shop.sellerId, ...item }));
      await market.admin.post("/operator/v1/reviews", { items });
    }),
  );
}

/** Publishes a family of the catalogue and waits until all of it can be reviewed. Resolves to its skus. */
async function publishFamily({ baseUrl }: PagesMarket, shop: Shop, group: string): Promise<readonly string[]> {
  const family = products().filter(({ productGroup }) => productGroup === group);
  const bodies = JSON.parse(JSON.stringify(family).replaceAll(PLACEHOLDER, `${baseUrl}/images`)) as readonly Ware[];
  await Promise.all(bodies.map((body) => publish(shop, body)));
  for (const { sku } of bodies)
    await eventually(`${sku} in review`, async () => (await shop.get(pathOf(sku, "status"))).json.code === "CATALOGING", WAIT_MS);
  return bodies.map(({ sku }) => sku);
}
