import { RequestRefused } from "../../client/http-client.ts";
import { sampleProduct } from "../../client/sample-product.ts";
import { sellerHeaders } from "../../client/seller-api.ts";
import { createSellerClient, type RetryingClient } from "../../client/retrying-client.ts";
import type { OperatorApi } from "../../client/operator-api.ts";
import { DAY_MS, realNow } from "../../platform/basics/index.ts";
import type { Lang } from "../../platform/contract/index.ts";
import { awaitValidation } from "../import/index.ts";

/** A seller with the credential that the load uses. */
export interface LoadSeller {
  readonly sellerId: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly products: readonly LoadProduct[];
  /** Number of stock and price updates that the seller's full sync has sent. */
  pushes: number;
  /** The `ETag` of the last list of brands that the seller read. */
  brandsTag: string | undefined;
}

/** A product on sale, with the stock and price that were sent last. */
export interface LoadProduct {
  readonly sku: string;
  available: number;
  saleCents: number;
}

/** The sellers to create. */
export interface TestSellersPlan {
  readonly sellers: number;
  /** Number of products per seller. */
  readonly products: number;
  /** Quota per credential, in calls per minute. */
  readonly perMinute: number;
  /** Part of every name and sku, so that several loads can use the same marketplace. */
  readonly runId: string;
  readonly lang: Lang;
  readonly signal: AbortSignal;
  /** Called after each product is sent. */
  readonly onProduct: () => void;
}

const CREDENTIAL_LIFETIME_MS = DAY_MS;
const CONCURRENCY = 8;
/** Stock of each product; large enough that none sells out. */
const AVAILABLE = 1_000_000;
const LIST_PRICE = 79.9;
const SALE_CENTS = 5_990;
const MAX_REVIEWS_PER_CALL = 500;

/**
 * Creates sellers and puts their products on sale. Every second seller uses the same hub: one application with a credential for each of
 * those sellers. Credentials expire after a day. Sellers and products remain, because they cannot be deleted.
 */
export async function createTestSellers(api: OperatorApi, plan: TestSellersPlan): Promise<readonly LoadSeller[]> {
  const hub = { name: `Carga ${plan.runId} hub` };
  const { clientId } = (await api.request<{ readonly clientId: string }>("POST", "/operator/v1/applications", hub)).body!;
  const numbers = Array.from({ length: plan.sellers }, (_, nth) => nth);
  return mapConcurrently(numbers, CONCURRENCY, (nth) => createSeller(api, plan, nth, nth % 2 === 0 ? undefined : clientId));
}

async function createSeller(api: OperatorApi, plan: TestSellersPlan, nth: number, clientId: string | undefined): Promise<LoadSeller> {
  const { runId, lang, signal, perMinute } = plan;
  const name = `Carga ${runId}-${nth}`;
  const { sellerId } = (await api.request<{ readonly sellerId: number }>("POST", "/operator/v1/sellers", { name })).body!;
  const request = { name, plan: perMinute, expiresAt: realNow() + CREDENTIAL_LIFETIME_MS, ...(clientId === undefined ? {} : { clientId }) };
  const path = `/operator/v1/sellers/${sellerId}/credentials`;
  const credential = (await api.request<{ readonly clientId: string; readonly accessToken: string }>("POST", path, request)).body!;
  const client = createSellerClient({ url: api.url, credential, lang, signal });

  const skus = Array.from({ length: plan.products }, (_, i) => `CARGA-${runId}-${nth}-${i}`);
  for (const sku of skus) {
    await publishProduct(client, sku, `${api.url}/images`);
    plan.onProduct();
    signal.throwIfAborted();
  }
  await approveProducts(api, client, sellerId, skus, signal);
  return {
    sellerId,
    headers: sellerHeaders(credential, lang),
    products: skus.map((sku) => ({ sku, available: AVAILABLE, saleCents: SALE_CENTS })),
    pushes: 0,
    brandsTag: undefined,
  };
}

async function publishProduct(client: RetryingClient, sku: string, images: string): Promise<void> {
  const price = { listPrice: LIST_PRICE, salePrice: SALE_CENTS / 100 };
  const product = { ...sampleProduct(sku, images), price, stock: { available: AVAILABLE } };
  const reply = await client.send("POST", "/api/v2/products", JSON.stringify(product));
  if (reply.status >= 400) throw new RequestRefused(reply);
}

const CATALOGING = "Em catalogação";
const APPROVED = "Aprovado";

/** Waits for the validation, then approves all products as the catalogue team. Throws if any product does not pass the validation. */
async function approveProducts(
  api: OperatorApi,
  client: RetryingClient,
  sellerId: number,
  skus: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { statuses, critiques } = await awaitValidation(client, new Set(skus), { now: () => performance.now(), signal });
  const unexpected = Object.entries({ ...statuses, ...critiques }).filter(([word]) => word !== CATALOGING && word !== APPROVED);
  if (unexpected.length > 0) throw new Error(unexpected.map(([word, count]) => `${count} ${word}`).join(", "));
  for (let from = 0; from < skus.length; from += MAX_REVIEWS_PER_CALL) {
    const items = skus.slice(from, from + MAX_REVIEWS_PER_CALL).map((sku) => ({ sellerId, sku, decision: "approve" }));
    // A simulated reviewer may have decided some items already. The call refuses these items, which does not matter.
    await api.request("POST", "/operator/v1/reviews", { items });
  }
}

/** Maps items with at most `limit` in progress. Keeps their order; rejects with the first error. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  map: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const left = [...items.entries()];
  const results: Result[] = [];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await map(next[1]);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
