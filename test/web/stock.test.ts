import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PASSWORD, type Person, SESSION } from "../people/people.ts";
import { pathOf, publish } from "../wares.ts";
import { PHONE, seriousFindings, LOOKS } from "./browser.ts";
import { JOURNEY_MS, journeysThrough, takeSession } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";
import { cell, focused, paste, press } from "./sheet.ts";
import type { Shop } from "./shop.ts";

const { walk } = journeysThrough();
const ADDRESS = "/portal/estoque";
const [PHYSICAL, FOR_SALE, LIST, SALE] = [1, 3, 4, 5];
const PLAIN = "Viseira de Corrida com um nome comprido, que não cabe na coluna";
/** As it must not be stored, and as it must be shown if it is. */
const NAME = PLAIN.replace("com um", "<b>com um</b>");

interface Stocked {
  readonly shop: Shop;
  readonly person: Person;
}

/** A shop of its own with products of 10 units at 200 and 149.90: `VIS-001`, `VIS-002`, … */
async function stockedShop(market: PagesMarket, count = 3): Promise<Stocked> {
  const shop = await market.newShop("Loja de Estoque");
  for (let nth = 1; nth <= count; nth += 1)
    await publish(
      shop,
      shop.wares.visor(skuOf(nth), { name: PLAIN, stock: { available: 10 }, price: { listPrice: 200, salePrice: 149.9 } }),
    );
  await market.database.query("update products set core = replace(core, $2, $3) where seller_id = $1", [shop.sellerId, PLAIN, NAME]);
  return { shop, person: await shop.person("stock") };
}
const skuOf = (nth: number): string => `VIS-${String(nth).padStart(3, "0")}`;

async function openSheet(page: Page, browser: BrowserContext, market: PagesMarket, person: Person, path = ADDRESS): Promise<void> {
  await takeSession(browser, market, person);
  await page.goto(path);
  await cell(page, 0, PHYSICAL).getByText("10").waitFor();
}
const physicalOf = async (shop: Shop, nth: number): Promise<unknown> => (await shop.get(pathOf(skuOf(nth), "stocks"))).json.physical;
const save = async (page: Page): Promise<void> => {
  await page.keyboard.press("Control+s");
};
const saved = (page: Page) => page.getByText("Tudo gravado").waitFor();

