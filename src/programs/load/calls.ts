import { setTimeout as sleep } from "node:timers/promises";
import { catalogContract } from "../../catalog/index.ts";
import { call, type Reply } from "../../client/http-client.ts";
import type { OperatorApi } from "../../client/operator-api.ts";
import { sampleInvoicing, type CreatedOrder } from "../../client/sample-invoice.ts";
import { moveContract, orderContract, orderListContract, purchaseContract } from "../../orders/index.ts";
import { seededBoolean, seededRandom } from "../../platform/basics/index.ts";
import { pricingContract } from "../../pricing/index.ts";
import { referenceContract } from "../../reference/index.ts";
import { stockContract } from "../../stock/index.ts";
import type { Meter } from "./call-metrics.ts";
import type { LoadProduct, LoadSeller } from "./test-sellers.ts";
import { pickSeller, type Arrival } from "./workload.ts";

/** Context shared by all calls of a load. */
export interface LoadContext {
  readonly api: OperatorApi;
  readonly sellers: readonly LoadSeller[];
  readonly meter: Meter;
  readonly seed: number;
  /** Milliseconds since the load began. */
  readonly now: () => number;
  /** End of the load, on the clock of `now`. An arrival that makes a series of calls makes no further call after this time. */
  readonly endMs: number;
  readonly signal: AbortSignal;
}

/** Share of unchanged values in a full sync. */
const UNCHANGED_SHARE = 0.6;
/** Time between the steps of an order. */
const STEP_INTERVAL_MS = 500;

/** Makes the calls of an arrival and resolves after the last answer. Refusals are counted, not thrown. */
export async function performArrival(context: LoadContext, arrival: Arrival): Promise<void> {
  const { sellers, seed } = context;
  const seller = sellers[pickSeller(seededRandom(seed, "seller", arrival.nth), sellers.length)]!;
  await CALLS[arrival.kind](context, seller, arrival);
}

type PerformCalls = (context: LoadContext, seller: LoadSeller, arrival: Arrival) => Promise<unknown>;

/** The calls of each kind of traffic. */
const CALLS: Readonly<Record<Arrival["kind"], PerformCalls>> = {
  stock: (context, seller, arrival) => {
    const product = nextSynced(seller);
    if (!isUnchanged(context, arrival)) product.available += arrival.nth % 2 === 0 ? 1 : -1;
    const { available } = product;
    return callAsSeller(context, seller, arrival, stockContract.putStock.id, "PUT", `${productPath(product)}/stocks`, { available });
  },
  price: (context, seller, arrival) => {
    const product = nextSynced(seller);
    if (!isUnchanged(context, arrival)) product.saleCents += product.saleCents > 5_000 ? -1 : 100;
    const price = { listPrice: 79.9, salePrice: product.saleCents / 100 };
    return callAsSeller(context, seller, arrival, pricingContract.putPrice.id, "PUT", `${productPath(product)}/prices`, price);
  },
  status: (context, seller, arrival) => {
    const path = `${productPath(randomProduct(context, seller, arrival))}/status`;
    return callAsSeller(context, seller, arrival, catalogContract.getStatus.id, "GET", path);
  },
  product: (context, seller, arrival) =>
    callAsSeller(context, seller, arrival, catalogContract.getProduct.id, "GET", productPath(randomProduct(context, seller, arrival))),
  lookup: async (context, seller, arrival) => {
    const { headers, brandsTag } = seller;
    const conditional = brandsTag === undefined ? seller : { ...seller, headers: { ...headers, "if-none-match": brandsTag } };
    const reply = await callAsSeller(context, conditional, arrival, referenceContract.listBrands.id, "GET", "/api/v1/brands");
    seller.brandsTag = reply?.headers.get("etag") ?? brandsTag;
  },
  orders: (context, seller, arrival) => {
    const path = "/api/v1/orders?orderStatus=approved&expand=shippings";
    return callAsSeller(context, seller, arrival, orderListContract.listOrders.id, "GET", path);
  },
  order: processOrder,
};

