import { describe, expect, it } from "vitest";
import { pathOf } from "../wares.ts";
import { PHONE, seriousFindings, LOOKS } from "./browser.ts";
import { JOURNEY_MS, journeysThrough } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";

const { walk } = journeysThrough();
const as = ({ shopkeeper }: PagesMarket) => shopkeeper;

/** A shop for which something of everything waits. */
async function furnish({ shop }: PagesMarket): Promise<void> {
  await shop.products("Criticado", 2);
  const [sku] = await shop.products("Aprovado");
  await shop.put(pathOf(sku!, "stocks"), { available: 0 });
  for (const stage of ["approved", "invoiced", "shipped", "exchanged"] as const) await shop.order(stage);
}

describe("the home screen of sellers", { timeout: JOURNEY_MS }, () => {
  it("counts what waits, and each number leads to the list behind it", (context) =>
    walk(context, { as, expectedFailures: [/^404 \/media/] }, async (page, market) => {
      await furnish(market);
      await page.goto("/portal");
      for (const [title, label, list] of [
        ["Pedidos", "A faturar", "/portal/pedidos?estado=a-faturar"],
        ["Pedidos", "A enviar", "/portal/pedidos?estado=a-enviar"],
        ["Pedidos", "Entrega a informar", "/portal/pedidos?estado=a-entregar"],
        ["Pedidos", "Devoluções a receber", "/portal/pedidos?estado=a-conferir"],
        ["Críticas", "consulta de marcas", "/portal/criticas?codigo=brand_unknown"],
      ] as const) {
        const line = page.getByRole("region", { name: title, exact: true }).getByRole("link", { name: label });
        const count = Number(/(\d+)$/.exec((await line.textContent())!)![1]);
        expect(count, label).toBeGreaterThan(0);
        await line.click();
        await page.waitForURL(`**${list}`);
        const rows = page.getByRole("grid").getByRole("row");
        await expect.poll(async () => (await rows.count()) - 1, { message: label }).toBe(count);
        await page.goBack();
        await page.getByRole("heading", { level: 1, name: /^Olá/ }).waitFor();
      }
      const stock = page.getByRole("region", { name: "Estoque" }).getByRole("link", { name: "Nada à venda" });
      expect(await stock.getAttribute("href")).toBe("/portal/estoque?filter=unavailable");
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
