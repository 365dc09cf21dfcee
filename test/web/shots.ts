import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DESKTOP, journey, openBrowser, PHONE, THEMES } from "./browser.ts";
import { buildGallery } from "./build-gallery.ts";
import { PAGE, PASSWORD, type Person, personOf, SESSION } from "../people/people.ts";
import { client, eventually } from "../harness.ts";
import { pathOf, publish, SHOE_SIZES } from "../wares.ts";
import { takeSession } from "./journeys.ts";
import { dropInvoiceOf } from "./invoices.ts";
import { type PagesMarket, startPages } from "./market.ts";
import { cell, press } from "./sheet.ts";
import { openShoeShops } from "./shoe-shops.ts";
import { ORDER_STAGES, PRODUCT_STATUSES } from "./shop.ts";

// Pictures of every screen, in both themes, for a laptop and a phone, in .shots/: `npm run shots`, or `npm run shots -- -t portal-orders` for some.

/** A picture: an address, and what to do there first. */
interface Shot {
  readonly name: string;
  /** From the address of the portal on. */
  readonly path: string | ((market: PagesMarket) => Promise<string>);
  /** Who looks at it; absent = the reviewer in the back office, the shopkeeper elsewhere. */
  readonly as?: "shopkeeper" | "reviewer" | "nobody" | ((market: PagesMarket) => Promise<Person>);
  /** The shared components instead of the portals. */
  readonly gallery?: boolean;
  readonly fullPage?: boolean;
  /** What the server refuses on purpose. */
  readonly refusals?: readonly RegExp[];
  /** Answers that the picture is about. */
  readonly expectedFailures?: readonly RegExp[];
  readonly before?: (page: Page, market: PagesMarket) => Promise<void>;
}

/** Somebody who may do everything for the marketplace. */
const manager = ({ person }: PagesMarket) => person({ role: "admin", name: "Ada Melo" });
const anOrder =
  (stage: (typeof ORDER_STAGES)[number]) =>
  async ({ shop }: PagesMarket) =>
    `/backoffice/pedidos/${shop.sellerId}/${(await shop.order(stage)).orderNumber}`;
const aProduct =
  (status: (typeof PRODUCT_STATUSES)[number], search = "", isEdited = false) =>
  async ({ shop }: PagesMarket) => {
    const [sku] = await shop.products(status);
    if (isEdited)
      await shop.put(
        pathOf(sku!),
        shop.wares.visor(sku!, { brand: "Ninguém", color: "Azul", description: "Outra viseira, para a serra." }),
      );
    return `/backoffice/produtos/${shop.sellerId}/${sku}${search}`;
  };

