import { setTimeout as sleep } from "node:timers/promises";
import { catalogContract } from "../../catalog/index.ts";
import { orderContract } from "../../orders/index.ts";
import { seededRandom, seededBoolean } from "../../platform/basics/seeded-chance.ts";
import { pricingContract } from "../../pricing/index.ts";
import { referenceContract } from "../../reference/index.ts";
import { stockContract } from "../../stock/index.ts";
import { invoicingOf, type CreatedOrder } from "../certify/invoice.ts";
import { call, type Reply } from "../http-client.ts";
import type { Instance } from "../instance.ts";
import type { LoadProduct, LoadSeller } from "./cast.ts";
import type { Meter } from "./meter.ts";
import { busySeller, type Arrival } from "./mix.ts";

/** What traffic goes through. */
export interface Traffic {
  readonly instance: Instance;
  readonly sellers: readonly LoadSeller[];
  readonly meter: Meter;
  readonly seed: number;
  /** Milliseconds of the same clock that arrivals are due by. */
  readonly now: () => number;
  /** Nothing that follows begins after this moment. */
  readonly endMs: number;
  readonly signal: AbortSignal;
}

/** Of what a full sync pushes, so much is what was pushed before (domain 6). */
const UNCHANGED = 0.6;
/** How long after a step of an order the next one is due. */
const NEXT_STEP_MS = 500;

type Work = (traffic: Traffic, seller: LoadSeller, arrival: Arrival) => Promise<unknown>;

/** Carries out an arrival; resolves when all that follows from it is over. Only what should not be is thrown. */
export async function carryOut(traffic: Traffic, arrival: Arrival): Promise<void> {
  const { sellers, seed } = traffic;
  await WORK[arrival.kind](traffic, sellers[busySeller(seededRandom(seed, "seller", arrival.nth), sellers.length)]!, arrival);
}

const WORK: Readonly<Record<Arrival["kind"], Work>> = {
  stock: (traffic, seller, arrival) => {
    const product = pushed(seller);
    if (!seededBoolean(UNCHANGED, traffic.seed, "unchanged", arrival.nth)) product.available += arrival.nth % 2 === 0 ? 1 : -1;
    const { available } = product;
    return asSeller(traffic, seller, arrival, stockContract.putStock.id, "PUT", `${pathOf(product)}/stocks`, { available });
  },
  price: (traffic, seller, arrival) => {
    const product = pushed(seller);
    if (!seededBoolean(UNCHANGED, traffic.seed, "unchanged", arrival.nth)) product.saleCents += product.saleCents > 5_000 ? -1 : 100;
    const price = { listPrice: 79.9, salePrice: product.saleCents / 100 };
    return asSeller(traffic, seller, arrival, pricingContract.putPrice.id, "PUT", `${pathOf(product)}/prices`, price);
  },
  status: (traffic, seller, arrival) =>
    asSeller(traffic, seller, arrival, catalogContract.getStatus.id, "GET", `${pathOf(anyOf(traffic, seller, arrival))}/status`),
  product: (traffic, seller, arrival) =>
    asSeller(traffic, seller, arrival, catalogContract.getProduct.id, "GET", pathOf(anyOf(traffic, seller, arrival))),
  lookup: async (traffic, seller, arrival) => {
    const { headers, brandsTag } = seller;
    // What is known already is asked for by its tag, and answered 304.
    const asking = brandsTag === undefined ? seller : { ...seller, headers: { ...headers, "if-none-match": brandsTag } };
    const reply = await asSeller(traffic, asking, arrival, referenceContract.listBrands.id, "GET", "/api/v1/brands");
    seller.brandsTag = reply?.headers.get("etag") ?? brandsTag;
  },
  orders: (traffic, seller, arrival) =>
    asSeller(traffic, seller, arrival, orderContract.listOrders.id, "GET", "/api/v1/orders?orderStatus=approved&expand=shippings"),
  order: workedOff,
};

/** Bought by a shopper, then read, invoiced, shipped and delivered by the seller; ends where a step was not answered with success. */
async function workedOff(traffic: Traffic, seller: LoadSeller, arrival: Arrival): Promise<void> {
  const { meter, instance } = traffic;
  const items = [{ sku: anyOf(traffic, seller, arrival).sku, quantity: 1 }];
  const wanted = JSON.stringify({ sellerId: seller.sellerId, items, paid: true });
  const bought = await meter.measure(orderContract.createOrder.id, arrival.dueMs, () =>
    instance.send("POST", orderContract.createOrder.path, { body: wanted }),
  );
  if (bought?.status !== 201) return;
  const { orderNumber } = bought.body as { readonly orderNumber: string };
  const path = `/api/v1/orders/${orderNumber}`;
  const read = await next(traffic, seller, arrival, 1, orderContract.getOrder.id, "GET", path);
  if (read?.status !== 200) return;
  const order = read.body as CreatedOrder;
  const move = (nth: number, operation: string, word: string, body: object) =>
    next(traffic, seller, arrival, nth, operation, "PUT", `${path}/shippings/${order.shippings[0]!.shippingCode}/status/${word}`, body);
  const invoiced = await move(2, orderContract.putInvoiced.id, "invoiced", invoicingOf(order, arrival.nth + 1));
  if (invoiced?.status !== 200) return;
  const tracking = { trackingNumber: `CARGA-${orderNumber}`, trackingLink: `https://rastreio.example/${orderNumber}` };
  const shipped = await move(3, orderContract.putShipped.id, "shipped", { carrier: "Transportadora Rota Certa", ...tracking });
  if (shipped?.status === 200) await move(4, orderContract.putDelivered.id, "delivered", {});
}

/** A later step of an order: due so long after the one before was, or when that is over, whichever is later; not after the end. */
async function next(traffic: Traffic, seller: LoadSeller, arrival: Arrival, nth: number, ...sent: Sent): Promise<Reply | undefined> {
  const { now, endMs, signal } = traffic;
  const dueMs = Math.max(now(), arrival.dueMs + nth * NEXT_STEP_MS);
  if (dueMs > endMs || signal.aborted) return undefined;
  await sleep(dueMs - now(), undefined, { signal }).catch(() => undefined);
  return signal.aborted ? undefined : asSeller(traffic, seller, { dueMs }, ...sent);
}

type Sent = readonly [operation: string, method: string, path: string, body?: object];

function asSeller(
  { instance, meter }: Traffic,
  { headers }: LoadSeller,
  { dueMs }: Pick<Arrival, "dueMs">,
  ...[operation, method, path, body]: Sent
): Promise<Reply | undefined> {
  const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return meter.measure(operation, dueMs, () => call(instance.url + path, sent));
}

const pathOf = ({ sku }: LoadProduct) => `/api/v2/products/${sku}`;

const anyOf = ({ seed }: Traffic, { products }: LoadSeller, { nth }: Arrival): LoadProduct =>
  products[Math.floor(seededRandom(seed, "product", nth) * products.length)]!;

/** A full sync goes from product to product, and begins again behind the last. */
function pushed(seller: LoadSeller): LoadProduct {
  const product = seller.products[seller.pushes % seller.products.length]!;
  seller.pushes += 1;
  return product;
}
