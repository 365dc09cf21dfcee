import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually } from "../harness.ts";
import { enter, PASSWORD, type Person, personOf } from "../people/people.ts";
import { pathOf } from "../wares.ts";
import { JOURNEY_MS, journeysThrough, signInAs, takeSession } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";

/** Nothing that is typed into a product is lost with the session (web 3). */
const { walk } = journeysThrough();
const SIGNED_OUT = { expectedFailures: [/^401 /] };
const NAME = "Viseira de corrida com o nome mudado";
const DESCRIPTION = "Leve, para correr no sol forte.";

/** Opens a product as somebody of the shop, and changes its name. */
async function edit(page: Page, browser: BrowserContext, market: PagesMarket, sku: string): Promise<Person> {
  const person = await market.shop.person("catalogue");
  await takeSession(browser, market, person);
  await page.goto(`/portal/produtos/${sku}`);
  await page.locator("#field-name").fill(NAME);
  await page
    .getByText("Pronto para publicar")
    .or(page.getByText(/a corrigir/))
    .waitFor();
  return person;
}

/** Ends somebody's session from another device. */
async function endElsewhere(market: PagesMarket, person: Person): Promise<void> {
  const elsewhere = personOf(market, await enter(market, person.email));
  expect((await elsewhere.request("DELETE", "/portal/v1/sessions")).status).toBeLessThan(300);
  await eventually("the end of the session", async () => (await person.get("/portal/v1/me")).status === 401);
}
const saved = (page: Page) => page.getByRole("alert").filter({ hasText: "enviado de novo" }).first().waitFor();

describe("a session that was ended elsewhere while a product is edited", { timeout: JOURNEY_MS }, () => {
  it("is begun again in a dialog, over the edit, which is then saved", (context) =>
    walk(context, SIGNED_OUT, async (page, market, browser) => {
      const [sku] = (await market.shop.products("Criticado")) as [string];
      const person = await edit(page, browser, market, sku);
      await endElsewhere(market, person);
      await page.locator("#field-description").fill(DESCRIPTION);
      const dialog = page.getByRole("dialog", { name: "Sua sessão terminou" });
      await dialog.getByLabel("Senha", { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "hidden" });
      expect(await page.locator("#field-name").inputValue()).toBe(NAME);
      expect(await page.locator("#field-description").inputValue()).toBe(DESCRIPTION);
      await page.keyboard.press("Control+Enter");
      await saved(page);
      expect((await market.shop.get(pathOf(sku))).json).toMatchObject({ name: NAME, description: DESCRIPTION });
    }));

  it("does not take the draft with it when the page is loaded again", (context) =>
    walk(context, SIGNED_OUT, async (page, market, browser) => {
      const [sku] = (await market.shop.products("Criticado")) as [string];
      const person = await edit(page, browser, market, sku);
      await endElsewhere(market, person);
      await page.reload();
      await page.getByRole("heading", { name: "Entrar" }).waitFor();
      await signInAs(page, person.email);
      await page.getByText("Rascunho recuperado").waitFor();
      expect(await page.locator("#field-name").inputValue()).toBe(NAME);
      await page.keyboard.press("Control+Enter");
      await saved(page);
      await page.reload();
      await page.locator("#field-name").waitFor();
      expect(await page.getByText("Rascunho recuperado").count()).toBe(0);
      expect((await market.shop.get(pathOf(sku))).json.name).toBe(NAME);
    }));
});
