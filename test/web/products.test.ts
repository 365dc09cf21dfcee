import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { pathOf, publish } from "../wares.ts";
import { eventually } from "../harness.ts";
import { PHONE, seriousFindings, LOOKS } from "./browser.ts";
import { JOURNEY_MS, journeysThrough } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";

const { walk } = journeysThrough();
const AS = { as: ({ shopkeeper }: PagesMarket) => shopkeeper };

/** The list with these filters, once its rows are there. */
async function openList(page: Page, query = ""): Promise<void> {
  await page.goto(`/portal/produtos${query}`);
  await page.getByRole("row").nth(1).waitFor();
}
const rowOf = (page: Page, sku: string) => page.getByRole("row").filter({ hasText: sku });
const saved = (page: Page, text: RegExp) => page.getByRole("alert").filter({ hasText: text }).first().waitFor();

describe("the list of products", { timeout: JOURNEY_MS }, () => {
  it("is found by status, words and critique, and says the first thing that is wrong", (context) =>
    walk(context, AS, async (page, { shop }) => {
      const [wrong] = await shop.products("Criticado");
      const [good] = await shop.products("Em catalogação");
      await openList(page);
      await page.getByRole("tab", { name: /^Criticado/ }).click();
      await rowOf(page, wrong!).getByText('A marca "Ninguém" não está registrada').waitFor();
      expect(await rowOf(page, good!).count()).toBe(0);
      expect(new URL(page.url()).searchParams.get("situacao")).toBe("criticados");
      await page.getByRole("tab", { name: /^Todos/ }).click();
      await page.keyboard.press("/");
      await page.keyboard.type(good!.toLowerCase());
      await rowOf(page, good!).waitFor();
      await page.waitForURL(/texto=/);
      await expect.poll(() => page.getByRole("row").count()).toBe(2);
    }));

  it("keeps its place when a product was opened, by keyboard alone", (context) =>
    walk(context, AS, async (page, { shop }) => {
      await shop.products("Em catalogação", 60);
      await openList(page, "?situacao=em-catalogacao");
      await page.locator("[data-nth='0']").focus();
      for (let i = 0; i < 4; i += 1) await page.keyboard.press("PageDown");
      await page.waitForTimeout(200);
      const opened = (await page.locator("[role=row]:focus").textContent())!.match(/VISEIRA-E-\d+/)![0];
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForURL(`**/produtos/${opened}`);
      await page.goBack();
      await rowOf(page, opened).waitFor();
      expect(new URL(page.url()).searchParams.get("situacao")).toBe("em-catalogacao");
      expect(await rowOf(page, opened).getAttribute("tabindex")).toBe("0");
    }));

  it("changes many prices after showing what would happen, and takes it back once", (context) =>
    walk(context, AS, async (page, { shop }) => {
      const skus = await shop.products("Aprovado", 3);
      const priceOf = async (sku: string) => (await shop.get(pathOf(sku, "prices"))).json.salePrice;
      await openList(page, "?situacao=aprovados");
      for (const sku of skus) await rowOf(page, sku).getByRole("checkbox").click();
      await page.keyboard.press("e");
      await page.getByRole("dialog").waitFor();
      await page.getByLabel("Valor").fill("20");
      await page.getByText("3 mudam").waitFor();
      await page.getByText("R$ 179,88").first().waitFor();
      await page.getByRole("button", { name: "Mudar 3 produtos" }).click();
      await page.getByText("3 produtos mudaram.").waitFor();
      expect(await priceOf(skus[0]!)).toBe(179.88);
      await page.getByRole("button", { name: "Desfazer" }).click();
      await page.getByText("3 valores voltaram ao que eram.").waitFor();
      expect(await priceOf(skus[0]!)).toBe(149.9);
    }));

  it("says which rows the server would refuse, in its words", (context) =>
    walk(context, AS, async (page, { shop }) => {
      const skus = await shop.products("Em catalogação", 2);
      await openList(page, `?texto=${skus[0]!.slice(0, -3)}&situacao=em-catalogacao`);
      await rowOf(page, skus[0]!).getByRole("checkbox").click();
      await page.getByRole("button", { name: /Mudar preço ou estoque/ }).click();
      await page.getByLabel("Valor").fill("900");
      await page.getByText("1 seria recusado").waitFor();
      await page
        .getByText(/não pode passar do preço|maior que/)
        .first()
        .waitFor();
      expect(await page.getByRole("button", { name: /^Mudar 0/ }).isDisabled()).toBe(true);
    }));

  for (const { theme, language } of LOOKS)
    it(`is accessible in ${theme} and ${language}, list and families, wide and narrow`, (context) =>
      walk(context, { ...AS, theme, language }, async (page) => {
        await openList(page);
        expect(await seriousFindings(page)).toEqual([]);
        await openList(page, "?visao=familias");
        await page.setViewportSize(PHONE);
        expect(await seriousFindings(page)).toEqual([]);
      }));
});

