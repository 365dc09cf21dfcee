import { setTimeout as sleep } from "node:timers/promises";
import type { Params } from "../../platform/contract/errors.ts";
import type { CreatedOrder } from "../certify/invoice.ts";
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

const MISSPELT = "Altipaso";
const BOUGHT = 2;

/** Where the story begins. */
export function plotOf(scene: Scene): Plot {
  const sku = `DEMO-${String(scene.values.get("mark"))}`;
  return { scene, sku, product: { ...sampleProduct(sku, String(scene.values.get("images"))), brand: MISSPELT } };
}

/** Where a product is. */
export const productPath = (sku: string) => `/api/v2/products/${sku}`;
/** Where the marketplace's people find an order. */
export const deskPath = ({ sellerId }: Scene, { orderNumber }: CreatedOrder) => `/operator/v1/sellers/${sellerId}/orders/${orderNumber}`;
/** Where the seller moves the first shipping of an order. */
export const movePath = ({ orderNumber, shippings: [shipping] }: CreatedOrder, word: string) =>
  `/api/v1/orders/${orderNumber}/shippings/${shipping!.shippingCode}/status/${word}`;

/** One call; throws what it is declined with. */
export async function call(
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
export async function criticized(plot: Plot): Promise<Told> {
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

/** Buys, and keeps the order. */
export async function bought(plot: Plot): Promise<Told> {
  const { scene, sku } = plot;
  const body = { sellerId: scene.sellerId, items: [{ sku, quantity: BOUGHT }] };
  const told = await call(scene, "operator", "POST", "/operator/v1/orders", body);
  const order = told.reply.body as Bought;
  plot.order = order;
  const total = order.totalNet.toLocaleString(scene.lang, { style: "currency", currency: "BRL" });
  return { ...told, facts: { quantity: BOUGHT, orderNumber: order.orderNumber, total } };
}

/** Reads the order as its seller: only to them is the customer shown. */
export async function read(plot: Plot): Promise<Told> {
  const told = await call(plot.scene, "seller", "GET", `/api/v1/orders/${plot.order!.orderNumber}`);
  const order = told.reply.body as Bought;
  plot.order = order;
  const { customerName, address } = order.shippings[0]!.customer;
  return { ...told, facts: { customerName, ...address } };
}
