import { setTimeout as sleep } from "node:timers/promises";
import { catalogContract } from "../../catalog/index.ts";
import { sampleInvoicing, type CreatedOrder } from "../../client/sample-invoice.ts";
import type { SellerApi } from "../../client/seller-api.ts";

/** One run of the certification. */
export interface Certification {
  readonly api: SellerApi;
  /** Base URL of the image host. */
  readonly imagesUrl: string;
  /** Part of every sku, so that skus of several runs differ. */
  readonly runId: string;
}

const SIZES = ["38", "39", "40", "41"] as const;
const ORDERS = 12;
const PAIR = 2;
/** Stock of each product; enough for every order. */
const AVAILABLE = 50;

/** Publishes four sizes of one shoe (seed 4.4) and updates stock and price of two of them. Returns the skus of all four, which are then on sale. */
export async function publishFamily({ api, imagesUrl, runId }: Certification): Promise<readonly string[]> {
  await readLookups(api);
  const family = `CERT-${runId}`;
  const skus = SIZES.map((size) => `${family}-${size}`);
  const stock = { available: AVAILABLE };
  const price = { listPrice: 299.9, salePrice: 249.9 };
  const example = catalogContract.postProduct.bodyExample as object;
  for (const [i, sku] of skus.entries()) {
    const images = [{ url: `${imagesUrl}/shoe-black.jpg` }];
    await api.request("POST", "/api/v2/products", { ...example, sku, productGroup: family, size: SIZES[i], images, price, stock });
  }
  for (const sku of skus) await awaitCataloging(api, sku);
  const path = (sku: string, part: string) => `/api/v2/products/${sku}/${part}`;
  for (const sku of skus) {
    await api.request("PUT", path(sku, "status"), { status: "APPROVED" });
    await api.request("POST", path(sku, "stocks"), stock);
    await api.request("POST", path(sku, "prices"), price);
  }
  for (const sku of skus.slice(0, PAIR)) {
    await api.request("PUT", path(sku, "stocks"), { available: AVAILABLE + 1 });
    await api.request("PUT", path(sku, "prices"), { ...price, salePrice: 239.9 });
  }
  return skus;
}

/** Creates twelve orders of two items (seed 4.4): approves two, cancels two, and invoices, ships and delivers two. */
export async function moveOrders({ api, runId }: Certification, skus: readonly string[]): Promise<void> {
  const items = skus.slice(0, PAIR).map((sku) => ({ sku, quantity: 1 }));
  const orders: CreatedOrder[] = [];
  for (let i = 0; i < ORDERS; i += 1) {
    // The first two orders are not paid yet.
    orders.push((await api.request<CreatedOrder>("POST", "/api/v1/orders", { items, paid: i >= PAIR }))!);
  }
  const pair = (nth: number) => orders.slice(nth * PAIR, (nth + 1) * PAIR);
  const move = ({ orderNumber, shippings }: CreatedOrder, word: string, body: object) =>
    api.request("PUT", `/api/v1/orders/${orderNumber}/shippings/${shippings[0]!.shippingCode}/status/${word}`, body);
  for (const order of pair(0)) await move(order, "approved", { status: "approved" });
  const [reason] = (await api.request<readonly { readonly code: number }[]>("GET", "/api/v1/orders/cancellation-reasons"))!;
  for (const order of pair(1)) await move(order, "canceled", { reasonCancellationCode: String(reason!.code) });
  for (const [i, order] of pair(2).entries()) {
    await move(order, "invoiced", sampleInvoicing(order, i + 1));
    const tracking = { trackingNumber: `${runId}-${i}`, trackingLink: `https://rastreio.example/${runId}-${i}` };
    await move(order, "shipped", { carrier: "Transportadora Rota Certa", ...tracking });
    await move(order, "delivered", {});
  }
}

interface LinkedItem {
  readonly name: string;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}
const linkOf = (item: LinkedItem | undefined, rel: string) => item?.links.find((link) => link.rel === rel)?.href;

/** Reads every list of allowed product values, and follows the links from a store to a template. */
async function readLookups(api: SellerApi): Promise<void> {
  const items = async (path: string) => (await api.request<{ readonly items: readonly LinkedItem[] }>("GET", path))!.items;
  for (const list of ["brands", "colors", "flavors", "sizes"]) await items(`/api/v1/${list}`);
  let [item] = await items("/api/v1/bus");
  for (const rel of ["departments", "productType", "templates"]) {
    const href = linkOf(item, rel);
    if (href === undefined) return;
    [item] = await items(href);
  }
}

interface ProductStatus {
  readonly code: string;
  readonly reviews: readonly { readonly code: string; readonly message: string }[];
}

const CATALOGING_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 500;

/** Waits until a product is in cataloguing. Throws an error with the product's critiques if it is criticized or takes too long. */
async function awaitCataloging(api: SellerApi, sku: string): Promise<void> {
  const deadline = performance.now() + CATALOGING_TIMEOUT_MS;
  for (;;) {
    const { code, reviews } = (await api.request<ProductStatus>("GET", `/api/v2/products/${sku}/status`))!;
    if (code === "CATALOGING") return;
    if (code === "CRITICIZED" || performance.now() > deadline)
      throw new Error([`${sku}: ${code}`, ...reviews.map((review) => `${review.code}: ${review.message}`)].join("\n  "));
    await sleep(POLL_INTERVAL_MS);
  }
}
