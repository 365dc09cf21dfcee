import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { pathOf, publish, SHOE_SIZES } from "../wares.ts";
import { eventually } from "../harness.ts";
import { seriousFindings, LOOKS } from "./browser.ts";
import { JOURNEY_MS, journeysThrough, takeSession } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";

/** A family from the form to the marketplace, and edited as one (web 4, web 7). */
const { walk } = journeysThrough();
const AS = { as: ({ shopkeeper }: PagesMarket) => shopkeeper };

const FIELDS = {
  productGroup: "TEN-SERRA",
  name: "Tênis de Corrida Altipasso Serra Amortecido Unissex",
  description: "Tênis leve para treinos diários, com cabedal respirável.",
  height: "12,5",
  width: "20",
  depth: "32",
  weight: "0,75",
} as const;

/** Chooses an option of a list, by the keyboard alone. */
async function choose(page: Page, field: string, ...values: readonly string[]): Promise<void> {
  await page.locator(`#field-${field}`).focus();
  for (const value of values) {
    await page.keyboard.type(value);
    await page.getByRole("option", { name: value, exact: true }).first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Tab");
}
async function type(page: Page, field: string, text: string): Promise<void> {
  await page.locator(`#field-${field}`).focus();
  await page.keyboard.type(text);
}

/** Fills in what all variants share. */
async function fillShared(page: Page): Promise<void> {
  await choose(page, "department", "Corrida");
  await choose(page, "productType", "Tênis de Corrida");
  await page.locator("#field-name").waitFor();
  await choose(page, "brand", "Altipasso");
  await choose(page, "gender", "Unissex");
  for (const [field, text] of Object.entries(FIELDS)) await type(page, field, text);
  for (const [attribute, value] of [
    ["Indicado para", "Corrida"],
    ["Material do cabedal", "Malha respirável"],
    ["Solado", "Borracha"],
  ] as const) {
    await page.getByRole("combobox", { name: attribute }).or(page.getByLabel(attribute)).first().focus();
    await page.keyboard.type(value);
    await page.getByRole("option", { name: value, exact: true }).first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
  }
}

const cell = (page: Page, row: string, size: string) =>
  page
    .getByRole("row")
    .filter({ hasText: row })
    .locator(`[aria-colindex="${SHOE_SIZES.indexOf(size as never) + 2}"]`);

describe("a family", { timeout: 2 * JOURNEY_MS }, () => {
  it("is published from the form by keyboard alone, until the marketplace approves it", (context) =>
    walk(context, AS, async (page, { shop, admin, baseUrl }) => {
      await page.goto("/portal/produtos/novo?tipo=familia");
      await fillShared(page);
      await choose(page, "variations", "Preto", "Azul");
      await choose(page, "sizes", ...SHOE_SIZES);
      for (const [color, file] of [
        ["Preto", "shoe-black"],
        ["Azul", "shoe-blue"],
      ] as const) {
        await page
          .getByRole("region", { name: `Fotos: ${color}` })
          .getByRole("button", { name: "Acrescentar foto" })
          .press("Enter");
        await page.keyboard.type(`${baseUrl}/images/${file}.jpg`);
      }
      await page
        .getByText(/640 × 640|× \d+ px/)
        .first()
        .waitFor();
      // Typed once, then filled to the right and down as in a spreadsheet.
      await cell(page, "Preto", "38").focus();
      for (const units of ["5", "6", "7", "8"]) {
        await page.keyboard.type(units);
        await page.keyboard.press("Tab");
      }
      await cell(page, "Azul", "38").focus();
      await page.keyboard.press("Shift+End");
      await page.keyboard.press("Control+d");
      await page.getByRole("radiogroup", { name: "Valor que a grade mostra" }).getByLabel("Preço por").focus();
      await page.keyboard.press("Space");
      await cell(page, "Preto", "38").focus();
      await page.keyboard.press("Control+a");
      await pasteInto(page, "249,90");
      await page.getByText("Pronto para publicar").waitFor();
      await page.getByRole("button", { name: "Publicar 8 variações" }).press("Enter");
      await page.waitForURL("**/produtos/familia/TEN-SERRA");
      await expect.poll(async () => page.getByText("Em catalogação", { exact: true }).count(), { timeout: 20_000 }).toBe(8);
      const sku = "TEN-SERRA-PRETO-38";
      expect((await shop.get(pathOf(sku, "stocks"))).json.physical).toBe(5);
      expect((await shop.get(pathOf(sku, "prices"))).json.salePrice).toBe(249.9);
      await admin.post(`/operator/v1/sellers/${shop.sellerId}/products/${sku}/review`, { decision: "approve" });
      await page.reload();
      await page.getByText("Aprovado", { exact: true }).first().waitFor();
    }));

  it("keeps everything that was typed over a reload", (context) =>
    walk(context, AS, async (page) => {
      await page.goto("/portal/produtos/novo?tipo=familia");
      await fillShared(page);
      await choose(page, "variations", "Verde");
      await choose(page, "sizes", "38", "39");
      await cell(page, "Verde", "38").click();
      await page.keyboard.type("3");
      await page.keyboard.press("Enter");
      await page.waitForTimeout(500);
      await page.reload();
      await page.getByText("Rascunho recuperado").waitFor();
      expect(await page.locator("#field-name").inputValue()).toBe(FIELDS.name);
      await cell(page, "Verde", "38").getByText(/3$/).waitFor();
      await page.getByRole("button", { name: "Descartar" }).click();
    }));

  it("that was not published is no business of a colleague at the same computer", (context) =>
    walk(context, AS, async (page, market, browser) => {
      const begin = async () => {
        await page.goto("/portal/produtos/novo?tipo=familia");
        await choose(page, "department", "Corrida");
        await choose(page, "productType", "Tênis de Corrida");
        await choose(page, "variations", "Verde");
        await choose(page, "sizes", "38");
      };
      await begin();
      await cell(page, "Verde", "38").click();
      await page.keyboard.type("3");
      await page.keyboard.press("Enter");
      await cell(page, "Verde", "38").getByText(/3$/).waitFor();
      await takeSession(browser, market, await market.shop.person("catalogue", "Rui Teles"));
      await begin();
      await cell(page, "Verde", "38").waitFor();
      expect(await cell(page, "Verde", "38").textContent()).not.toContain("3");
    }));

  it("is edited as one: values pasted across variants, saved with one call, taken back once", (context) =>
    walk(context, AS, async (page, { shop }) => {
      for (const color of ["Preto", "Azul"])
        for (const size of SHOE_SIZES) await publish(shop, shop.wares.shoe("MAR", size, { sku: `MAR-${color}-${size}`, color }));
      await page.goto("/portal/produtos/familia/MAR");
      await cell(page, "Preto", "38").click();
      await pasteInto(page, "11\t12\t13\t14\n21\t22\t23\t24");
      await page.keyboard.press("Control+z");
      await expect.poll(() => page.getByRole("button", { name: /^Salvar/ }).isDisabled()).toBe(true);
      await page.keyboard.press("Control+y");
      await page.getByRole("button", { name: "Salvar 8 variações" }).click();
      await page.getByRole("button", { name: "Desfazer" }).waitFor();
      const stockOf = async (sku: string) => (await shop.get(pathOf(sku, "stocks"))).json.physical;
      expect([await stockOf("MAR-Preto-38"), await stockOf("MAR-Azul-41")]).toEqual([11, 24]);
      await page.getByRole("button", { name: "Desfazer" }).click();
      await eventually("the values before", async () => (await stockOf("MAR-Preto-38")) === 7);
    }));

  it("says at the cell what is refused, and that somebody else was quicker", (context) =>
    walk(context, AS, async (page, { shop }) => {
      for (const size of SHOE_SIZES) await publish(shop, shop.wares.shoe("RIO", size));
      await page.goto("/portal/produtos/familia/RIO");
      await cell(page, "Preto", "39").click();
      await page.keyboard.type("muitos");
      await page.keyboard.press("Enter");
      await page
        .getByText(/muitos/)
        .last()
        .waitFor();
      await expect.poll(() => cell(page, "Preto", "39").getAttribute("aria-invalid")).toBe("true");
      await page.keyboard.press("Control+z");
      await cell(page, "Preto", "40").click();
      await page.keyboard.type("40");
      await page.keyboard.press("Enter");
      await shop.put(pathOf("RIO-40", "stocks"), { available: 3 });
      await page.getByRole("button", { name: "Salvar 1 variação" }).click();
      await expect.poll(() => cell(page, "Preto", "40").getAttribute("aria-invalid")).toBe("true");
      expect((await shop.get(pathOf("RIO-40", "stocks"))).json.physical).toBe(3);
      // What the other one wrote stands beside it; whoever saves again has seen it.
      await cell(page, "Preto", "40")
        .getByText(/antes 3$/)
        .waitFor();
      await page.getByRole("button", { name: "Salvar 1 variação" }).click();
      await eventually("the own value", async () => (await shop.get(pathOf("RIO-40", "stocks"))).json.physical === 40);
    }));

  for (const { theme, language } of LOOKS)
    it(`is accessible in ${theme} and ${language}`, (context) =>
      walk(context, { ...AS, theme, language }, async (page, { shop }) => {
        const group = `LUZ-${theme}-${language}`;
        for (const size of SHOE_SIZES) await publish(shop, shop.wares.shoe(group, size));
        await page.goto(`/portal/produtos/familia/${group}`);
        await cell(page, "Preto", "38").waitFor();
        expect(await seriousFindings(page)).toEqual([]);
      }));
});

/** Pastes a text as a spreadsheet puts it on the clipboard. */
const pasteInto = (page: Page, text: string): Promise<void> =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData("text/plain", ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);
