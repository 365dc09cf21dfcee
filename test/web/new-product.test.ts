import type { Page, Response } from "playwright-core";
import { describe, expect, it } from "vitest";
import { pathOf, publish } from "../wares.ts";
import { eventually } from "../harness.ts";
import { JOURNEY_MS, journeysThrough } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";
import type { Shop } from "./shop.ts";

/** One product published by the form, from nothing to Recebido (web 4, web 7). */
const { walk } = journeysThrough();
const AS = { as: ({ shopkeeper }: PagesMarket) => shopkeeper };
const NEW = "/portal/produtos/novo";
const REFUSED = /^(400|409) \/api\/v2\/products$/;

/** Lists, in their order on the page: their value is chosen. */
const CHOSEN = [
  ["Departamento", "Corrida"],
  ["Tipo de produto", "Viseira"],
] as const;
const typedFields = (sku: string, brand: string) =>
  [
    ["SKU", sku],
    ["Família", sku],
    ["Marca", brand],
    ["Gênero", "Unissex"],
    ["Nome", `Viseira ${brand} Brisa Unissex`],
    ["Descrição", "Leve e resistente, para o dia a dia; serve da cabeça P à G."],
    ["Cor", "Preto"],
    ["Tamanho", "Único"],
    ["Altura", "12,5"],
    ["Largura", "0,07"],
    ["Profundidade", "30"],
    ["Peso", "0,25"],
  ] as const;
const LATER = [
  ["Material", "Algodão"],
  ["Indicado para", "Corrida"],
  ["Preço de", "199,9"],
  ["Preço por", "149,9"],
  ["Estoque físico", "7"],
] as const;

const labelled = (page: Page, label: string) =>
  page
    .getByRole("main")
    .getByLabel(new RegExp(`^${label}( \\*)?$`))
    .and(page.locator("input, textarea"));
const isList = async (page: Page, label: string) => (await labelled(page, label).getAttribute("aria-haspopup")) === "listbox";

/** Goes on with Tab until a field has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  const id = await labelled(page, label).getAttribute("id");
  for (let tabs = 0; tabs < 12; tabs += 1) {
    if ((await page.evaluate("document.activeElement.id")) === id) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to "${label}"`);
}
async function typeInto(page: Page, label: string, value: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.type(value);
  if (!(await isList(page, label))) return;
  await page.getByRole("option", { name: value, exact: true }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}
/** Fills a field in with the mouse. */
async function click(page: Page, label: string, value: string): Promise<void> {
  await labelled(page, label).click();
  if (!(await isList(page, label))) return labelled(page, label).fill(value);
  await labelled(page, label).fill(value);
  await page.getByRole("option", { name: value, exact: true }).click();
}

const isPublication = (response: Response) => response.request().method() === "POST" && response.url().endsWith("/api/v2/products");
const statusOf = async (shop: Shop, sku: string) => (await shop.get(pathOf(sku, "status"))).json.status as string | undefined;

/** What each of these fields refuses. */
const WRONG = [
  ["SKU", "VIS NOVA"],
  ["Família", "-X"],
  ["Nome", "<b>Viseira</b>"],
  ["Descrição", "Leve &amp; boa"],
  ["EAN ou ISBN", "123"],
  ["Código do fabricante", "c".repeat(300)],
  ["Altura", "99999"],
  ["Vídeo", "ftp://viseira"],
  ["Preço por", "0"],
] as const;
/** Fields whose place in the form is not their name in the body. */
const PLACES: Readonly<Record<string, string>> = { "/price": "listPrice", "/stock": "available", "/images": "images-0" };

/** What a field says is wrong with it, as it is read to who does not see it. */
async function messageAt(page: Page, pointer: string): Promise<string> {
  const [, field, name] = /^(\/[^/]+)(?:\/([^/]+))?/.exec(pointer)!;
  const id = field === "/price" && name !== undefined ? name : (PLACES[field!] ?? field!.slice(1));
  // At once, for what is said may change between two questions.
  const described = `(document.getElementById("field-${id}")?.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean)`;
  return page.evaluate(`${described}.map((part) => document.getElementById(part)?.textContent ?? "").join(" ")`);
}

