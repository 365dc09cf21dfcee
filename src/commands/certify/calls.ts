import { setTimeout as sleep } from "node:timers/promises";
import { catalogContract } from "../../catalog/index.ts";
import { invoicingOf, type CreatedOrder } from "./invoice.ts";
import type { SellerApi } from "./seller-api.ts";

/** What the certification of one run works with. */
export interface Certification {
  readonly api: SellerApi;
  /** Where the products' images are. */
  readonly imagesUrl: string;
  /** Tells the skus of this run from those of another. */
  readonly mark: string;
}

const SIZES = ["38", "39", "40", "41"] as const;
const ORDERS = 12;
const PAIR = 2;
/** Enough for every order. */
const AVAILABLE = 50;

/** The products of seed 4.4: four sizes of one shoe; answers their skus once all are on sale, with stock and price updated for two. */
export async function publishFamily({ api, imagesUrl, mark }: Certification): Promise<readonly string[]> {
  await readLookups(api);
  const family = `CERT-${mark}`;
  const skus = SIZES.map((size) => `${family}-${size}`);
  const stock = { available: AVAILABLE };
  const price = { listPrice: 299.9, salePrice: 249.9 };
  const example = catalogContract.postProduct.bodyExample as object;
  for (const [i, sku] of skus.entries()) {
    const images = [{ url: `${imagesUrl}/shoe-black.jpg` }];
    await api.ask("POST", "/api/v2/products", { ...example, sku, productGroup: family, size: SIZES[i], images, price, stock });
  }
  for (const sku of skus) await cataloged(api, sku);
  const path = (sku: string, part: string) => `/api/v2/products/${sku}/${part}`;
  for (const sku of skus) {
    await api.ask("PUT", path(sku, "status"), { status: "APPROVED" });
    await api.ask("POST", path(sku, "stocks"), stock);
    await api.ask("POST", path(sku, "prices"), price);
  }
  for (const sku of skus.slice(0, PAIR)) {
    await api.ask("PUT", path(sku, "stocks"), { available: AVAILABLE + 1 });
    await api.ask("PUT", path(sku, "prices"), { ...price, salePrice: 239.9 });
  }
  return skus;
}

/** The orders of seed 4.4: twelve of two lines, of which two each are approved, canceled, and invoiced, shipped and delivered. */
export async function moveOrders({ api, mark }: Certification, skus: readonly string[]): Promise<void> {
  const items = skus.slice(0, PAIR).map((sku) => ({ sku, quantity: 1 }));
  const orders: CreatedOrder[] = [];
  for (let i = 0; i < ORDERS; i += 1) {
    // The first two wait for their payment.
    orders.push(await api.ask<CreatedOrder>("POST", "/api/v1/orders", { items, paid: i >= PAIR }));
  }
  const pair = (nth: number) => orders.slice(nth * PAIR, (nth + 1) * PAIR);
  const move = ({ orderNumber, shippings }: CreatedOrder, word: string, body: object) =>
    api.ask("PUT", `/api/v1/orders/${orderNumber}/shippings/${shippings[0]!.shippingCode}/status/${word}`, body);
  for (const order of pair(0)) await move(order, "approved", { status: "approved" });
  const [reason] = await api.ask<readonly { readonly code: number }[]>("GET", "/api/v1/orders/cancellation-reasons");
  for (const order of pair(1)) await move(order, "canceled", { reasonCancellationCode: String(reason!.code) });
  for (const [i, order] of pair(2).entries()) {
    await move(order, "invoiced", invoicingOf(order, i + 1));
    const tracking = { trackingNumber: `${mark}-${i}`, trackingLink: `https://rastreio.example/${mark}-${i}` };
    await move(order, "shipped", { carrier: "Transportadora Rota Certa", ...tracking });
    await move(order, "delivered", {});
  }
}

interface Named {
  readonly name: string;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}
const leadsTo = (one: Named | undefined, rel: string) => one?.links.find((link) => link.rel === rel)?.href;

/** Reads every list a product's words come from; what its department leads to, by following the links. */
async function readLookups(api: SellerApi): Promise<void> {
  const items = async (path: string) => (await api.ask<{ readonly items: readonly Named[] }>("GET", path)).items;
  for (const list of ["brands", "colors", "flavors", "sizes"]) await items(`/api/v1/${list}`);
  let [one] = await items("/api/v1/bus");
  for (const rel of ["departments", "productType", "templates"]) {
    const href = leadsTo(one, rel);
    if (href === undefined) return;
    [one] = await items(href);
  }
}

interface ProductStatus {
  readonly code: string;
  readonly reviews: readonly { readonly code: string; readonly message: string }[];
}

const CATALOGED_WITHIN_MS = 30_000;
const ASK_EVERY_MS = 500;

/** Waits until a product is in cataloguing; throws what it was criticized for. */
async function cataloged(api: SellerApi, sku: string): Promise<void> {
  const until = performance.now() + CATALOGED_WITHIN_MS;
  for (;;) {
    const { code, reviews } = await api.ask<ProductStatus>("GET", `/api/v2/products/${sku}/status`);
    if (code === "CATALOGING") return;
    if (code === "CRITICIZED" || performance.now() > until)
      throw new Error([`${sku}: ${code}`, ...reviews.map((review) => `${review.code}: ${review.message}`)].join("\n  "));
    await sleep(ASK_EVERY_MS);
  }
}
