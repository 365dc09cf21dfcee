import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, realNow } from "../../platform/basics/clock.ts";
import type { Lang } from "../../platform/contract/errors.ts";
import { createPace } from "../import/pace.ts";
import { patientApi, type PatientApi } from "../import/patient-api.ts";
import { judged } from "../import/publication.ts";
import { Declined } from "../http-client.ts";
import type { Instance } from "../instance.ts";
import { sampleProduct } from "../sample-product.ts";

/** A seller whose integration makes calls. */
export interface LoadSeller {
  readonly sellerId: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly products: readonly LoadProduct[];
  /** Where its full sync is: how many pushes were made. */
  pushes: number;
  /** The `ETag` of the brands it read last. */
  brandsTag: string | undefined;
}

/** A product on sale, and what was last said of it. */
export interface LoadProduct {
  readonly sku: string;
  available: number;
  saleCents: number;
}

/** What the load finds to work with. */
export interface CastPlan {
  readonly sellers: number;
  /** Of each seller. */
  readonly products: number;
  /** Calls per minute of each credential. */
  readonly perMinute: number;
  /** Tells what this load makes from what another one made. */
  readonly mark: string;
  readonly lang: Lang;
  readonly signal: AbortSignal;
  /** Told after every product that was sent. */
  readonly onProduct: () => void;
}

const LIFE_MS = DAY_MS;
const CONCURRENCY = 8;
/** Nobody is ever told that something is sold out. */
const AVAILABLE = 1_000_000;
const LIST_PRICE = 79.9;
const SALE_CENTS = 5_990;
const MOST_DECIDED_AT_ONCE = 500;

/**
 * Makes the sellers and puts their products on sale. Every second seller is behind one hub: its application has a credential for each
 * of them. Credentials end by themselves after a day; sellers and products stay, for nothing deletes them.
 */
export async function createCast(instance: Instance, plan: CastPlan): Promise<readonly LoadSeller[]> {
  const { sellers, mark } = plan;
  const { body: hub } = await instance.ask<{ readonly clientId: string }>("POST", "/operator/v1/applications", {
    name: `Carga ${mark} hub`,
  });
  const numbers = Array.from({ length: sellers }, (_, nth) => nth);
  return inParallel(numbers, CONCURRENCY, (nth) => openShop(instance, plan, nth, nth % 2 === 0 ? undefined : hub!.clientId));
}

async function openShop(instance: Instance, plan: CastPlan, nth: number, clientId: string | undefined): Promise<LoadSeller> {
  const { mark, lang, signal, perMinute } = plan;
  const now = () => performance.now();
  const name = `Carga ${mark}-${nth}`;
  const { sellerId } = (await instance.ask<{ readonly sellerId: number }>("POST", "/operator/v1/sellers", { name })).body!;
  const wanted = { name, plan: perMinute, expiresAt: realNow() + LIFE_MS, ...(clientId === undefined ? {} : { clientId }) };
  const path = `/operator/v1/sellers/${sellerId}/credentials`;
  const issued = (await instance.ask<{ readonly clientId: string; readonly accessToken: string }>("POST", path, wanted)).body!;
  const headers = { client_id: issued.clientId, access_token: issued.accessToken, "accept-language": lang };
  const api = patientApi({ url: instance.url, headers, pace: createPace(now, (ms) => sleep(ms, undefined, { signal })), now });

  const skus = Array.from({ length: plan.products }, (_, i) => `CARGA-${mark}-${nth}-${i}`);
  for (const sku of skus) {
    await publish(api, sku, `${instance.url}/images`);
    plan.onProduct();
    signal.throwIfAborted();
  }
  await approve(instance, sellerId, api, skus, now, signal);
  return {
    sellerId,
    headers,
    products: skus.map((sku) => ({ sku, available: AVAILABLE, saleCents: SALE_CENTS })),
    pushes: 0,
    brandsTag: undefined,
  };
}

async function publish(api: PatientApi, sku: string, images: string): Promise<void> {
  const price = { listPrice: LIST_PRICE, salePrice: SALE_CENTS / 100 };
  const product = { ...sampleProduct(sku, images), price, stock: { available: AVAILABLE } };
  const reply = await api.send("POST", "/api/v2/products", JSON.stringify(product));
  if (reply.status >= 400) throw new Declined(reply);
}

/** Waits for the validation and lets the catalogue team approve; throws what keeps a product from being sold. */
async function approve(
  instance: Instance,
  sellerId: number,
  api: PatientApi,
  skus: readonly string[],
  now: () => number,
  signal: AbortSignal,
): Promise<void> {
  const { statuses, critiques } = await judged(api, new Set(skus), now, signal);
  const lost = Object.entries({ ...statuses, ...critiques }).filter(([word]) => word !== CATALOGING && word !== APPROVED);
  if (lost.length > 0) throw new Error(lost.map(([word, count]) => `${count} ${word}`).join(", "));
  for (let from = 0; from < skus.length; from += MOST_DECIDED_AT_ONCE) {
    const items = skus.slice(from, from + MOST_DECIDED_AT_ONCE).map((sku) => ({ sellerId, sku, decision: "approve" }));
    // Lines that were decided meanwhile, by a reviewer of the sandbox, are refused one by one.
    await instance.ask("POST", "/operator/v1/reviews", { items });
  }
}

const CATALOGING = "Em catalogação";
const APPROVED = "Aprovado";

/** Works on several at a time; answers in their order, throws the first thing that one of them throws. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const left = [...items.entries()];
  const results: Result[] = [];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