const SHOTS: readonly Shot[] = [
  { name: "portal-sign-in", path: "/portal/entrar", as: "nobody" },
  {
    name: "portal-invitation",
    path: ({ shop, invitationPath }) => invitationPath({ sellerId: shop.sellerId, role: "stock" }),
    as: "nobody",
  },
  { name: "portal-home", path: "/portal", fullPage: true },
  { name: "portal-palette", path: "/portal", before: (page) => page.keyboard.press("Control+k") },
  { name: "portal-keys", path: "/portal", before: (page) => page.keyboard.press("?") },
  { name: "portal-not-found", path: "/portal/nada" },
  { name: "portal-stock", path: "/portal/estoque", refusals: [/^422 /], before: editStock },
  { name: "portal-stock-why", path: "/portal/estoque", before: (page) => page.getByTitle("Por que este número?").first().click() },
  { name: "portal-stock-empty", path: "/portal/estoque?filter=double-count" },
  { name: "portal-critiques", path: "/portal/criticas" },
  { name: "portal-critiques-group", path: "/portal/criticas?codigo=brand_unknown" },
  { name: "portal-critiques-suggested", path: "/portal/criticas?codigo=color_unknown", before: suggestAll },
  { name: "portal-critiques-none", path: "/portal/criticas?codigo=nothing" },
  { name: "portal-orders", path: "/portal/pedidos" },
  { name: "portal-orders-to-ship", path: "/portal/pedidos?estado=a-enviar", before: selectTwo },
  { name: "portal-orders-none", path: "/portal/pedidos?texto=ninguém" },
  { name: "portal-order-to-invoice", path: orderPath("approved"), fullPage: true },
  { name: "portal-order-checked", path: orderPath("approved"), fullPage: true, before: dropInvoice },
  { name: "portal-order-refused", path: orderPath("approved"), fullPage: true, before: dropOtherInvoice },
  { name: "portal-order-to-ship", path: orderPath("invoiced"), fullPage: true },
  { name: "portal-order-cancel", path: orderPath("approved"), before: openCancel },
  { name: "portal-order-exchange", path: orderPath("exchanged"), fullPage: true },
  { name: "portal-order-delivered", path: orderPath("delivered"), fullPage: true },
  { name: "portal-order-fulfillment", path: orderPath("operated"), fullPage: true },
  { name: "portal-order-unknown", path: "/portal/pedidos/123", expectedFailures: [/^404 /] },
  { name: "portal-products", path: "/portal/produtos" },
  { name: "portal-products-families", path: "/portal/produtos?visao=familias&situacao=recebidos" },
  { name: "portal-products-nothing", path: "/portal/produtos?texto=nada" },
  {
    name: "portal-products-bulk",
    path: "/portal/produtos?situacao=aprovados",
    before: async (page) => {
      await page.getByRole("checkbox").nth(2).waitFor();
      for (const box of (await page.getByRole("checkbox").all()).slice(0, 3)) await box.click();
      await page.getByRole("button", { name: "Mudar preço ou estoque" }).click();
      await page.getByLabel("Valor").fill("10");
      await page.getByRole("button", { name: /^Mudar 3/ }).waitFor();
    },
  },
  { name: "portal-product-new", path: "/portal/produtos/novo" },
  { name: "portal-product-criticized", path: firstOf("Criticado"), fullPage: true },
  { name: "portal-product-approved", path: firstOf("Aprovado"), fullPage: true },
  { name: "portal-product-refused", path: "/portal/produtos/novo", fullPage: true, refusals: [/^400 /], before: publishWrong },
  { name: "portal-product-stock", path: firstOf("Aprovado", "?ver=estoque"), before: scrollDown },
  { name: "portal-product-changes", path: firstOf("Aprovado", "?ver=mudancas"), before: scrollDown },
  { name: "portal-product-calls", path: firstOf("Aprovado", "?ver=chamadas"), before: scrollDown },
  { name: "portal-product-unknown", path: "/portal/produtos/nada", expectedFailures: [/^404 /] },
  { name: "portal-product-long", path: aLongOne("/portal/produtos/"), fullPage: true },
  { name: "portal-products-long", path: aLongOne("/portal/produtos?texto=") },
  { name: "portal-critiques-long", path: aLongOne("/portal/criticas?codigo=brand_unknown&x=") },
  { name: "portal-family", path: "/portal/produtos/familia/BRISA", fullPage: true },
  { name: "portal-family-long", path: aLongOne("/portal/produtos/familia/"), fullPage: true },
  { name: "portal-family-new", path: "/portal/produtos/novo?tipo=familia", fullPage: true, before: beginFamily },
  { name: "portal-family-unknown", path: "/portal/produtos/familia/nada" },
  { name: "portal-account", path: "/portal/conta", as: onManyDevices, fullPage: true, before: addPasskeys },
  { name: "portal-account-codes", path: "/portal/conta", as: onManyDevices, fullPage: true, refusals: [/^422 /], before: beginCodes },
  { name: "backoffice-account", path: "/backoffice/conta", fullPage: true },
  { name: "backoffice-home", path: "/backoffice" },
  { name: "backoffice-orders", path: "/backoffice/pedidos", as: manager },
  { name: "backoffice-orders-none", path: "/backoffice/pedidos?sellerId=999999", as: manager },
  { name: "backoffice-order", path: anOrder("approved"), as: manager, fullPage: true },
  { name: "backoffice-order-operated", path: anOrder("operated shipped"), as: manager, fullPage: true },
  {
    name: "backoffice-order-reveal",
    path: anOrder("approved"),
    as: manager,
    expectedFailures: [/^400 .*reveal/],
    before: async (page) => {
      await page.keyboard.press("v");
      await page.getByRole("dialog").getByRole("button", { name: "Ver os dados" }).click();
    },
  },
  { name: "backoffice-order-unknown", path: "/backoffice/pedidos/1/999", as: manager, expectedFailures: [/^404/] },
  { name: "backoffice-risk", path: "/backoffice/risco", as: manager },
  { name: "backoffice-product", path: aProduct("Aprovado"), as: manager, fullPage: true },
  { name: "backoffice-product-criticized", path: aProduct("Criticado"), as: manager, fullPage: true },
  { name: "backoffice-product-versions", path: aProduct("Criticado", "?aba=versoes", true), as: manager },
  { name: "backoffice-product-history", path: aProduct("Aprovado", "?aba=historia"), as: manager },
  { name: "backoffice-product-stock", path: aProduct("Aprovado", "?aba=estoque"), as: manager },
  { name: "backoffice-product-calls", path: aProduct("Aprovado", "?aba=chamadas"), as: manager },
  { name: "backoffice-review-change", path: "/backoffice/revisao?view=changes" },
  { name: "backoffice-review", path: "/backoffice/revisao" },
  {
    name: "backoffice-review-shoes",
    path: async (market) => {
      await openShoeShops(market);
      return "/backoffice/revisao?department=Cal%C3%A7ados";
    },
  },
  { name: "backoffice-review-keys", path: "/backoffice/revisao", before: (page) => page.keyboard.press("?") },
  { name: "backoffice-review-reasons", path: "/backoffice/revisao", before: (page) => page.keyboard.press("r") },
  { name: "backoffice-review-bulk", path: "/backoffice/revisao", before: (page) => page.keyboard.press("b") },
  { name: "backoffice-review-empty", path: "/backoffice/revisao?brand=Ningu%C3%A9m" },
  { name: "backoffice-review-samples", path: "/backoffice/revisao?view=samples" },
  { name: "backoffice-not-a-member", path: "/backoffice", as: "shopkeeper" },
  // Last of the portals, because it moves their clock.
  { name: "portal-account-stale", path: "/portal/conta", as: signedInLongAgo, refusals: [/^403 /], before: beginStale },
  { name: "gallery-parts", path: "/portal", gallery: true, fullPage: true },
  { name: "gallery-table", path: "/portal/produtos", gallery: true },
  { name: "gallery-empty", path: "/portal/produtos?marca=garoa", gallery: true },
  { name: "gallery-waiting", path: "/portal/produtos?criticados=true", gallery: true },
  { name: "gallery-sheet", path: "/portal/estoque", gallery: true, before: editSheet },
  { name: "gallery-palette", path: "/portal", gallery: true, before: (page) => page.keyboard.press("Control+k") },
  { name: "gallery-keys", path: "/portal", gallery: true, before: (page) => page.keyboard.press("?") },
  { name: "gallery-toasts", path: "/portal", gallery: true, before: (page) => page.keyboard.type("at") },
  { name: "gallery-dialog", path: "/portal", gallery: true, before: (page) => page.getByRole("button", { name: "Criticar" }).click() },
];