describe("stock and price", { timeout: JOURNEY_MS }, () => {
  it("are edited and saved by the keyboard alone", (context) =>
    walk(context, {}, async (page, market, browser) => {
      const { shop, person } = await stockedShop(market);
      await takeSession(browser, market, person);
      await page.goto("/portal");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await press(page, "g", "e");
      await cell(page, 0, PHYSICAL).getByText("10").waitFor();
      for (let tabs = 0; tabs < 30 && (await focused(page)) === undefined; tabs += 1) await press(page, "Tab");
      expect(await focused(page)).toBe(`0:${PHYSICAL}`);
      await press(page, "4", "0", "Enter", "1", "2", "Tab", "2", "1", "0", ",", "5", "Tab", "1", "9", "9", ",", "9", "0", "Enter");
      await page.getByText("4 alterações em 2 produtos").waitFor();
      expect(await cell(page, 1, SALE).textContent()).toContain("199,90");
      await save(page);
      await saved(page);
      expect([await physicalOf(shop, 1), await physicalOf(shop, 2)]).toEqual([40, 12]);
      expect((await shop.get(pathOf(skuOf(2), "prices"))).json).toMatchObject({ listPrice: 210.5, salePrice: 199.9 });
      expect(await page.locator("[data-edited]").count()).toBe(0);
      // Undone after it was saved, the former value is a change again.
      await press(page, "Control+z");
      await page.getByText("1 alteração em 1 produto").waitFor();
      await save(page);
      await saved(page);
      expect((await shop.get(pathOf(skuOf(2), "prices"))).json).toMatchObject({ listPrice: 210.5, salePrice: 149.9 });
    }));

  it("take two hundred rows from a spreadsheet", (context) =>
    walk(context, {}, async (page, market, browser) => {
      const { shop, person } = await stockedShop(market, 230);
      await browser.grantPermissions(["clipboard-read", "clipboard-write"]);
      await openSheet(page, browser, market, person);
      await page.getByText("230 produtos").waitFor();
      await cell(page, 0, LIST).click();
      const line = (nth: number) => `R$ 1.${String(nth).padStart(3, "0")},50\t${nth},90`;
      await paste(page, Array.from({ length: 200 }, (_, nth) => line(nth + 1)).join("\r\n"));
      // One of the prices is what it was.
      await page.getByText("399 alterações em 200 produtos").waitFor();
      await save(page);
      await saved(page);
      expect((await shop.get(pathOf(skuOf(200), "prices"))).json).toMatchObject({ listPrice: 1200.5, salePrice: 200.9 });
      expect((await shop.get(pathOf(skuOf(201), "prices"))).json).toMatchObject({ listPrice: 200, salePrice: 149.9 });
      await press(page, "Control+End");
      expect(await focused(page)).toBe(`229:${SALE}`);
    }));

  it("of one product, changed by two people, show both values before anything is overwritten", (context) =>
    walk(context, { expectedFailures: [/^412 /] }, async (page, market, browser) => {
      const { shop, person } = await stockedShop(market);
      await openSheet(page, browser, market, person);
      const others = await browser.browser()!.newContext({ baseURL: market.baseUrl, locale: "pt-BR" });
      const otherPage = await others.newPage();
      await openSheet(otherPage, others, market, await shop.person("stock", "Rui Teles"));
      await cell(page, 0, PHYSICAL).focus();
      await press(page, "2", "5", "Enter");
      await cell(otherPage, 0, PHYSICAL).focus();
      await press(otherPage, "3", "0", "Enter");
      await save(otherPage);
      await saved(otherPage);
      await others.close();
      await save(page);
      await page.getByText("outra pessoa gravou 30; o seu é 25. Quando você começou, era 10.").waitFor();
      await page.getByText("1 em conflito").waitFor();
      expect(await physicalOf(shop, 1)).toBe(30);
      expect(await seriousFindings(page)).toEqual([]);
      await press(page, "Alt+n", "Tab", "Tab", "Enter");
      await saved(page);
      expect(await physicalOf(shop, 1)).toBe(25);
      expect(await focused(page)).toBe(`0:${PHYSICAL}`);
    }));

  it("give way to somebody else's price", (context) =>
    walk(context, {}, async (page, market, browser) => {
      const { shop, person } = await stockedShop(market);
      await openSheet(page, browser, market, person);
      await cell(page, 0, SALE).focus();
      await press(page, "9", "0", "Enter");
      await shop.put(pathOf(skuOf(1), "prices"), { listPrice: 200, salePrice: 120 });
      await save(page);
      await page.getByRole("button", { name: "Ficar com R$ 120,00" }).click();
      await saved(page);
      expect((await shop.get(pathOf(skuOf(1), "prices"))).json).toMatchObject({ salePrice: 120 });
      expect(await cell(page, 0, SALE).textContent()).toBe("R$\u00A0120,00");
    }));

  it("show each refusal at its cell and keep what was typed", (context) =>
    walk(context, { expectedFailures: [/^4(00|22) /] }, async (page, market, browser) => {
      const { shop, person } = await stockedShop(market);
      await openSheet(page, browser, market, person);
      await cell(page, 0, SALE).focus();
      await press(page, "2", "5", "0", "Enter");
      await cell(page, 1, PHYSICAL).focus();
      await press(page, "d", "e", "z", "Enter");
      await cell(page, 2, PHYSICAL).focus();
      await press(page, "1", "1", "Enter");
      await save(page);
      await page.getByText("salePrice 250 é maior que listPrice 200").waitFor();
      await page.getByText("2 recusados").waitFor();
      expect(await cell(page, 0, SALE).getAttribute("aria-invalid")).toBe("true");
      expect(await cell(page, 0, SALE).textContent()).toContain("250,00");
      expect(await cell(page, 1, PHYSICAL).textContent()).toContain("dez");
      expect(await physicalOf(shop, 3)).toBe(11);
      expect(await seriousFindings(page)).toEqual([]);
      await cell(page, 0, SALE).focus();
      await press(page, "1", "9", "0", "Enter");
      await page.getByText("1 recusado").waitFor();
      await press(page, "Alt+n", "1", "5", "Enter");
      await save(page);
      await saved(page);
      expect(await physicalOf(shop, 2)).toBe(15);
    }));

  it("keep unsaved changes over a reload", (context) =>
    walk(context, {}, async (page, market, browser) => {
      const { shop, person } = await stockedShop(market);
      await openSheet(page, browser, market, person);
      await cell(page, 0, PHYSICAL).focus();
      await press(page, "4", "1", "Enter");
      await shop.put(pathOf(skuOf(2), "stocks"), { available: 5 });
      await page.reload();
      await page.getByText("1 alteração em 1 produto").waitFor();
      await cell(page, 0, PHYSICAL).getByText("41").waitFor();
      await save(page);
      await saved(page);
      expect(await physicalOf(shop, 1)).toBe(41);
    }));

  it("count a conflict after a reload as well", (context) =>
    walk(context, { expectedFailures: [/^412 /] }, async (page, market, browser) => {
      const { shop, person } = await stockedShop(market);
      await openSheet(page, browser, market, person);
      await cell(page, 0, PHYSICAL).focus();
      await press(page, "4", "1", "Enter");
      await shop.put(pathOf(skuOf(1), "stocks"), { available: 30 });
      await save(page);
      await page.getByText("1 em conflito").waitFor();
      const button = page.getByRole("button", { name: "Gravar", exact: true });
      const before = (await button.boundingBox())!;
      await page.reload();
      await page.getByText("1 em conflito").waitFor();
      expect((await button.boundingBox())!.x, "left end of the button").toBeCloseTo(before.x, 0);
    }));

  it("are saved after a session that ended in the middle", (context) =>
    walk(context, { expectedFailures: [/^401 /] }, async (page, market, browser) => {
      const { shop, person } = await stockedShop(market);
      await openSheet(page, browser, market, person);
      await cell(page, 0, PHYSICAL).focus();
      await press(page, "4", "2", "Enter", "4", "3", "Enter");
      await person.request("DELETE", SESSION);
      await save(page);
      const dialog = page.getByRole("dialog", { name: "Sua sessão terminou" });
      await dialog.getByLabel("Senha", { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
      await saved(page);
      expect([await physicalOf(shop, 1), await physicalOf(shop, 2)]).toEqual([42, 43]);
    }));

  it("warn when reservations were subtracted twice, and explain every number", (context) =>
    walk(context, {}, async (page, market, browser) => {
      const { shop } = await stockedShop(market, 1);
      const [sku] = await shop.products("Aprovado", 1, () => ({ sku: "VIS-000", productGroup: "VIS-000", stock: { available: 10 } }));
      await shop.order("created", sku);
      await openSheet(page, browser, market, await shop.person("administrator"));
      expect(await cell(page, 0, FOR_SALE).textContent()).toBe("9");
      await cell(page, 0, PHYSICAL).focus();
      await press(page, "9", "Enter");
      await save(page);
      await page.getByText("é o anterior 10 menos o reservado 1").waitFor();
      await page.goto(`${ADDRESS}?filter=double-count`);
      await page.getByText("1 produto", { exact: true }).waitFor();
      await cell(page, 0, PHYSICAL).focus();
      await press(page, "Tab", "Enter");
      await page.getByText("1 alteração em 1 produto").waitFor();
      await save(page);
      await page.getByText("Tudo gravado").waitFor();
      await press(page, "Alt+p");
      const why = page.getByRole("dialog", { name: "Por que 9 à venda?" });
      await why.getByText("10 − 1 = 9").waitFor();
      await why.getByText(/^O pedido \d+ reservou unidades/).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await press(page, "Escape");
      await page.goto(`${ADDRESS}?filter=negative`);
      await page.getByRole("heading", { name: "Nenhum produto nesta situação" }).waitFor();
    }));

  it("are only read by who may not change them", (context) =>
    walk(context, {}, async (page, market, browser) => {
      const { shop } = await stockedShop(market);
      await openSheet(page, browser, market, await shop.person("support"));
      await page.getByText("Seu papel só consulta estoque e preço.").waitFor();
      await cell(page, 0, PHYSICAL).focus();
      await press(page, "4", "Enter");
      expect(await page.getByRole("textbox").count()).toBe(0);
    }));

  it("on a phone are a list with one number each", (context) =>
    walk(context, { viewport: PHONE }, async (page, market, browser) => {
      const { shop, person } = await stockedShop(market, 40);
      await takeSession(browser, market, person);
      await page.goto(ADDRESS);
      const input = page.getByLabel("Físico de VIS-001");
      await input.fill("44");
      await press(page, "Enter");
      await page.getByText("1 alteração em 1 produto").waitFor();
      const button = page.getByRole("button", { name: "Gravar" });
      const { y = 0, height = 0 } = (await button.boundingBox()) ?? {};
      expect(y + height, "lower end of the button in the window").toBeLessThan(PHONE.height);
      await button.click();
      await saved(page);
      expect(await physicalOf(shop, 1)).toBe(44);
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByText(NAME).first().waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
    }));

  for (const { theme, language } of LOOKS)
    it(`are accessible in ${theme} and ${language}`, (context) =>
      walk(context, { theme, language }, async (page, market, browser) => {
        const { person } = await stockedShop(market);
        await openSheet(page, browser, market, person);
        await page.getByText(NAME).first().waitFor();
        await cell(page, 0, PHYSICAL).focus();
        await press(page, "4", "0", "Enter");
        expect(await seriousFindings(page)).toEqual([]);
        await page.goto(`${ADDRESS}?sku=NADA`);
        await page.getByRole("heading", { level: 2 }).waitFor();
        expect(await seriousFindings(page)).toEqual([]);
      }));
});
