import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SHELL_KEYS } from "../../web/src/app/shell/keys.ts";
import type { Person } from "../people/people.ts";
import { PHONE, seriousFindings, LOOKS } from "./browser.ts";
import { JOURNEY_MS, journeysThrough, takeSession } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";

const { walk } = journeysThrough();
/** Somebody who works for two sellers. */
async function as({ shop, newShop, join }: PagesMarket): Promise<Person> {
  const other = await newShop("Garoaleve Calçados e Artigos Esportivos");
  return join(await shop.person("administrator"), { sellerId: other.sellerId, role: "orders" });
}
const focused = (page: Page) => page.evaluate("document.activeElement.textContent") as Promise<string>;

describe("the shell", { timeout: JOURNEY_MS }, () => {
  for (const { theme, language } of LOOKS)
    it(`is accessible in ${theme} and ${language}, with menus, palette and help open`, (context) =>
      walk(context, { as, theme, language }, async (page) => {
        await page.goto("/portal");
        await page.getByRole("heading", { level: 1 }).waitFor();
        expect(await page.title()).toBe(language === "en" ? "Home · Vitrine" : "Início · Vitrine");
        expect(await seriousFindings(page)).toEqual([]);
        for (const menu of [/LP|Lívia Prado/, /^(Tema|Theme)$/, /^(Avisos|Notices)/, /Loja Primeira Vitrine/]) {
          await page.getByRole("banner").getByRole("button", { name: menu }).click();
          await page.waitForTimeout(100);
          expect(await seriousFindings(page)).toEqual([]);
          await page.keyboard.press("Escape");
        }
        for (const keys of ["Control+k", "?"]) {
          await page.keyboard.press(keys);
          await page.getByRole("dialog").waitFor();
          expect(await seriousFindings(page)).toEqual([]);
          await page.keyboard.press("Escape");
          await page.getByRole("dialog").waitFor({ state: "hidden" });
        }
      }));

  it("remembers the theme and the language that a person chose", (context) =>
    walk(context, { as }, async (page) => {
      await page.goto("/portal");
      await page.getByRole("button", { name: "Tema" }).click();
      await page.getByRole("menuitem", { name: "Escuro" }).click();
      await page.getByRole("button", { name: "Lívia Prado" }).click();
      await page.getByRole("menuitem", { name: "English" }).click();
      await page.getByRole("heading", { name: "Hello, Lívia Prado" }).waitFor();
      await page.reload();
      await page.getByRole("heading", { name: "Hello, Lívia Prado" }).waitFor();
      expect(await page.locator("html").getAttribute("lang")).toBe("en");
      expect(await page.locator("html").getAttribute("data-mantine-color-scheme")).toBe("dark");
    }));

  it("goes anywhere from the keyboard: palette, keys of screens, skip link", (context) =>
    walk(context, { as }, async (page) => {
      await page.goto("/portal/nada");
      await page.getByRole("heading", { name: "Esta tela não existe" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("textbox", { name: "Tela ou ação" }).fill("inicio");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Olá, Lívia Prado" }).waitFor();
      await page.goto("/portal/nada");
      await page.getByRole("heading", { name: "Esta tela não existe" }).waitFor();
      await page.keyboard.type("gh");
      await page.getByRole("heading", { name: "Olá, Lívia Prado" }).waitFor();
      expect(await page.getByRole("link", { name: "Início" }).getAttribute("aria-current")).toBe("page");
      await page.reload();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Ir para o conteúdo");
      await page.keyboard.press("Enter");
      expect(await focused(page)).toContain("Olá, Lívia Prado");
    }));

  it("shows the keys that work, in the person's language, and gives the focus back", (context) =>
    walk(context, { as, language: "en" }, async (page) => {
      await page.goto("/portal");
      await page.getByRole("button", { name: "Keys" }).click();
      const help = page.getByRole("dialog", { name: "Keys" });
      for (const { words } of Object.values(SHELL_KEYS)) await help.getByText(words.en, { exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await help.waitFor({ state: "hidden" });
      expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Keys");
    }));

  it("lets who works for several sellers change between them, and remembers it", (context) =>
    walk(context, { as }, async (page) => {
      await page.goto("/portal");
      await page.getByRole("button", { name: "Loja Primeira Vitrine: trocar de lojista" }).click();
      await page.getByRole("menuitem", { name: /Garoaleve/ }).click();
      await page.getByRole("button", { name: /^Garoaleve.*trocar de lojista/ }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: /^Garoaleve.*trocar de lojista/ }).waitFor();
    }));

  it("shows nobody a screen or a form that their role is refused", (context) =>
    walk(context, {}, async (page, market, browser) => {
      const screens = page.getByRole("navigation").getByRole("link");
      for (const [role, hidden] of [
        ["catalogue", /^Pedidos/],
        ["accounting", /^Estoque/],
      ] as const) {
        await takeSession(browser, market, await market.shop.person(role));
        await page.goto("/portal");
        await screens.filter({ hasText: /^Produtos/ }).waitFor();
        expect(await screens.filter({ hasText: hidden }).count(), role).toBe(0);
      }
      await page.goto("/portal/produtos/novo");
      await page.getByRole("heading", { name: "Publicar produtos cabe a outro papel que não o seu" }).waitFor();
      expect(await page.getByRole("button", { name: /^Publicar/ }).count()).toBe(0);
    }));

  it("fits a phone: nothing is wider than the screen, and the screens are in a drawer", (context) =>
    walk(context, { as, viewport: { ...PHONE, width: 360 } }, async (page) => {
      await page.goto("/portal");
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
      await page.getByRole("button", { name: "Abrir o menu" }).click();
      const drawer = page.getByRole("dialog");
      await drawer.getByRole("link", { name: "Início" }).click();
      await drawer.waitFor({ state: "hidden" });
    }));

  it("tells a seller's person who opens the back office that it is not theirs", (context) =>
    walk(context, { as: ({ shopkeeper }) => shopkeeper }, async (page) => {
      await page.goto("/backoffice", { waitUntil: "networkidle" });
      await page.getByRole("link", { name: "Abrir o portal do lojista" }).waitFor();
    }));

  it("tells who has nothing to do in a portal where else to go", (context) =>
    walk(context, { as: ({ reviewer }) => reviewer }, async (page) => {
      await page.goto("/portal");
      await page.getByRole("heading", { name: "Sua conta não trabalha para um lojista" }).waitFor();
      await page.getByRole("link", { name: "Abrir o back office" }).click();
      await page.getByRole("heading", { name: "Olá, Marina Alves" }).waitFor();
    }));

  it("says that the server does not answer, until it does", (context) =>
    walk(context, { as, expectedFailures: [/ERR_CONNECTION|ERR_FAILED|ERR_INTERNET/] }, async (page) => {
      await page.goto("/portal");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.route("**/portal/v1/session", (route) => route.abort("connectionrefused"));
      await page.getByRole("button", { name: "Lívia Prado" }).click();
      await page.getByRole("menuitem", { name: "Sair" }).click();
      await page.getByText("tentamos de novo sem parar").waitFor();
      await page.getByText("tentamos de novo sem parar").waitFor({ state: "hidden", timeout: 15_000 });
    }));
});
