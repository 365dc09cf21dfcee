import { setTimeout as sleep } from "node:timers/promises";
import type { Params, Texts } from "../../platform/errors.ts";
import { invoicingOf, type CreatedOrder } from "../certify/invoice.ts";
import { Declined, type Reply } from "../http-client.ts";
import { sampleProduct } from "../sample-product.ts";
import type { Scene } from "../scenario/scene.ts";

/** What the chapters before found out. */
export interface Plot {
  readonly scene: Scene;
  readonly sku: string;
  /** The body as it was last sent. */
  product: ReturnType<typeof sampleProduct>;
  order?: CreatedOrder;
}

/** A call of the story and how it was answered. */
export interface Told {
  readonly method: string;
  readonly path: string;
  readonly reply: Reply;
  /** What the chapter's sentence names. */
  readonly facts: Params;
}

/** One step of the story: who acts, what happens, and the status that a notification must then report. */
export interface Chapter {
  readonly name: string;
  readonly who: keyof typeof ACTORS;
  readonly says: Texts;
  /** Of the product, or of the order once there is one; absent = nothing is notified. */
  readonly heard?: string;
  readonly tell: (plot: Plot) => Promise<Told>;
}

/** Who acts in the story. */
export const ACTORS = {
  seller: { "pt-BR": "loja", en: "seller" },
  marketplace: { "pt-BR": "marketplace", en: "marketplace" },
  shopper: { "pt-BR": "cliente", en: "shopper" },
} as const satisfies Record<string, Texts>;

const MISSPELT = "Altipaso";
const BOUGHT = 2;
const TRACKING = "AA123456785BR";

/** From the first POST to the delivery, as it happens every day. */
export const STORY: readonly Chapter[] = [
  {
    name: "published",
    who: "seller",
    says: {
      "pt-BR": "Publica a viseira {sku}, com a marca escrita errado: {brand}",
      en: "Publishes the visor {sku}, with its brand misspelt: {brand}",
    },
    heard: "Recebido",
    tell: ({ scene, product }) => call(scene, "seller", "POST", "/api/v2/products", product, product),
  },
  {
    name: "criticized",
    who: "marketplace",
    says: {
      "pt-BR": "A validação critica {pointer} ({code}) e sugere: {suggestion}",
      en: "The validation criticizes {pointer} ({code}) and suggests: {suggestion}",
    },
    heard: "Criticado",
    tell: (plot) => criticized(plot),
  },
  {
    name: "fixed",
    who: "seller",
    says: { "pt-BR": "Corrige com a sugestão da crítica: {brand}", en: "Mends it with the critique's suggestion: {brand}" },
    heard: "Em catalogação",
    tell: ({ scene, sku, product }) => call(scene, "seller", "PUT", productPath(sku), product, product),
  },
  {
    name: "approved",
    who: "marketplace",
    says: { "pt-BR": "A equipe de catálogo aprova: está à venda", en: "The catalogue team approves: it is on sale" },
    heard: "Aprovado",
    tell: ({ scene, sku }) =>
      call(scene, "operator", "POST", `/operator/v1/sellers/${scene.sellerId}/products/${sku}/review`, { decision: "approve" }),
  },
  {
    name: "bought",
    who: "shopper",
    says: {
      "pt-BR": "Compra {quantity} unidades: pedido {orderNumber}, {total}; o estoque fica reservado",
      en: "Buys {quantity} units: order {orderNumber}, {total}; the stock is reserved",
    },
    heard: "Created",
    tell: (plot) => bought(plot),
  },
  {
    name: "paid",
    who: "marketplace",
    says: { "pt-BR": "O pagamento é aprovado", en: "The payment is approved" },
    heard: "approved",
    tell: ({ scene, order }) => call(scene, "operator", "POST", `${deskPath(scene, order!)}/approve-payment`),
  },
  {
    name: "read",
    who: "seller",
    says: {
      "pt-BR": "Lê o pedido aprovado, com o cliente: {customerName}, {city}/{state}",
      en: "Reads the approved order, with its customer: {customerName}, {city}/{state}",
    },
    async tell(plot) {
      const told = await call(plot.scene, "seller", "GET", `/api/v1/orders/${plot.order!.orderNumber}?expand=shippings`);
      plot.order = told.reply.body as CreatedOrder;
      const { customerName, address } = (told.reply.body as Bought).shippings[0]!.customer;
      return { ...told, facts: { customerName, ...address } };
    },
  },
  {
    name: "invoiced",
    who: "seller",
    says: {
      "pt-BR": "Fatura com a NF-e {key}; as unidades saem do estoque",
      en: "Invoices with the electronic invoice {key}; the units leave the stock",
    },
    heard: "Invoiced",
    tell({ scene, order }) {
      const body = invoicingOf(order!, 1);
      return call(scene, "seller", "PUT", movePath(order!, "invoiced"), body, body);
    },
  },
  {
    name: "shipped",
    who: "seller",
    says: { "pt-BR": "Posta nos Correios: {trackingNumber}", en: "Posts it with the postal carrier: {trackingNumber}" },
    heard: "shipped",
    tell({ scene, order }) {
      const body = { carrier: "Correios", trackingNumber: TRACKING };
      return call(scene, "seller", "PUT", movePath(order!, "shipped"), body, body);
    },
  },
  {
    name: "delivered",
    who: "seller",
    says: { "pt-BR": "Informa a entrega", en: "Reports the delivery" },
    heard: "delivered",
    tell: ({ scene, order }) => call(scene, "seller", "PUT", movePath(order!, "delivered")),
  },
  {
    name: "counted",
    who: "seller",
    says: {
      "pt-BR": "Confere o estoque: {physical} físicas, {reserved} reservadas",
      en: "Checks the stock: {physical} physical, {reserved} reserved",
    },
    async tell({ scene, sku }) {
      const told = await call(scene, "seller", "GET", `${productPath(sku)}/stocks`);
      return { ...told, facts: told.reply.body as Params };
    },
  },
];

