import { describe, expect, it } from "vitest";
import { pathOf } from "../wares.ts";
import { PHONE, seriousFindings, LOOKS } from "./browser.ts";
import { JOURNEY_MS, journeysThrough } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";

const { walk } = journeysThrough();
const as = ({ shopkeeper }: PagesMarket) => shopkeeper;

const DAY_MS = 86_400_000;
const STOCK = { stock: { available: 10 } };

/** A shop for which something of everything waits, and that has more than what waits. */
async function furnish({ shop, clock }: PagesMarket): Promise<void> {
  // An order of long ago is late.
  clock.move(-60 * DAY_MS);
  await shop.order("approved");
  clock.move(60 * DAY_MS);
  for (const stage of ["created", "approved", "invoiced", "shipped", "exchanged", "delivered"] as const) await shop.order(stage);
  await shop.products("Criticado", 2);
  await shop.products("Criticado", 1, () => ({ brand: shop.wares.brand(0), color: "Pretoo" }));
  const [nothing, promised, counted] = (await shop.products("Aprovado", 3, () => STOCK)) as [string, string, string];
  for (const sku of [promised, counted]) await shop.order("approved", sku);
  for (const [sku, available] of [
    [nothing, 0],
    [promised, 0],
    [counted, 9],
  ] as const)
    await shop.put(pathOf(sku, "stocks"), { available });
}

/** The lists behind the numbers, in their order. */
const LISTS = [
  "/pedidos?estado=atrasados",
  "/pedidos?estado=a-faturar",
  "/pedidos?estado=a-enviar",
  "/pedidos?estado=a-entregar",
  "/pedidos?estado=a-conferir",
  "/produtos?situacao=criticados",
  "/criticas?codigo=brand_unknown",
  "/criticas?codigo=color_unknown",
  "/estoque?filter=negative",
  "/estoque?filter=unavailable",
  "/estoque?filter=double-count",
];

describe("the home screen of sellers", { timeout: 2 * JOURNEY_MS }, () => {
  it("counts what waits, and each number leads to a list of as many rows", (context) =>
    walk(context, { as }, async (page, market) => {
      await furnish(market);
      await page.goto("/portal");
      const lines = page.getByRole("main").getByRole("region").getByRole("link");
      await lines.first().waitFor();
      const addresses = await Promise.all((await lines.all()).map((line) => line.getAttribute("href")));
      expect(addresses).toEqual(LISTS.map((list) => `/portal${list}`));
      for (const list of LISTS) {
        const line = page.locator(`main a[href="/portal${list}"]`);
        const count = Number(/(\d+)$/.exec((await line.textContent())!)![1]);
        expect(count, list).toBeGreaterThan(0);
        await line.click();
        await page.waitForURL(`**/portal${list}`);
        await expect.poll(() => page.getByRole("grid").getAttribute("aria-rowcount"), { message: list }).toBe(String(count + 1));
        await page.goBack();
        await page.getByRole("heading", { level: 1, name: /^Olá/ }).waitFor();
      }
    }));

  it("is walked with the keyboard alone", (context) =>
    walk(context, { as }, async (page) => {
      await page.goto("/portal");
      const line = page.getByRole("region", { name: "Pedidos" }).getByRole("link", { name: "A faturar" });
      await line.waitFor();
      for (let pressed = 0; pressed < 60; pressed += 1) {
        await page.keyboard.press("Tab");
        const focused: unknown = await page.evaluate("document.activeElement.textContent");
        if (String(focused).startsWith("A faturar")) break;
      }
      await page.keyboard.press("Enter");
      await page.waitForURL("**/pedidos?estado=a-faturar");
    }));

  it("shows only what the person may see", (context) =>
    walk(context, { as: ({ shop }) => shop.person("catalogue", "Rui Catálogo") }, async (page) => {
      await page.goto("/portal");
      await page.getByRole("region", { name: "Críticas" }).waitFor();
      expect(await page.getByRole("region", { name: "Pedidos" }).count()).toBe(0);
    }));

  it("says that nothing waits for a new shop", (context) =>
    walk(
      context,
      { as: async ({ newShop }) => (await newShop("Loja Nova")).person("administrator"), viewport: { ...PHONE, width: 360 } },
      async (page) => {
        await page.goto("/portal");
        await page.getByText("Nenhum pedido espera por você.").waitFor();
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
      },
    ));

  for (const { theme, language } of LOOKS)
    it(`is accessible in ${theme} and ${language}`, (context) =>
      walk(context, { as, theme, language }, async (page) => {
        await page.goto("/portal", { waitUntil: "networkidle" });
        expect(await seriousFindings(page)).toEqual([]);
      }));
});
