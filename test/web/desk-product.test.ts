import { describe, expect, it } from "vitest";
import { pathOf } from "../wares.ts";
import { PHONE, seriousFindings, LOOKS } from "./browser.ts";
import { JOURNEY_MS, journeysThrough } from "./journeys.ts";
import { startPages, type PagesMarket } from "./market.ts";

interface EditedMarket extends PagesMarket {
  /** A product that was edited twice. */
  readonly edited: string;
  readonly sold: string;
}
const { walk } = journeysThrough(async (): Promise<EditedMarket> => {
  const market = await startPages();
  const { shop } = market;
  const [edited] = await shop.products("Criticado", 1, () => ({ description: "Leve: 1 < 2 & 3 > 2; serve de P a G." }));
  const { visor } = shop.wares;
  await shop.put(pathOf(edited!), visor(edited!, { brand: "Ninguém", description: "Leve: 1 < 2 & 3 > 2; serve de P a G.", color: "Azul" }));
  await shop.put(pathOf(edited!), visor(edited!, { brand: "Ninguém", description: "Outra viseira, para a serra.", color: "Azul" }));
  const [sold] = await shop.products("Aprovado");
  await shop.order("approved", sold);
  await shop.put(pathOf(sold!, "prices"), { listPrice: 120, salePrice: 90 });
  return { ...market, edited: edited!, sold: sold! };
});
const lia = ({ person }: PagesMarket) => person({ role: "catalog", name: "Lia Souza" });
const administrator = ({ person }: PagesMarket) => person({ role: "admin", name: "Ada Melo" });
const at = ({ shop }: PagesMarket, sku: string, tab = "") => `/backoffice/produtos/${shop.sellerId}/${sku}${tab && `?aba=${tab}`}`;
const TABS = ["", "versoes", "historia", "estoque", "precos", "chamadas"];

describe("the page of a product", { timeout: JOURNEY_MS }, () => {
  for (const { theme, language } of LOOKS)
    it(`is accessible in ${theme} and ${language}, every tab, on a laptop and a phone`, (context) =>
      walk(context, { as: administrator, theme, language }, async (page, market) => {
        for (const viewport of [page.viewportSize()!, PHONE]) {
          await page.setViewportSize(viewport);
          for (const tab of TABS) {
            await page.goto(at(market, market.edited, tab), { waitUntil: "networkidle" });
            await page.getByRole("heading", { level: 1 }).waitFor();
            expect(await seriousFindings(page), tab).toEqual([]);
            expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), tab).toBeLessThanOrEqual(0);
          }
        }
      }));

  it("compares any two versions, by the keyboard, and the address keeps which", (context) =>
    walk(context, { as: lia }, async (page, market) => {
      await page.goto(at(market, market.edited));
      await page.getByText("crítica").first().waitFor();
      await page.getByRole("link", { name: "Versões" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("3 versões").waitFor();
      const differences = page.getByRole("table", { name: "Diferenças" });
      await differences.getByRole("rowheader", { name: "Descrição" }).waitFor();
      expect(await differences.getByRole("rowheader").count()).toBe(1);
      // What looks like markup is text.
      await differences.getByText("Leve: 1 < 2 & 3 > 2; serve de P a G.").waitFor();
      await page.getByLabel("De", { exact: true }).focus();
      await page.keyboard.press("ArrowDown");
      await differences.getByRole("rowheader", { name: "Cor" }).waitFor();
      expect(await differences.getByRole("rowheader").count()).toBe(2);
      await page.reload();
      await differences.getByRole("rowheader", { name: "Cor" }).waitFor();
    }));

  it("explains the stock, the price and what happened, and leads to the order", (context) =>
    walk(context, { as: lia }, async (page, market) => {
      await page.goto(at(market, market.sold, "estoque"));
      await page.getByText("físicas − 1 reservadas").waitFor();
      await page.getByText("Estoque enviado na criação do produto.").waitFor();
      await page.getByRole("link", { name: "Preços" }).click();
      await page.getByText("R$ 90,00").waitFor();
      await page.getByRole("link", { name: "História" }).click();
      await page.getByRole("list", { name: "História" }).getByText("Aprovado na revisão").waitFor();
      expect(await page.getByRole("link", { name: "Chamadas" }).count()).toBe(0);
    }));

  it("shows the calls that touched it, and one of them whole, to who may read calls", (context) =>
    walk(context, { as: administrator }, async (page, market) => {
      await page.goto(at(market, market.edited, "chamadas"));
      await page.locator("[data-nth='0']").focus();
      await page.getByText("postProduct").waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").getByLabel("JSON", { exact: true }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    }));

  it("says in the server's words that there is no such product", (context) =>
    walk(context, { as: lia, expectedFailures: [/^404 /] }, async (page, market) => {
      await page.goto(at(market, "NENHUM"));
      await page.getByRole("alert").getByText("NENHUM").waitFor();
    }));
});