/** Some edits, and cells that are selected. */
async function editSheet(page: Page): Promise<void> {
  await cell(page, 0, 2).focus();
  await press(page, "4", "0", "Enter", "2", "5", "Tab", "3", "0", "0", "Enter", "ArrowDown", "Shift+ArrowDown", "Shift+ArrowLeft");
}

/** Edits of stock and price, one of which the server refuses; on a phone, of one stock. */
async function editStock(page: Page): Promise<void> {
  if ((await page.getByRole("grid").count()) === 0) {
    await page.getByRole("textbox").nth(1).fill("41");
    return page.keyboard.press("Enter");
  }
  await cell(page, 0, 1).focus();
  await press(page, "4", "0", "Enter", "2", "5", "Tab", "2", "1", "0", "Tab", "2", "5", "0", "Enter", "Control+s");
  await page.getByText("recusado").waitFor();
  await press(page, "1", "8", "9", ",", "9", "Enter", "ArrowUp", "Shift+ArrowLeft");
}

/** The address of a fresh order to which so much has happened. */
function orderPath(stage: (typeof ORDER_STAGES)[number]) {
  return async ({ shop }: PagesMarket) => `/portal/pedidos/${(await shop.order(stage)).orderNumber}`;
}
const numberOn = (page: Page): string => page.url().split("/").at(-1)!;