describe("a product's form", { timeout: JOURNEY_MS }, () => {
  it("shows each critique at its field, takes a value from the list, and sends the product again", (context) =>
    walk(context, AS, async (page, { shop }) => {
      await publish(shop, shop.wares.visor("VISEIRA-CONSERTO", { color: "Pretoo" }));
      await eventually("the critique", async () => (await shop.get(pathOf("VISEIRA-CONSERTO", "status"))).json.code === "CRITICIZED");
      await page.goto("/portal/produtos/VISEIRA-CONSERTO");
      await page
        .getByRole("button", { name: /usar Preto/ })
        .first()
        .click();
      await page.getByText("Pronto para publicar").waitFor();
      await page.keyboard.press("Control+Enter");
      await saved(page, /enviado de novo/);
      await page.getByText("Em catalogação", { exact: true }).first().waitFor();
    }));

  it("asks for a change of a closed product, and writes price and stock at once", (context) =>
    walk(context, AS, async (page, { shop }) => {
      const [sku] = await shop.products("Aprovado");
      await page.goto(`/portal/produtos/${sku}`);
      await page.getByText("Este produto está fechado").waitFor();
      await page.getByLabel("Descrição").fill("Leve, para correr no sol forte; serve da cabeça P à G.");
      await page.getByLabel("Estoque físico").fill("31");
      await page.getByLabel("Recado para quem decide").fill("Texto novo da marca");
      await page.getByRole("button", { name: "Pedir a mudança" }).click();
      await saved(page, /Mudança de .* pedida/);
      expect((await shop.get(pathOf(sku!, "stocks"))).json.physical).toBe(31);
      const { json } = await shop.get(pathOf(sku!, "changes"));
      expect(json.items[0]).toMatchObject({ note: "Texto novo da marca", fields: [{ pointer: "/description" }] });
      await page.getByRole("link", { name: "Pedidos de mudança" }).click();
      await page.getByText("Texto novo da marca").waitFor();
      await page.getByText("/description", { exact: true }).waitFor();
    }));

  it("keeps what was typed over a reload", (context) =>
    walk(context, AS, async (page, { shop }) => {
      const [sku] = await shop.products("Criticado");
      await page.goto(`/portal/produtos/${sku}`);
      await page.getByLabel("Nome", { exact: false }).first().fill("Um nome que ainda não foi salvo");
      await page.waitForTimeout(500);
      await page.reload();
      await page.getByText("Rascunho recuperado").waitFor();
      expect(await page.locator("#field-name").inputValue()).toBe("Um nome que ainda não foi salvo");
      await page.getByRole("button", { name: "Descartar" }).click();
      expect(await page.locator("#field-name").inputValue()).toMatch(/^Viseira/);
    }));

  it("shows what somebody else has changed before anything is overwritten", (context) =>
    walk(context, AS, async (page, { shop }) => {
      const [sku] = await shop.products("Aprovado");
      await page.goto(`/portal/produtos/${sku}`);
      await page.getByLabel("Estoque físico").fill("50");
      await shop.put(pathOf(sku!, "stocks"), { available: 12 });
      await page.getByRole("button", { name: /^Salvar/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Alguém mudou este produto").waitFor();
      await dialog.getByText(/"available":12/).waitFor();
      expect((await shop.get(pathOf(sku!, "stocks"))).json.physical).toBe(12);
      await dialog.getByLabel(/Você quer/).check();
      await dialog.getByRole("button", { name: "Continuar com esta escolha" }).click();
      await page.getByRole("button", { name: /^Salvar/ }).click();
      await saved(page, /salvos/);
      expect((await shop.get(pathOf(sku!, "stocks"))).json.physical).toBe(50);
    }));

  it("shows stored markup as text, wherever it stands", (context) =>
    walk(context, AS, async (page, { shop }) => {
      const markup = "<img src=x onerror=alert(1)><b>x</b>";
      const ware = shop.wares.visor("VISEIRA-MARCA", {
        brand: markup,
        color: markup,
        size: markup,
        manufacturerCode: markup,
        eanIsbn: markup,
      });
      await publish(shop, { ...ware, attributes: [{ name: markup, values: [markup] }] });
      await eventually("the critiques", async () => (await shop.get(pathOf("VISEIRA-MARCA", "status"))).json.code === "CRITICIZED");
      await openList(page, "?texto=viseira-marca");
      await rowOf(page, "VISEIRA-MARCA").getByText(markup).first().waitFor();
      await page.goto("/portal/produtos/VISEIRA-MARCA");
      await page.getByText(markup).first().waitFor();
      expect(await page.locator("img[src=x]").count()).toBe(0);
      expect(await page.locator("#field-manufacturerCode").inputValue()).toBe(markup);
    }));

  it("explains the stock by its ledger", (context) =>
    walk(context, AS, async (page, { shop }) => {
      const { sku } = await shop
        .order("approved")
        .then(async () => ({ sku: (await shop.get("/api/v1/catalog?status=Aprovado&size=1")).json.items[0].sku }));
      await page.goto(`/portal/produtos/${sku}`);
      await page.getByRole("link", { name: "Por que este número?" }).click();
      await page.getByText("Estoque enviado na criação do produto.").waitFor();
    }));

  for (const { theme, language } of LOOKS)
    it(`is accessible in ${theme} and ${language}`, (context) =>
      walk(context, { ...AS, theme, language }, async (page, { shop }) => {
        const [sku] = await shop.products("Criticado");
        await page.goto(`/portal/produtos/${sku}`);
        await page.locator("#field-name").waitFor();
        await page.waitForLoadState("networkidle");
        expect(await seriousFindings(page)).toEqual([]);
        await page.goto("/portal/produtos/novo");
        await page.locator("#field-department").waitFor();
        expect(await seriousFindings(page)).toEqual([]);
      }));
});
