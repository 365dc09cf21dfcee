import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PHONE, seriousFindings, LOOKS } from "./browser.ts";
import { dropInvoiceOf, invoiceFile } from "./invoices.ts";
import { JOURNEY_MS, journeysThrough, takeSession } from "./journeys.ts";
import type { PagesMarket } from "./market.ts";

const { walk } = journeysThrough();
const as = ({ shopkeeper }: PagesMarket) => shopkeeper;
const rows = (page: Page) => page.getByRole("grid", { name: "Pedidos" }).getByRole("row");
const row = (page: Page, orderNumber: string) => rows(page).filter({ hasText: orderNumber });
const state = (page: Page, word: string) => page.getByText(word, { exact: true }).first().waitFor();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor();
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
/** Presses Tab until the focus is on something with this name, as people do who see where it is. */
async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  for (let pressed = 0; pressed < most; pressed += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(
      "(document.activeElement.labels?.[0]?.textContent ?? document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()",
    );
    if (name.test(focused as string)) return;
  }
  throw new Error(`${name} was not reached`);
}

describe("orders", { timeout: JOURNEY_MS }, () => {
  it("offer nobody a move that their role is refused", (context) =>
    walk(context, {}, async (page, market, browser) => {
      const { orderNumber } = await market.shop.order("approved");
      const card = (name: string) => region(page, "O que pode ser feito agora").getByRole("listitem").filter({ hasText: name });
      const open = async (role: "accounting" | "support") => {
        await takeSession(browser, market, await market.shop.person(role));
        await page.goto(`/portal/pedidos/${orderNumber}`);
        await card("Cancelar").getByText("Cabe a outro papel que não o seu.").waitFor();
      };
      await open("accounting");
      await region(page, "Faturar").waitFor();
      expect(await card("Faturar").getByRole("button").count()).toBe(1);
      await open("support");
      await card("Faturar").getByText("Cabe a outro papel que não o seu.").waitFor();
      expect(await region(page, "Faturar").count()).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
    }));

  it("are invoiced by dropping an XML, shipped and delivered, with the mouse", (context) =>
    walk(context, { as, expectedFailures: [/^400 .*shipped$/] }, async (page, { shop }) => {
      const { orderNumber } = await shop.order("approved");
      await page.goto("/portal/pedidos");
      await page
        .getByRole("navigation", { name: "Estados dos pedidos" })
        .getByRole("link", { name: /^A faturar/ })
        .click();
      await row(page, orderNumber).click();
      await heading(page, orderNumber);
      await dropInvoiceOf(page, shop, orderNumber);
      await page.getByText("A nota confere").waitFor();
      await region(page, "Faturar").getByRole("button", { name: "Faturar", exact: true }).click();
      await page.getByText(`Pedido ${orderNumber} faturado.`).waitFor();

      await page.getByRole("combobox", { name: "Transportadora" }).fill("Correios");
      await page.getByLabel("Código de rastreio").fill("aa123456785br");
      await page.getByRole("button", { name: "Informar o envio" }).click();
      await page.getByText(/não é um código dos Correios/).waitFor();
      await page.reload();
      expect(await page.getByLabel("Código de rastreio").inputValue()).toBe("aa123456785br");
      await page.getByLabel("Código de rastreio").fill("AA123456785BR");
      await page.getByRole("button", { name: "Informar o envio" }).click();
      await page.getByText(`Pedido ${orderNumber} enviado.`).waitFor();

      await page.getByRole("button", { name: "Informar a entrega" }).click();
      await page.getByText(`Pedido ${orderNumber} entregue.`).waitFor();
      await state(page, "Entregue");
      const { json } = await shop.get(`/api/v1/orders/${orderNumber}`);
      expect(json.orderStatus).toBe("delivered");
      await page.goBack();
      await heading(page, "Pedidos");
      expect(page.url()).toContain("estado=a-faturar");
    }));

  it("go the same way with the keyboard alone", (context) =>
    walk(context, { as }, async (page, { shop }) => {
      const { orderNumber } = await shop.order("approved");
      await page.goto("/portal");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.type("go");
      await heading(page, "Pedidos");
      await rows(page).first().waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type(orderNumber);
      await row(page, orderNumber).waitFor();
      await expect.poll(() => rows(page).count()).toBe(2);
      await tabTo(page, new RegExp(orderNumber));
      await page.keyboard.press("Enter");
      await heading(page, orderNumber);
      const chooser = page.waitForEvent("filechooser");
      await tabTo(page, /^Solte aqui o XML/);
      await page.keyboard.press("Enter");
      await (await chooser).setFiles(await invoiceFile(shop, orderNumber));
      await page.getByText("A nota confere").waitFor();
      await tabTo(page, /^Faturar$/);
      await page.keyboard.press("Enter");
      await tabTo(page, /^Transportadora/);
      await page.keyboard.type("Rapidão");
      await page.keyboard.press("Tab");
      await page.keyboard.type("R-77");
      await page.keyboard.press("Tab");
      await page.keyboard.type("https://rastreio.example.com/R-77");
      await page.keyboard.press("Enter");
      await page.getByText(`Pedido ${orderNumber} enviado.`).waitFor();
      await tabTo(page, /^Informar a entrega$/);
      await page.keyboard.press("Enter");
      await page.getByText(`Pedido ${orderNumber} entregue.`).waitFor();
      await expect.poll(async () => (await shop.get(`/api/v1/orders/${orderNumber}`)).json.orderStatus).toBe("delivered");
    }));

  it("show everything that is found in an invoice before anything is recorded, and keep the file over a reload", (context) =>
    walk(context, { as }, async (page, { shop }) => {
      const { orderNumber } = await shop.order("approved");
      await page.goto(`/portal/pedidos/${orderNumber}`);
      await dropInvoiceOf(page, shop, orderNumber, (xml) => xml.replace("<nNF>", "<nNF>x"));
      const findings = page.getByText(/Impede(m)? o faturamento/);
      await findings.waitFor();
      await page.reload();
      await findings.waitFor();
      expect(await region(page, "Faturar").getByRole("button", { name: "Faturar", exact: true }).isDisabled()).toBe(true);
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Outro arquivo" }).click();
      await dropInvoiceOf(page, shop, orderNumber, (xml) => xml.replaceAll(/<vNF>[^<]*</g, "<vNF>1.00<"));
      await page.getByText(/O total da nota \(vNF\) é R\$ 1,00/).waitFor();
      expect((await shop.get(`/api/v1/orders/${orderNumber}`)).json.orderStatus).toBe("approved");
    }));

  it("say before what a cancellation may cost, and put refusals at their fields", (context) =>
    walk(context, { as, expectedFailures: [/^400 .*canceled$/] }, async (page, { shop }) => {
      const { orderNumber } = await shop.order("approved");
      await page.goto(`/portal/pedidos/${orderNumber}`);
      await page.getByRole("button", { name: /^Cancelar…/ }).click();
      const dialog = page.getByRole("dialog", { name: `Cancelar o pedido ${orderNumber}` });
      await dialog.getByRole("button", { name: "Cancelar o pedido" }).click();
      await dialog.getByText(/veio sem motivo/).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByRole("radio", { name: /Pedido duplicado/ }).click();
      await dialog.getByText("não conta contra a loja").waitFor();
      await page.keyboard.press("ArrowDown");
      await dialog.getByText(/Este motivo pode contar contra a loja/).waitFor();
      await dialog.getByRole("button", { name: "Cancelar o pedido" }).click();
      await page.getByText(`Pedido ${orderNumber} cancelado.`).waitFor();
      await region(page, "Transporte").getByText("Problema fiscal na emissão da nota").waitFor();
    }));

  it("keep what was typed when the session ends, and go on after signing in again", (context) =>
    walk(context, { as: ({ shop }) => shop.person("orders"), expectedFailures: [/^401 /] }, async (page, { shop }, browser) => {
      const { orderNumber } = await shop.order("invoiced");
      await page.goto(`/portal/pedidos/${orderNumber}`);
      await page.getByRole("combobox", { name: "Transportadora" }).fill("Correios");
      await page.getByLabel("Código de rastreio").fill("AA123456785BR");
      await browser.clearCookies();
      await page.getByRole("button", { name: "Informar o envio" }).click();
      const dialog = page.getByRole("dialog", { name: "Sua sessão terminou" });
      await dialog.getByLabel("Senha", { exact: true }).fill("quatro palavras sem relação");
      await page.keyboard.press("Enter");
      await page.getByText(`Pedido ${orderNumber} enviado.`).waitFor();
    }));

  it("of an exchange are checked in", (context) =>
    walk(context, { as }, async (page, { shop }) => {
      const { orderNumber } = await shop.order("exchanged");
      await page.goto(`/portal/pedidos/${orderNumber}`);
      await region(page, "Receber a devolução").getByText("1 unidade").waitFor();
      await page.getByRole("button", { name: "Confirmar o recebimento" }).click();
      await page.getByText(`Devolução do pedido ${orderNumber} recebida.`).waitFor();
      await state(page, "Aprovado");
    }));

  it("say in the server's words why the rest may not be done", (context) =>
    walk(context, { as }, async (page, { shop }) => {
      const { orderNumber } = await shop.order("operated");
      await page.goto(`/portal/pedidos/${orderNumber}`);
      await region(page, "O que pode ser feito agora")
        .getByText(/é de fulfillment: foi ou será enviado/)
        .waitFor();
    }));

  it("print picking lists of those that are selected, a page each", (context) =>
    walk(context, { as }, async (page, { shop }) => {
      await shop.order("approved");
      await shop.order("approved");
      await page.addInitScript("window.print = () => undefined");
      await page.goto("/portal/pedidos?estado=a-faturar");
      await page.locator("[data-nth='0']").focus();
      const selected = page.getByRole("checkbox", { checked: true });
      await page.keyboard.press("Space");
      await expect.poll(() => selected.count()).toBe(1);
      await page.keyboard.press("ArrowDown");
      await page.locator("[data-nth='1']:focus").waitFor();
      await page.keyboard.press("Space");
      await expect.poll(() => selected.count()).toBe(2);
      await page.keyboard.press("p");
      await page.emulateMedia({ media: "print" });
      const sheets = page.locator("[data-printed] section");
      await expect.poll(() => sheets.count()).toBe(2);
      expect(await sheets.first().isVisible()).toBe(true);
      expect(await page.getByRole("grid").isVisible()).toBe(false);
    }));

  it("show stored text with markup as text", (context) =>
    walk(context, { as }, async (page, { shop }) => {
      const markup = "<img src=x onerror=alert(1)>";
      const [sku] = await shop.products("Aprovado");
      const customer = { customerName: markup, recipientName: markup, document: "52998224725", address: { street: markup } };
      const { json } = await shop.post("/api/v1/orders", { items: [{ sku, quantity: 1 }], customer });
      const { orderNumber } = json as { readonly orderNumber: string };
      await page.goto(`/portal/pedidos/${orderNumber}`);
      await region(page, "Destinatário").getByText(markup).first().waitFor();
      await page.goto(`/portal/pedidos?texto=${encodeURIComponent(markup)}`);
      await row(page, orderNumber).waitFor();
    }));

  for (const { theme, language } of LOOKS)
    it(`are accessible in ${theme} and ${language}`, (context) =>
      walk(context, { as, theme, language, expectedFailures: [/^404 \/api\/v1\/orders\/1$/] }, async (page, { shop }) => {
        const orders = await Promise.all(
          (["approved", "invoiced", "shipped", "frozen", "delivered"] as const).map((stage) => shop.order(stage)),
        );
        for (const path of ["", "?texto=ninguem", "/1", ...orders.map(({ orderNumber }) => `/${orderNumber}`)]) {
          await page.goto(`/portal/pedidos${path}`, { waitUntil: "networkidle" });
          expect(await seriousFindings(page), path).toEqual([]);
        }
      }));

  it("fit a phone", (context) =>
    walk(context, { as, viewport: { ...PHONE, width: 360 } }, async (page, { shop }) => {
      const { orderNumber } = await shop.order("approved");
      for (const path of ["", `/${orderNumber}`]) {
        await page.goto(`/portal/pedidos${path}`, { waitUntil: "networkidle" });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
      }
    }));
});