/** Where the story begins. */
export function plotOf(scene: Scene): Plot {
  const sku = `DEMO-${String(scene.values.get("mark"))}`;
  return { scene, sku, product: { ...sampleProduct(sku, String(scene.values.get("images"))), brand: MISSPELT } };
}

const productPath = (sku: string) => `/api/v2/products/${sku}`;
const deskPath = ({ sellerId }: Scene, { orderNumber }: CreatedOrder) => `/operator/v1/sellers/${sellerId}/orders/${orderNumber}`;
const movePath = ({ orderNumber, shippings: [shipping] }: CreatedOrder, word: string) =>
  `/api/v1/orders/${orderNumber}/shippings/${shipping!.shippingCode}/status/${word}`;

/** One call; throws what it is declined with. */
async function call(
  scene: Scene,
  who: "seller" | "operator",
  method: string,
  path: string,
  body?: object,
  facts: object = {},
): Promise<Told> {
  const reply = await scene.send(who, method, path, body === undefined ? {} : { body });
  if (reply.status >= 400) throw new Declined(reply);
  return { method, path, reply, facts: facts as Params };
}

/** An order as the story reads it beside what invoicing needs. */
interface Bought extends CreatedOrder {
  readonly totalNet: number;
  readonly shippings: readonly (CreatedOrder["shippings"][number] & {
    readonly customer: { readonly customerName: string; readonly address: { readonly city: string; readonly state: string } };
  })[];
}

interface Status {
  readonly code: string;
  readonly reviews: readonly { readonly code: string; readonly pointer: string; readonly suggestions: readonly string[] }[];
}

const CRITICIZED_WITHIN_MS = 15_000;
const ASK_EVERY_MS = 200;

/** Waits for the critique and takes its suggestion over. */
async function criticized(plot: Plot): Promise<Told> {
  const until = performance.now() + CRITICIZED_WITHIN_MS;
  for (;;) {
    const told = await call(plot.scene, "seller", "GET", `${productPath(plot.sku)}/status`);
    const { code, reviews } = told.reply.body as Status;
    const [review] = reviews;
    if (code === "CRITICIZED" && review !== undefined) {
      const [suggestion = ""] = review.suggestions;
      plot.product = { ...plot.product, brand: suggestion };
      return { ...told, facts: { ...review, suggestion } };
    }
    if (performance.now() > until) throw new Error(`${plot.sku}: ${code}`);
    await sleep(ASK_EVERY_MS, undefined, { signal: plot.scene.signal });
  }
}

async function bought(plot: Plot): Promise<Told> {
  const { scene, sku } = plot;
  const body = { sellerId: scene.sellerId, items: [{ sku, quantity: BOUGHT }] };
  const told = await call(scene, "operator", "POST", "/operator/v1/orders", body);
  const order = told.reply.body as Bought;
  plot.order = order;
  const total = order.totalNet.toLocaleString(scene.lang, { style: "currency", currency: "BRL" });
  return { ...told, facts: { quantity: BOUGHT, orderNumber: order.orderNumber, total } };
}