describe("a new product", { timeout: 2 * JOURNEY_MS }, () => {
  it("is published by the keyboard alone, from an empty list until it is Recebido", (context) =>
    walk(context, { as: async ({ newShop }) => (await newShop("Loja Nova")).person("catalogue") }, async (page, { baseUrl, shop }) => {
      await page.goto("/portal");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.type("gp");
      await page.getByRole("heading", { name: "Produtos" }).waitFor();
      await page.keyboard.press("n");
      await page.waitForURL(`**${NEW}`);
      for (const [label, value] of [...CHOSEN, ...typedFields("VIS-TECLADO", shop.wares.brand(0))]) await typeInto(page, label, value);
      await tabTo(page, "Peso");
      for (let tabs = 0; tabs < 5; tabs += 1) {
        await page.keyboard.press("Tab");
        if ((await page.evaluate("document.activeElement.textContent")) === "Acrescentar foto") break;
      }
      await page.keyboard.press("Enter");
      await page.keyboard.type(`${baseUrl}/images/cap-black.jpg`);
      await page.getByText(/× \d+ px/).waitFor();
      for (const [label, value] of LATER) await typeInto(page, label, value);
      await page.getByText("Pronto para publicar").waitFor();
      await page.keyboard.press("Control+Enter");
      await page.waitForURL("**/produtos/VIS-TECLADO");
      await page.getByRole("alert").filter({ hasText: "VIS-TECLADO recebido" }).waitFor();
      await page.getByRole("heading", { level: 1, name: /Brisa Unissex/ }).waitFor();
    }));

  it("is published with the mouse, and followed until the validation has passed it", (context) =>
    walk(context, AS, async (page, { baseUrl, shop }) => {
      await page.goto("/portal/produtos");
      await page.getByRole("link", { name: "Novo produto" }).first().click();
      for (const [label, value] of [...CHOSEN, ...typedFields("VIS-MOUSE", shop.wares.brand(0))]) await click(page, label, value);
      await page.getByRole("button", { name: "Acrescentar foto" }).click();
      await page.getByLabel("Endereço da foto 1").fill(`${baseUrl}/images/cap-black.jpg`);
      for (const [label, value] of LATER) await click(page, label, value);
      await page.getByText("Pronto para publicar").waitFor();
      const sent = page.waitForResponse(
        (response) => response.request().method() === "POST" && response.url().endsWith("/api/v2/products"),
      );
      await page.getByRole("button", { name: "Publicar" }).click();
      expect(await (await sent).json()).toMatchObject({ sku: "VIS-MOUSE", status: "Recebido" });
      await page.waitForURL("**/produtos/VIS-MOUSE");
      await page.getByText("Em catalogação", { exact: true }).first().waitFor();
      expect(await statusOf(shop, "VIS-MOUSE")).toBe("Em catalogação");
    }));

  it("is checked while one types, and shows each refusal of the server at its field without losing a word", (context) =>
    walk(context, { ...AS, expectedFailures: [REFUSED] }, async (page, { shop }) => {
      const sent: string[] = [];
      page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
      await page.goto(NEW);
      for (const [label, value] of CHOSEN) await click(page, label, value);
      const [first, ...others] = WRONG;
      await click(page, ...first);
      await expect.poll(() => messageAt(page, "/sku")).toContain('O campo sku veio como "VIS NOVA"');
      expect([...new Set(sent)]).toEqual(["/api/v2/products/validate"]);
      for (const [label, value] of others) await click(page, label, value);
      await page.getByRole("button", { name: "Acrescentar foto" }).click();
      await page.getByLabel("Endereço da foto 1").fill("http://127.0.0.1/viseira.png");
      const answer = page.waitForResponse(isPublication);
      await page.getByRole("button", { name: "Publicar" }).click();
      const { details } = (await (await answer).json()) as { readonly details: readonly { pointer: string; message: string }[] };
      expect(details.length).toBeGreaterThan(WRONG.length);
      for (const { pointer, message } of details)
        await expect.poll(() => messageAt(page, pointer), { message: pointer }).toContain(message);
      await page.getByRole("alert").getByText("O servidor recusou o que está marcado nos campos.").waitFor();
      for (const [label, value] of WRONG) expect(await labelled(page, label).inputValue(), label).toContain(value);
      expect((await shop.get("/api/v1/catalog?text=VIS-NOVA")).json.items).toEqual([]);
    }));

  it("says at the sku that somebody else has taken it meanwhile, and is published under another one", (context) =>
    walk(context, { ...AS, expectedFailures: [REFUSED] }, async (page, { baseUrl, shop }) => {
      await page.goto(NEW);
      for (const [label, value] of [...CHOSEN, ...typedFields("VIS-DISPUTADA", shop.wares.brand(0))]) await click(page, label, value);
      await page.getByRole("button", { name: "Acrescentar foto" }).click();
      await page.getByLabel("Endereço da foto 1").fill(`${baseUrl}/images/cap-black.jpg`);
      for (const [label, value] of LATER) await click(page, label, value);
      await page.getByText("Pronto para publicar").waitFor();
      await publish(shop, shop.wares.visor("VIS-DISPUTADA"));
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => messageAt(page, "/sku")).toContain("já está cadastrado");
      await page.reload();
      await page.getByText("Rascunho recuperado").waitFor();
      await click(page, "SKU", "VIS-OUTRA");
      await page.getByText("Pronto para publicar").waitFor();
      await page.keyboard.press("Control+Enter");
      await page.waitForURL("**/produtos/VIS-OUTRA");
      await eventually("the product", async () => (await statusOf(shop, "VIS-OUTRA")) === "Em catalogação");
    }));
});
