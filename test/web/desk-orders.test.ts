import { describe, expect, it } from "vitest";
import { PHONE, seriousFindings, LOOKS } from "./browser.ts";
import { JOURNEY_MS, journeysThrough } from "./journeys.ts";
import { startPages, type PagesMarket } from "./market.ts";

const { walk } = journeysThrough(async () => {
  const market = await startPages();
  for (const stage of ["created", "approved", "frozen", "invoiced", "operated"] as const) await market.shop.order(stage);
  return market;
});
const asOrders = ({ person }: PagesMarket) => person({ role: "orders", name: "Otávio Reis" });
const asRisk = ({ person }: PagesMarket) => person({ role: "risk", name: "Rita Moraes" });
const orderPath = ({ shop }: PagesMarket, orderNumber: string) => `/backoffice/pedidos/${shop.sellerId}/${orderNumber}`;

describe("the orders of all sellers", { timeout: JOURNEY_MS }, () => {
  for (const { theme, language } of LOOKS)
    it(`are accessible in ${theme} and ${language}, on a laptop and a phone`, (context) =>
      walk(context, { as: asOrders, theme, language }, async (page, market) => {
        const { orderNumber } = await market.shop.order("approved");
        for (const viewport of [page.viewportSize()!, PHONE]) {
          await page.setViewportSize(viewport);
          for (const path of ["/backoffice/pedidos", orderPath(market, orderNumber)]) {
            await page.goto(path);
            await page.getByText(orderNumber).first().waitFor();
            expect(await seriousFindings(page)).toEqual([]);
            expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), path).toBeLessThanOrEqual(0);
          }
        }
      }));

  it("are found by state, platform and store, by the keyboard, and the address keeps it", (context) =>
    walk(context, { as: asOrders }, async (page) => {
      await page.goto("/backoffice");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("g");
      await page.keyboard.press("p");
      await page.getByRole("heading", { name: "Pedidos", level: 1 }).waitFor();
      await page.getByRole("link", { name: "Congelados" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("1 pedido").waitFor();
      expect(new URL(page.url()).search).toBe("?orderStatus=Frozen");
      await page.getByRole("link", { name: "Todos" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Quem entrega" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: "Fulfillment" }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByText("1 pedido,").waitFor();
      expect(new URL(page.url()).search).toBe("?platformId=PARTNER_ENTREGAS");
      await page.reload();
      await page.getByRole("button", { name: "Quem entrega: Fulfillment" }).waitFor();
      await page.locator("[data-nth='0']").focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Linha do tempo" }).waitFor();
      await page.goBack();
      await page.getByRole("button", { name: "Quem entrega: Fulfillment" }).waitFor();
    }));

  it("may be narrowed to what is late, and to one seller, by the address that numbers link to", (context) =>
    walk(context, { as: asOrders }, async (page, { shop }) => {
      await page.goto("/backoffice/pedidos?late=true");
      await page.getByText("Nenhum pedido assim").waitFor();
      await page.goto(`/backoffice/pedidos?sellerId=${shop.sellerId}&frozen=true`);
      await page.getByText("1 pedido,").waitFor();
      await page.goto("/backoffice/pedidos?sellerId=999999");
      await page.getByText("Nenhum pedido assim").waitFor();
    }));
});

describe("an order of any seller", { timeout: JOURNEY_MS }, () => {
  it("shows its customer only to who says why, and keeps the reason", (context) =>
    walk(context, { as: asOrders, expectedFailures: [/^400 .*reveal/] }, async (page, market) => {
      const { orderNumber } = await market.shop.order("approved");
      const { customer } = ((
        await market.admin.post(`/operator/v1/sellers/${market.shop.sellerId}/orders/${orderNumber}/reveal`, { reason: "x" })
      ).json ?? {}) as {
        readonly customer: { readonly customerName: string };
      };
      await page.goto(orderPath(market, orderNumber));
      await page.getByRole("heading", { name: "Cliente" }).waitFor();
      expect(await page.getByText(customer.customerName, { exact: true }).count()).toBe(0);
      await page.keyboard.press("v");
      const dialog = page.getByRole("dialog", { name: "Ver os dados do cliente" });
      await dialog.waitFor();
      await page.getByLabel("Motivo").focus();
      await page.keyboard.press("Control+Enter");
      // The refusal stands at the field, in the server's words.
      await dialog.locator(".mantine-InputWrapper-error").waitFor();
      await page.keyboard.type("confere o <b>endereço</b>");
      await page.reload();
      await page.getByRole("button", { name: "Ver os dados" }).click();
      expect(await page.getByLabel("Motivo").inputValue()).toBe("confere o <b>endereço</b>");
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByLabel("Motivo").focus();
      await page.keyboard.press("Control+Enter");
      await page.getByText(customer.customerName, { exact: true }).first().waitFor();
      await page.getByText("confere o <b>endereço</b>").waitFor();
      await page.getByText("Otávio Reis").first().waitFor();
      await page.keyboard.press("v");
      await page.getByText(customer.customerName, { exact: true }).waitFor({ state: "hidden" });
    }));

  it("offers what the role may do now, says why the rest has to wait, and does it", (context) =>
    walk(context, { as: asOrders }, async (page, market) => {
      const { orderNumber } = await market.shop.order("created");
      await page.goto(orderPath(market, orderNumber));
      await page.getByRole("heading", { name: "O que pode ser feito agora" }).waitFor();
      // Of an exchange only, and of the risk desk: other people's.
      expect(await page.getByText("Congelar para análise").count()).toBe(0);
      await page.keyboard.press("m");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Aprovar o pagamento" }).waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Aprovar o pagamento" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("list", { name: "Linha do tempo" }).getByText("Pagamento aprovado").waitFor();
      await page.getByText("Otávio Reis").first().waitFor();
      await page.getByText("Só enquanto o pedido está criado.").waitFor();
    }));

  it("is frozen by the risk analyst, with the reason in its timeline, and leads to the risk desk", (context) =>
    walk(context, { as: asRisk }, async (page, market) => {
      const { orderNumber } = await market.shop.order("approved");
      await page.goto(orderPath(market, orderNumber));
      await page.getByRole("button", { name: /Congelar para análise/ }).click();
      await page.getByLabel("Motivo").fill("endereço de outro estado");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("list", { name: "Linha do tempo" }).getByText("Congelado para análise").waitFor();
      await page.getByRole("link", { name: /Liberar/ }).click();
      await page.getByRole("heading", { name: "Mesa de risco" }).waitFor();
      await page.getByRole("heading", { name: orderNumber }).waitFor();
    }));

  it("is refused in the server's words when there is none", (context) =>
    walk(context, { as: asOrders, expectedFailures: [/^404 /] }, async (page, market) => {
      await page.goto(orderPath(market, "999"));
      await page.getByRole("alert").getByText("999").waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    }));

  it("is printed without what is only for the screen", (context) =>
    walk(context, { as: asOrders }, async (page, market) => {
      const { orderNumber } = await market.shop.order("approved");
      await page.goto(orderPath(market, orderNumber));
      await page.getByRole("heading", { name: "Valores" }).waitFor();
      await page.emulateMedia({ media: "print" });
      expect(await page.getByRole("heading", { name: "O que pode ser feito agora" }).isVisible()).toBe(false);
      expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
      expect(await page.getByRole("heading", { name: orderNumber }).isVisible()).toBe(true);
    }));
});
