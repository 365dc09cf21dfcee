import { describe, expect, it } from "vitest";
import { seriousFindings, LOOKS } from "./browser.ts";
import { JOURNEY_MS, journeysThrough, takeSession } from "./journeys.ts";
import { startPages, type PagesMarket } from "./market.ts";

const { walk } = journeysThrough(() => startPages({ settings: { RISK_FOUR_EYES: "true" } }));
const rita = ({ person }: PagesMarket) => person({ role: "risk", name: "Rita Moraes" });
const DESK = "/backoffice/risco";

describe("the risk desk", { timeout: JOURNEY_MS }, () => {
  for (const { theme, language } of LOOKS)
    it(`is accessible in ${theme} and ${language}`, (context) =>
      walk(context, { as: rita, theme, language }, async (page, { shop }) => {
        const { orderNumber } = await shop.order("frozen");
        await page.goto(DESK);
        await page.getByRole("button", { name: new RegExp(orderNumber) }).click();
        await page.getByRole("heading", { name: orderNumber }).waitFor();
        expect(await seriousFindings(page)).toEqual([]);
      }));

  it("takes two people to release an order: one proposes, and another, in another browser, confirms", (context) =>
    walk(context, { as: rita, expectedFailures: [/^400 .*release/] }, async (page, market, browser) => {
      const first = await market.shop.order("frozen");
      const second = await market.shop.order("frozen");
      await page.goto("/backoffice");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("g");
      await page.keyboard.press("i");
      await page.getByRole("heading", { name: "Mesa de risco" }).waitFor();
      await page.getByRole("button", { name: new RegExp(first.orderNumber) }).click();
      await page.getByRole("heading", { name: first.orderNumber }).waitFor();
      await page.keyboard.press("l");
      await page.getByRole("dialog", { name: "Liberar" }).waitFor();
      await page.getByLabel("Motivo").focus();
      await page.keyboard.press("Control+Enter");
      await page.locator(".mantine-InputWrapper-error").waitFor();
      await page.keyboard.type("confirmado por telefone");
      await page.keyboard.press("Control+Enter");
      await page.getByText("Você propôs liberar").waitFor();
      await page.getByText("Outra pessoa precisa confirmar.", { exact: true }).waitFor();
      expect(await page.getByRole("button", { name: "Liberar" }).isDisabled()).toBe(true);
      expect(await seriousFindings(page)).toEqual([]);

      const other = await browser.browser()!.newContext({ baseURL: market.baseUrl, locale: "pt-BR", viewport: page.viewportSize() });
      await takeSession(other, market, await market.person({ role: "risk", name: "Bruno Sá" }));
      const his = await other.newPage();
      await his.goto(`${DESK}?sellerId=${market.shop.sellerId}&orderNumber=${first.orderNumber}`);
      await his.getByText("Rita Moraes propôs liberar").waitFor();
      await his.getByText("confirmado por telefone").first().waitFor();
      await his.getByRole("button", { name: "Confirmar a liberação" }).click();
      await his.getByLabel("Motivo").fill("de acordo");
      await his.keyboard.press("Control+Enter");
      // The next order is open at once.
      await his.getByText(`Pedido ${first.orderNumber} liberado.`).first().waitFor();
      await his.getByRole("heading", { name: second.orderNumber }).waitFor();
      expect(await seriousFindings(his)).toEqual([]);
      await other.close();
      const { json } = await market.shop.get(`/api/v1/orders/${first.orderNumber}`);
      expect(json.orderStatus).toBe("approved");
    }));

  it("lets whoever proposed take it back, and propose the opposite", (context) =>
    walk(context, { as: rita }, async (page, market) => {
      const { orderNumber } = await market.shop.order("frozen");
      await page.goto(`${DESK}?sellerId=${market.shop.sellerId}&orderNumber=${orderNumber}`);
      await page.getByRole("heading", { name: orderNumber }).waitFor();
      await page.keyboard.press("r");
      await page.getByLabel("Motivo").fill("cartão contestado");
      await page.keyboard.press("Control+Enter");
      await page.getByText("Você propôs recusar").waitFor();
      await page.keyboard.press("w");
      await page.getByText("Você propôs recusar").waitFor({ state: "hidden" });
      expect(await page.getByRole("button", { name: "Recusar" }).isEnabled()).toBe(true);
    }));

  it("goes through the orders by j and k, and says what is unusual", (context) =>
    walk(context, { as: rita }, async (page, market) => {
      await market.shop.order("frozen");
      const last = await market.shop.order("frozen");
      await page.goto(DESK);
      await page.getByRole("heading", { name: "Sinais" }).waitFor();
      const open = () => page.locator("[aria-current=true] strong").textContent();
      const first = await open();
      await page.keyboard.press("j");
      await expect.poll(open).not.toBe(first);
      await page.keyboard.press("k");
      await expect.poll(open).toBe(first);
      await page.getByRole("button", { name: new RegExp(last.orderNumber) }).click();
      await page.getByRole("heading", { name: last.orderNumber }).waitFor();
      await page.keyboard.press("o");
      await page.getByRole("heading", { name: "Cliente" }).waitFor();
    }));
});
