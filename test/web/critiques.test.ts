import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually } from "../harness.ts";
import { pathOf } from "../wares.ts";
import { PHONE, seriousFindings, LOOKS } from "./browser.ts";
import { JOURNEY_MS, journeysThrough, takeSession } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";
import type { Shop } from "./shop.ts";

const { walk } = journeysThrough();
const as = ({ shopkeeper }: PagesMarket) => shopkeeper;
const row = (page: Page, sku: string) => page.getByRole("grid").getByRole("row").filter({ hasText: sku });
const field = (page: Page, sku: string) => page.getByLabel(new RegExp(` de ${sku}$`)).first();
const statusOf = async (shop: Shop, sku: string) => (await shop.get(pathOf(sku, "status"))).json.status;

/** Visors that are criticized for their colour, with a suggestion each. */
const miscoloured = (shop: Shop, count: number) =>
  shop.products("Criticado", count, () => ({ brand: shop.wares.brand(0), color: "Pretoo" }));

describe("critiques", { timeout: JOURNEY_MS }, () => {
  it("are grouped, fixed in place with the mouse, and followed until the product leaves Criticado", (context) =>
    walk(context, { as }, async (page, { shop }) => {
      const [sku] = await shop.products("Criticado");
      await page.goto("/portal/criticas");
      await page
        .getByRole("list", { name: "Motivos" })
        .getByRole("link", { name: /brand_unknown/ })
        .click();
      await row(page, sku!).waitFor();
      await field(page, sku!).click();
      await page.keyboard.type(shop.wares.brand(0).slice(0, 4));
      await page.getByRole("option", { name: shop.wares.brand(0), exact: true }).click();
      await page.reload();
      expect(await field(page, sku!).inputValue()).toBe(shop.wares.brand(0));
      await page.getByRole("button", { name: "Salvar 1 correção" }).click();
      await row(page, sku!).getByText("Corrigido.").waitFor();
      await row(page, sku!).getByText("Em catalogação").waitFor();
      await row(page, sku!).getByText("Marca", { exact: true }).waitFor();
      expect(await statusOf(shop, sku!)).toBe("Em catalogação");
    }));

  it("of a code keep their heading when the last one is fixed", (context) =>
    walk(context, {}, async (page, market, browser) => {
      const shop = await market.newShop("Loja de Uma Crítica");
      const [sku] = (await shop.products("Criticado")) as [string];
      await takeSession(browser, market, await shop.person("catalogue"));
      await page.goto("/portal/criticas?codigo=brand_unknown");
      await field(page, sku).fill(shop.wares.brand(0));
      const heading = await page.getByRole("heading", { level: 2 }).textContent();
      await page.keyboard.press("Control+Enter");
      await row(page, sku).getByText("Corrigido.").waitFor();
      await page.getByRole("link", { name: /brand_unknown/ }).waitFor({ state: "detached" });
      expect(await page.getByRole("heading", { level: 2 }).textContent()).toBe(heading);
    }));

  it("about a number take it as the person writes it, and say what is none", (context) =>
    walk(context, { as, expectedFailures: [/^400 \/api\/v2\/products\//] }, async (page, { shop }) => {
      const [sku] = (await shop.products("Criticado", 1, () => ({ brand: shop.wares.brand(0), weight: 960 }))) as [string];
      await page.goto("/portal/criticas?codigo=weight_over_maximum");
      await field(page, sku).fill("um quarto");
      await page.keyboard.press("Control+Enter");
      await row(page, sku)
        .getByText(/recebido um quarto \(texto\)/)
        .waitFor();
      await field(page, sku).fill("0,25");
      await page.keyboard.press("Control+Enter");
      await row(page, sku).getByText("Corrigido.").waitFor();
      expect((await shop.get(pathOf(sku))).json.weight).toBe(0.25);
    }));

  it("that somebody began to fix are no business of who signs in after them", (context) =>
    walk(context, { as }, async (page, market, browser) => {
      const [sku] = (await market.shop.products("Criticado")) as [string];
      await page.goto("/portal/criticas?codigo=brand_unknown");
      await field(page, sku).fill("Marca de Lívia");
      await takeSession(browser, market, await market.shop.person("catalogue", "Rui Teles"));
      await page.reload();
      await field(page, sku).waitFor();
      expect(await field(page, sku).inputValue()).toBe("");
    }));

  it("are only read by who may not fix them", (context) =>
    walk(context, {}, async (page, market, browser) => {
      const [sku] = (await miscoloured(market.shop, 1)) as [string];
      await takeSession(browser, market, await market.shop.person("support"));
      await page.goto("/portal/criticas?codigo=color_unknown");
      await page.getByText("Seu papel só consulta críticas.").waitFor();
      await row(page, sku).getByText("Cor", { exact: true }).waitFor();
      await page.locator("[data-nth='0']").focus();
      await page.keyboard.type("sa");
      expect(
        await page
          .getByRole("textbox")
          .or(page.getByRole("button", { name: /^(Salvar|Aplicar)/ }))
          .count(),
      ).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
    }));

  it("take a suggestion with one key, and are saved with another", (context) =>
    walk(context, { as }, async (page, { shop }) => {
      const [one, other] = (await miscoloured(shop, 2)) as [string, string];
      await page.goto("/portal");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.type("gc");
      await page.getByRole("link", { name: /color_unknown/ }).focus();
      await page.keyboard.press("Enter");
      await row(page, one).waitFor();
      await page.locator("[data-nth='0']").focus();
      await page.keyboard.press("s");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("s");
      for (const sku of [one, other]) expect(await field(page, sku).inputValue()).toBe("Preto");
      await page.keyboard.press("Control+Enter");
      for (const sku of [one, other]) {
        await row(page, sku).getByText("Corrigido.").waitFor();
        await eventually(`${sku} in cataloguing`, async () => (await statusOf(shop, sku)) === "Em catalogação");
      }
    }));

  it("show the server's refusal in the row, and keep what was typed", (context) =>
    walk(context, { as, expectedFailures: [/^400 \/api\/v2\/products/] }, async (page, { shop }) => {
      const [sku] = (await shop.products("Criticado")) as [string];
      await page.goto("/portal/criticas?codigo=brand_unknown");
      await field(page, sku).fill("m".repeat(121));
      await page.keyboard.press("Control+Enter");
      await row(page, sku).getByText(/120/).waitFor();
      expect(await field(page, sku).inputValue()).toHaveLength(121);
      await field(page, sku).fill("Marca que não existe");
      await page.keyboard.press("Control+Enter");
      await row(page, sku).getByText("A crítica continua.").waitFor();
    }));

  it("fit a phone: nothing scrolls sideways, and a fix stands below what it is for", (context) =>
    walk(context, { as, viewport: PHONE }, async (page, { shop }) => {
      const [sku] = (await miscoloured(shop, 1)) as [string];
      await page.goto("/portal/criticas?codigo=color_unknown");
      await field(page, sku).fill("Azul-do-mar-profundo-que-ninguém-registrou");
      await page.getByRole("button", { name: /^Salvar/ }).click();
      await row(page, sku).getByText("A crítica continua.").waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
      const grid = "document.querySelector('[role=grid]')";
      expect(await page.evaluate(`${grid}.scrollWidth - ${grid}.clientWidth`)).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
    }));

  for (const { theme, language } of LOOKS)
    it(`are accessible in ${theme} and ${language}`, (context) =>
      walk(context, { as, theme, language }, async (page, { shop }) => {
        await miscoloured(shop, 1);
        for (const path of ["", "?codigo=color_unknown", "?codigo=nothing"]) {
          await page.goto(`/portal/criticas${path}`, { waitUntil: "networkidle" });
          expect(await seriousFindings(page), path).toEqual([]);
        }
      }));
});
