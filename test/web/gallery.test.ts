import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PASSWORD, SESSION } from "../people/people.ts";
import { publish } from "../wares.ts";
import { seriousFindings, LOOKS } from "./browser.ts";
import { buildGallery } from "./build-gallery.ts";
import { JOURNEY_MS, journeysThrough, takeSession } from "./journeys.ts";
import { type PagesMarket, startPages } from "./market.ts";

const { walk } = journeysThrough(async () => {
  const market = await startPages({ pages: await buildGallery() });
  // What the form of the gallery is about.
  await publish(market.shop, market.shop.wares.visor("BRISA-M"));
  return market;
});
const as = ({ shopkeeper }: PagesMarket) => shopkeeper;
const rows = (page: Page) => page.getByRole("grid").getByRole("row");
const firstSku = (page: Page) => rows(page).nth(1).getByRole("gridcell").first().textContent();

describe("the shared components", { timeout: JOURNEY_MS }, () => {
  for (const { theme, language } of LOOKS)
    it.for(["/portal", "/portal/produtos", "/portal/produtos?criticados=true", "/portal/produtos?marca=garoa"])(
      `are accessible in ${theme} and ${language}: %s`,
      (path, context) =>
        walk(context, { as, theme, language }, async (page) => {
          await page.goto(path, { waitUntil: "networkidle" });
          await page.getByRole("heading", { level: 1 }).waitFor();
          expect(await seriousFindings(page)).toEqual([]);
        }),
    );

  it("keep what was typed when the session ends, ask to sign in over the page, and repeat the call", (context) =>
    walk(context, { expectedFailures: [/^401 \/api\/v2\/products\/BRISA-M\/stocks$/] }, async (page, { baseUrl, shop }, browser) => {
      const person = await shop.person("stock");
      await takeSession(browser, { baseUrl }, person);
      await page.goto("/portal");
      const calls: (string | undefined)[] = [];
      page.on("request", (request) => {
        if (request.method() === "PUT") calls.push(request.headers()["vitrine-seller"]);
      });
      await page.getByLabel("Estoque", { exact: true }).fill("40");
      await person.request("DELETE", SESSION);
      await page.getByRole("button", { name: "Guardar" }).click();
      const dialog = page.getByRole("dialog", { name: "Sua sessão terminou" });
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByLabel("Senha", { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByText("guardado: 40").waitFor();
      expect(await page.getByLabel("Estoque", { exact: true }).inputValue()).toBe("40");
      expect(calls).toEqual([String(shop.sellerId), String(shop.sellerId)]);
    }));

  it("show a refusal of the server at its field", (context) =>
    walk(context, { as, expectedFailures: [/^400 \/api\/v2/] }, async (page) => {
      await page.goto("/portal");
      await page.getByLabel("Estoque", { exact: true }).fill("-2");
      await page.keyboard.press("Enter");
      await page.getByText("/available: recebido -2; o mínimo é 0.").waitFor();
      expect(await page.getByLabel("Estoque", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    }));

  it("show a call with the server's whole answer, and stored markup as text", (context) =>
    walk(context, { as }, async (page) => {
      await page.goto("/portal");
      await page.getByText("<b>aspas").waitFor();
      await page.getByRole("button", { name: "ver esta chamada" }).click();
      const dialog = page.getByRole("dialog", { name: "A chamada" });
      await dialog.getByText("version_differs").waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    }));

  it("tell what happened once, by a key, and keep it in the panel", (context) =>
    walk(context, { as }, async (page) => {
      await page.goto("/portal");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("a");
      await page.getByRole("alert").getByText("Aprovado: Tênis de Corrida").waitFor();
      await page.getByRole("button", { name: "Avisos, 1 novo" }).click();
      await page.getByRole("dialog", { name: "Avisos" }).getByText("Aprovado: Tênis de Corrida").waitFor();
      await page.getByLabel("Estoque", { exact: true }).press("a");
      expect(await page.getByLabel("Estoque", { exact: true }).inputValue()).toBe("a");
      expect(await page.getByRole("alert").getByText("Aprovado: Tênis").count()).toBeLessThanOrEqual(1);
    }));

  it("walk through a hundred thousand rows by keyboard, and sort them", (context) =>
    walk(context, { as }, async (page) => {
      await page.goto("/portal/produtos");
      await page.locator("[data-nth='0']").focus();
      expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("100001");
      for (const key of ["ArrowDown", "ArrowDown", "PageDown", "ArrowUp"]) await page.keyboard.press(key);
      await page.waitForFunction("document.activeElement.getAttribute('aria-rowindex') === '13'");
      await page.keyboard.press("Enter");
      expect(await page.locator("[aria-selected=true]").getAttribute("aria-rowindex")).toBe("13");
      await page.keyboard.press("End");
      await page.waitForFunction("document.activeElement.getAttribute('aria-rowindex') === '100001'");
      await page.keyboard.press("Home");
      await page.waitForFunction("document.activeElement.getAttribute('aria-rowindex') === '2'");
      const heading = page.getByRole("columnheader", { name: "Estoque" });
      await heading.getByRole("button").click();
      const sorted = await heading.getAttribute("aria-sort");
      const first = await firstSku(page);
      await heading.getByRole("button").click();
      expect(new Set([sorted, await heading.getAttribute("aria-sort")])).toEqual(new Set(["ascending", "descending"]));
      expect(await firstSku(page)).not.toBe(first);
    }));

  it("keep filters in the address: a reload shows the same, back leads to the screen before", (context) =>
    walk(context, { as }, async (page) => {
      await page.goto("/portal");
      await page.getByRole("link", { name: /^Produtos/ }).click();
      await page.getByRole("button", { name: "Marca" }).click();
      await page.getByRole("menuitem", { name: "Garoaleve" }).click();
      await page.getByRole("heading", { name: "Nenhum produto desta marca" }).waitFor();
      await page.reload();
      await page.getByRole("heading", { name: "Nenhum produto desta marca" }).waitFor();
      expect(new URL(page.url()).search).toBe("?marca=garoa");
      await page.getByRole("button", { name: "Marca: limpar" }).click();
      await rows(page).nth(1).waitFor();
      await page.goBack();
      await page.getByRole("heading", { name: /^Tênis de Corrida/ }).waitFor();
    }));
});