async function dropInvoice(page: Page, { shop }: PagesMarket, change = (xml: string) => xml): Promise<void> {
  await dropInvoiceOf(page, shop, numberOn(page), change);
  await page
    .getByRole("status")
    .filter({ hasText: /será aceito|faturamento:/ })
    .waitFor();
}
/** An invoice of another total and of somebody else. */
async function dropOtherInvoice(page: Page, market: PagesMarket): Promise<void> {
  await dropInvoice(page, market, (xml) => xml.replaceAll(/<vNF>[^<]*</g, "<vNF>1.00<").replaceAll(/<CNPJ>\d{4}/g, "<CNPJ>9999"));
}

async function openCancel(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Cancelar/ }).click();
  await page.getByRole("radio", { name: /Produto sem estoque/ }).click();
}
async function suggestAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Aplicar sugestões/ }).click();
}
async function selectTwo(page: Page): Promise<void> {
  await page.getByRole("grid").getByRole("row").nth(1).focus();
  for (const key of ["Space", "ArrowDown"]) await page.keyboard.press(key);
}

/** The address of a product in a status. */
function firstOf(status: string, search = "") {
  return async ({ shop }: PagesMarket): Promise<string> => {
    const { json } = await shop.get(`/api/v1/catalog?size=1&status=${encodeURIComponent(status)}`);
    return `/portal/produtos/${json.items[0].sku}${search}`;
  };
}

const LONG = "COMPRIDO-SEM-FIM-";
/** The address that ends with the sku of a product in which everything is long. */
function aLongOne(address: string) {
  return async ({ shop }: PagesMarket): Promise<string> => {
    const sku = LONG.repeat(3).slice(0, 50);
    const words = "Viseira de corrida para dias de sol forte, com aba larga e regulagem, que serve da cabeça P à G";
    const ware = shop.wares.visor(sku, { name: words, brand: "Garoaleve Calçados e Artigos Esportivos do Vale do Rio dos Sinos" });
    await shop.post("/api/v2/products", ware);
    await eventually("the critique", async () => (await shop.get(pathOf(sku, "status"))).json.code === "CRITICIZED");
    return `${address}${sku}`;
  };
}

const AGENTS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
  "PainelDaLoja/2.1 (+https://painel.example/uma-integracao-com-um-nome-que-nao-acaba)",
];
/** Somebody of the shop who is signed in on several devices. */
async function onManyDevices(market: PagesMarket): Promise<Person> {
  const { email } = await market.shop.person("stock");
  const enterWith = (agent: string) =>
    client(market.baseUrl, { ...PAGE, "user-agent": agent }).post(SESSION, { email, password: PASSWORD });
  for (const agent of AGENTS) await enterWith(agent);
  return personOf(market, await enterWith(AGENTS[0]!));
}
/** Two passkeys of the person, at an address that may have some. */
async function addPasskeys(page: Page, { baseUrl }: PagesMarket): Promise<void> {
  const browserContext = page.context();
  const [session] = await browserContext.cookies(baseUrl);
  await browserContext.addCookies([{ ...session!, domain: "localhost" }]);
  const devices = await browserContext.newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await page.goto(`${baseUrl.replace("127.0.0.1", "localhost")}/portal/conta`);
  for (const name of ["Notebook da Lívia", LONG.repeat(3)]) {
    const options = { protocol: "ctap2", hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const;
    const { authenticatorId } = await devices.send("WebAuthn.addVirtualAuthenticator", { options: { ...options, transport: "usb" } });
    await page.getByLabel("Nome da chave").fill(name);
    await page.keyboard.press("Enter");
    await page.getByRole("listitem").filter({ hasText: name }).waitFor();
    await devices.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  }
  await page.reload({ waitUntil: "networkidle" });
  await page.evaluate("scrollTo(0, 0)");
}
async function beginCodes(page: Page): Promise<void> {
  await page.getByLabel("Senha atual", { exact: true }).fill("não é esta");
  await page.getByLabel("Senha nova", { exact: true }).fill("quatro outras palavras juntas");
  await page.keyboard.press("Enter");
  await page.getByText("A senha atual não é esta.").waitFor();
  await page.getByRole("button", { name: "Ativar o segundo fator" }).click();
  await page.getByLabel("Código", { exact: true }).fill("000000");
  await page.keyboard.press("Enter");
  await page.getByText("não é o do segredo novo").waitFor();
  await page.getByRole("button", { name: "Criar chave neste aparelho" }).click();
  await page.getByText("Navegadores só guardam").waitFor();
  await page.evaluate("scrollTo(0, 0)");
}
async function signedInLongAgo(market: PagesMarket): Promise<Person> {
  const person = await market.shop.person("stock");
  market.clock.move(20 * 60_000);
  return person;
}
async function beginStale(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Ativar o segundo fator" }).click();
  await page.getByRole("dialog").waitFor();
}

async function scrollDown(page: Page): Promise<void> {
  await page.keyboard.press("End");
}
async function pick(page: Page, field: string, ...values: readonly string[]): Promise<void> {
  for (const value of values) {
    await page.locator(`#field-${field}`).fill(value);
    await page.getByRole("option", { name: value, exact: true }).click();
  }
}
async function publishWrong(page: Page): Promise<void> {
  await pick(page, "department", "Corrida");
  await pick(page, "productType", "Viseira");
  await page.locator("#field-sku").fill("VIS NOVA");
  await page.locator("#field-eanIsbn").fill("123");
  await page.getByRole("button", { name: "Acrescentar foto" }).click();
  await page.getByLabel("Endereço da foto 1").fill("http://127.0.0.1/viseira.png");
  await page.getByRole("button", { name: "Publicar" }).click();
  await page.getByText(/1 a corrigir|[2-9] a corrigir/).waitFor();
}
async function beginFamily(page: Page): Promise<void> {
  await pick(page, "department", "Corrida");
  await pick(page, "productType", "Tênis de Corrida");
  await pick(page, "variations", "Preto", "Azul");
  await pick(page, "sizes", ...SHOE_SIZES);
  await page.keyboard.press("Escape");
}
const SIZES = { desktop: DESKTOP, phone: PHONE };
const SETTLE_MS = 350;
const SHOT_MS = 60_000;
/** An empty page has less. */
const MIN_BYTES = 6_000;
const FOLDER = join(import.meta.dirname, "..", "..", ".shots");

let portals: PagesMarket;
let gallery: PagesMarket;
let browser: Browser;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  portals = await startPages();
  gallery = await startPages({ pages: await buildGallery() });
  await furnish(portals);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await Promise.all([portals, gallery].map((market) => market.stop()));
});