const isUnchanged = ({ seed }: LoadContext, { nth }: Arrival): boolean => seededBoolean(UNCHANGED_SHARE, seed, "unchanged", nth);

/** A shopper buys; the seller reads, invoices, ships and delivers. Stops at the first step that fails. */
async function processOrder(context: LoadContext, seller: LoadSeller, arrival: Arrival): Promise<void> {
  const bought = await buy(context, seller, arrival);
  if (bought?.status !== 201) return;
  const { orderNumber } = bought.body as { readonly orderNumber: string };
  const path = `/api/v1/orders/${orderNumber}`;
  const read = await orderStep(context, seller, arrival, 1, orderContract.getOrder.id, "GET", path);
  if (read?.status !== 200) return;
  const order = read.body as CreatedOrder;
  const shippingPath = `${path}/shippings/${order.shippings[0]!.shippingCode}/status`;
  const move = (nth: number, operation: string, status: string, body: object) =>
    orderStep(context, seller, arrival, nth, operation, "PUT", `${shippingPath}/${status}`, body);
  const invoiced = await move(2, moveContract.putInvoiced.id, "invoiced", sampleInvoicing(order, arrival.nth + 1));
  if (invoiced?.status !== 200) return;
  const tracking = { trackingNumber: `CARGA-${orderNumber}`, trackingLink: `https://rastreio.example/${orderNumber}` };
  const shipped = await move(3, moveContract.putShipped.id, "shipped", { carrier: "Transportadora Rota Certa", ...tracking });
  if (shipped?.status === 200) await move(4, moveContract.putDelivered.id, "delivered", {});
}

function buy(context: LoadContext, seller: LoadSeller, arrival: Arrival): Promise<Reply | undefined> {
  const { meter, api } = context;
  const items = [{ sku: randomProduct(context, seller, arrival).sku, quantity: 1 }];
  const body = JSON.stringify({ sellerId: seller.sellerId, items, paid: true });
  const { id, path } = purchaseContract.createOrder;
  return meter.measure(id, arrival.dueMs, () => api.send("POST", path, { body }));
}

type SellerCall = readonly [operation: string, method: string, path: string, body?: object];

/**
 * Makes one of the calls that follow a purchase. It is due `nth` times STEP_INTERVAL_MS after the purchase was due, and is made at once if
 * that time has passed. Undefined if the load ends first, or if there was no answer.
 */
async function orderStep(
  context: LoadContext,
  seller: LoadSeller,
  arrival: Arrival,
  nth: number,
  ...sellerCall: SellerCall
): Promise<Reply | undefined> {
  const { now, endMs, signal } = context;
  const dueMs = Math.max(now(), arrival.dueMs + nth * STEP_INTERVAL_MS);
  if (dueMs > endMs || signal.aborted) return undefined;
  await sleep(Math.max(0, dueMs - now()), undefined, { signal }).catch(() => undefined);
  return signal.aborted ? undefined : callAsSeller(context, seller, { dueMs }, ...sellerCall);
}

function callAsSeller(
  { api, meter }: LoadContext,
  { headers }: LoadSeller,
  { dueMs }: Pick<Arrival, "dueMs">,
  ...[operation, method, path, body]: SellerCall
): Promise<Reply | undefined> {
  const options = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return meter.measure(operation, dueMs, () => call(api.url + path, options));
}

const productPath = ({ sku }: LoadProduct) => `/api/v2/products/${sku}`;

const randomProduct = ({ seed }: LoadContext, { products }: LoadSeller, { nth }: Arrival): LoadProduct =>
  products[Math.floor(seededRandom(seed, "product", nth) * products.length)]!;

/** The next product of a full sync. After the last product, the sync starts again with the first one. */
function nextSynced(seller: LoadSeller): LoadProduct {
  const product = seller.products[seller.pushes % seller.products.length]!;
  seller.pushes += 1;
  return product;
}
