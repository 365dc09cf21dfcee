import { describe, expect, it } from "vitest";
import { seriousFindings } from "./browser.ts";
import { JOURNEY_MS, journeysThrough } from "./journeys.ts";

const { walk } = journeysThrough();

describe("the home of the back office", { timeout: JOURNEY_MS }, () => {
  it("leads from each number to the list behind it, by the keyboard alone", (context) =>
    walk(context, { as: ({ person }) => person({ role: "catalog" }) }, async (page, { newShop }) => {
      await (await newShop("Loja do Início")).products("Em catalogação", 1);
      await page.goto("/backoffice");
      const number = page.getByRole("link", { name: /^Esperam revisão\s*[1-9]/ });
      await number.waitFor();
      await number.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Fila de revisão" }).waitFor();
      await page.goBack();
      await page.getByRole("link", { name: /^Revisões atrasadas/ }).click();
      await page
        .getByRole("button", { name: /^atrasados/ })
        .and(page.locator("[aria-pressed=true]"))
        .waitFor();
    }));

  it("shows an administrator everything, with the list itself where no screen shows it yet", (context) =>
    walk(context, { as: ({ person }) => person({ role: "admin" }) }, async (page) => {
      await page.goto("/backoffice");
      await page.getByText("Endereços com falhas").waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("button", { name: /Trabalhos atrasados/ }).click();
      await page.getByRole("dialog", { name: "Trabalhos atrasados" }).getByLabel("JSON", { exact: true }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    }));
});