/** What the shop in the pictures has: products in every status, and orders at every stage. */
async function furnish({ shop }: PagesMarket): Promise<void> {
  for (const color of ["Preto", "Azul"])
    for (const size of SHOE_SIZES) await publish(shop, shop.wares.shoe("BRISA", size, { sku: `BRISA-${color}-${size}`, color }));
  for (const status of PRODUCT_STATUSES) await shop.products(status, 3);
  // Critiques with suggestions, with values to pick from, and of a family.
  const flaws = [{ color: "Pretoo" }, { color: "Azull" }, { attributes: [] }, { weight: 900 }, { size: "gg" }];
  await shop.products("Criticado", flaws.length, (nth) => ({ brand: shop.wares.brand(nth), ...flaws[nth] }));
  for (const stage of ORDER_STAGES) await shop.order(stage);
}

it.each(SHOTS)("$name", { timeout: SHOT_MS }, async (shot) => {
  const { name, path, as, gallery: isOfGallery = false, fullPage = false, before } = shot;
  const market = isOfGallery ? gallery : portals;
  const address = typeof path === "string" ? path : await path(market);
  const who = as ?? (address.startsWith("/backoffice") ? "reviewer" : "shopkeeper");
  const expectedFailures = [
    ...(shot.expectedFailures ?? []),
    ...(shot.refusals ?? []),
    ...(who === "nobody" ? [/^401 \/portal\/v1\/me/] : []),
  ];
  for (const theme of THEMES)
    for (const [size, viewport] of Object.entries(SIZES))
      await journey(browser, market.baseUrl, { theme, viewport, expectedFailures }, async (page, browserContext) => {
        if (who !== "nobody") await takeSession(browserContext, market, typeof who === "string" ? market[who] : await who(market));
        await page.goto(address, { waitUntil: "networkidle" });
        await before?.(page, market);
        await page.waitForTimeout(SETTLE_MS);
        const picture = await page.screenshot({ path: join(FOLDER, `${name}-${theme}-${size}.png`), fullPage });
        expect(picture.length, "bytes of a picture that shows something").toBeGreaterThan(MIN_BYTES);
      });
});
