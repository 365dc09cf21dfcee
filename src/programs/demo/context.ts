import { setTimeout as sleep } from "node:timers/promises";
import { RequestRefused, type Reply } from "../../client/http-client.ts";
import type { CreatedOrder } from "../../client/sample-invoice.ts";
import { sampleProduct } from "../../client/sample-product.ts";
import type { Params } from "../../platform/contract/index.ts";
import type { RunContext } from "../scenarios/index.ts";

/** State shared by the steps of a demo. */
export interface DemoContext {
  readonly run: RunContext;
  readonly sku: string;
  /** The product as it was sent last or, after its critique, as it will be sent next. */
  product: ReturnType<typeof sampleProduct>;
  order?: CreatedOrder;
}

/** A call of a step and its reply. */
export interface DemoCall {
  readonly method: string;
  readonly path: string;
  readonly reply: Reply;
  /** Values for the placeholders in the step's text. */
  readonly params: Params;
}

const MISSPELT_BRAND = "Altipaso";
const QUANTITY = 2;

/** Creates the context of a demo. The brand of its product is misspelt, so that the product is criticized. */
export function createDemoContext(run: RunContext): DemoContext {
  const sku = `DEMO-${String(run.variables.get("mark"))}`;
  return { run, sku, product: { ...sampleProduct(sku, String(run.variables.get("images"))), brand: MISSPELT_BRAND } };
}

/** The path of a product in the seller API. */
export const productPath = (sku: string) => `/api/v2/products/${sku}`;
/** The path of an order in the operator API. */
export const operatorOrderPath = ({ sellerId }: RunContext, { orderNumber }: CreatedOrder) =>
  `/operator/v1/sellers/${sellerId}/orders/${orderNumber}`;
/** The path of the seller API that changes the status of an order's first shipping. */
export const shippingStatusPath = ({ orderNumber, shippings: [shipping] }: CreatedOrder, status: string) =>
  `/api/v1/orders/${orderNumber}/shippings/${shipping!.shippingCode}/status/${status}`;

/** Makes a call. Throws `RequestRefused` if the call is refused. */
export async function call(
  run: RunContext,
  audience: "seller" | "operator",
  method: string,
  path: string,
  body?: object,
  params: object = {},
): Promise<DemoCall> {
  const reply = await run.send(audience, method, path, body === undefined ? {} : { body });
  if (reply.status >= 400) throw new RequestRefused(reply);
  return { method, path, reply, params: params as Params };
}

/** The fields of an order that the demo reads. */
interface Order extends CreatedOrder {
  readonly totalNet: number;
  readonly shippings: readonly (CreatedOrder["shippings"][number] & {
    readonly customer: { readonly customerName: string; readonly address: { readonly city: string; readonly state: string } };
  })[];
}

interface ProductStatus {
  readonly code: string;
  readonly reviews: readonly { readonly code: string; readonly pointer: string; readonly suggestions: readonly string[] }[];
}

const CRITIQUE_TIMEOUT_MS = 15_000;
const POLL_INTERVAL_MS = 200;

/** Waits for the critique of the brand and puts the suggested brand into the product. */
export async function awaitCritique(context: DemoContext): Promise<DemoCall> {
  const deadline = performance.now() + CRITIQUE_TIMEOUT_MS;
  for (;;) {
    const statusCall = await call(context.run, "seller", "GET", `${productPath(context.sku)}/status`);
    const { code, reviews } = statusCall.reply.body as ProductStatus;
    const [review] = reviews;
    if (code === "CRITICIZED" && review !== undefined) {
      const [suggestion = ""] = review.suggestions;
      context.product = { ...context.product, brand: suggestion };
      return { ...statusCall, params: { ...review, suggestion } };
    }
    if (performance.now() > deadline) throw new Error(`${context.sku}: ${code}`);
    await sleep(POLL_INTERVAL_MS, undefined, { signal: context.run.signal });
  }
}

/** Buys the product and stores the order in the context. */
export async function buy(context: DemoContext): Promise<DemoCall> {
  const { run, sku } = context;
  const body = { sellerId: run.sellerId, items: [{ sku, quantity: QUANTITY }] };
  const purchase = await call(run, "operator", "POST", "/operator/v1/orders", body);
  const order = purchase.reply.body as Order;
  context.order = order;
  const total = order.totalNet.toLocaleString(run.lang, { style: "currency", currency: "BRL" });
  return { ...purchase, params: { quantity: QUANTITY, orderNumber: order.orderNumber, total } };
}

/** Reads the order as its seller, to show the customer's data. */
export async function readOrder(context: DemoContext): Promise<DemoCall> {
  const orderCall = await call(context.run, "seller", "GET", `/api/v1/orders/${context.order!.orderNumber}`);
  const order = orderCall.reply.body as Order;
  context.order = order;
  const { customerName, address } = order.shippings[0]!.customer;
  return { ...orderCall, params: { customerName, ...address } };
}
