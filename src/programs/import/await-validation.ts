import { setTimeout as sleep } from "node:timers/promises";
import type { RetryingClient } from "../../client/retrying-client.ts";

/** The state of imported products: number of products by status, of pending codes by code, and of critiques by code. */
export interface ValidationState {
  readonly statuses: Readonly<Record<string, number>>;
  readonly pending: Readonly<Record<string, number>>;
  readonly critiques: Readonly<Record<string, number>>;
}

/** Options for waiting. */
export interface WaitOptions {
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Called with the number of products that are not validated yet. */
  readonly onProgress?: (left: number) => void;
}

/** The status of a product that is not validated yet (seed 3.1). */
const RECEIVED = "Recebido";
/** Pending codes that go away without action by the seller: `images_checking` soon, `family_incomplete` at the end of the family's settle time. */
const IMAGES_CHECKING = "images_checking";
const FAMILY_INCOMPLETE = "family_incomplete";

const POLL_INTERVAL_MS = 1_000;
/** Longest wait for a family's settle time, which is seconds in a sandbox and hours in production. */
const MAX_SETTLE_WAIT_MS = 30_000;
/** Time without any change after which the validation counts as stuck. */
const STUCK_AFTER_MS = 120_000;
/** Number of products in the sample whose pending codes are read first. */
const SAMPLE_SIZE = 20;

/**
 * Waits until every product is validated, needs action by its seller or has waited `MAX_SETTLE_WAIT_MS` for its family, or until the
 * validation is stuck. Returns the state of the products. Rejects once aborted.
 */
export async function awaitValidation(
  client: RetryingClient,
  skus: ReadonlySet<string>,
  { now, signal, onProgress }: WaitOptions,
): Promise<ValidationState> {
  const startedMs = now();
  let changedMs = startedMs;
  let previous = Number.POSITIVE_INFINITY;
  for (;;) {
    const products = await readStatuses(client, skus);
    const received = [...products].flatMap(([sku, status]) => (status === RECEIVED ? [sku] : []));
    if (received.length !== previous) changedMs = now();
    previous = received.length;
    onProgress?.(previous);
    const isStuck = now() - changedMs > STUCK_AFTER_MS;
    const maySettle = now() - startedMs < MAX_SETTLE_WAIT_MS;
    const pending = await readPending(client, received, (codes) => !isStuck && willProceed(codes, maySettle));
    if (pending !== undefined)
      return { statuses: countEach(products.values()), pending: countEach(pending), critiques: await countCritiques(client, skus) };
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  }
}

/** Whether the validation of a product with these pending codes continues without action by its seller. */
const willProceed = (codes: readonly string[], maySettle: boolean): boolean =>
  codes.length === 0 || codes.includes(IMAGES_CHECKING) || (maySettle && codes.includes(FAMILY_INCOMPLETE));

/** The pending codes of all products; undefined if `proceeds` is true for any product. Reads a sample of the products first, to save calls. */
async function readPending(
  client: RetryingClient,
  skus: readonly string[],
  proceeds: (codes: readonly string[]) => boolean,
): Promise<readonly string[] | undefined> {
  const sample = await pendingCodes(client, skus.slice(0, SAMPLE_SIZE));
  if (sample.some(proceeds)) return undefined;
  const rest = await pendingCodes(client, skus.slice(SAMPLE_SIZE));
  return rest.some(proceeds) ? undefined : [...sample, ...rest].flat();
}

const countEach = (words: Iterable<string>): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, some]) => [word, some.length]));

const PAGE_SIZE = 100;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly totalPages: number;
}

/** All items of a paged list. `query` is appended to the query of each page. */
async function* readPages<Item>(client: RetryingClient, path: string, query: string): AsyncGenerator<Item, void> {
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const { body } = await client.send<Page<Item>>("GET", `${path}?page=${page}&size=${PAGE_SIZE}${query}`);
    yield* body?.items ?? [];
    pages = body?.totalPages ?? 0;
  }
}

async function readStatuses(client: RetryingClient, skus: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const statuses = new Map<string, string>();
  const products = readPages<{ readonly sku: string; readonly status: string }>(client, "/api/v2/products", "&expand=status");
  for await (const { sku, status } of products) if (skus.has(sku)) statuses.set(sku, status);
  return statuses;
}

/** The pending codes of each product. A product that has just been validated has none. */
async function pendingCodes(client: RetryingClient, skus: readonly string[]): Promise<readonly (readonly string[])[]> {
  const all: (readonly string[])[] = [];
  for (const sku of skus) {
    const path = `/api/v2/products/${encodeURIComponent(sku)}/status`;
    const { body } = await client.send<{ pending?: readonly { code: string }[] }>("GET", path);
    all.push((body?.pending ?? []).map(({ code }) => code));
  }
  return all;
}

/** Number of critiques of these products, by code. Unlike the API's summary, does not count the seller's other products. */
async function countCritiques(client: RetryingClient, skus: ReadonlySet<string>): Promise<Readonly<Record<string, number>>> {
  const codes: string[] = [];
  const critiques = readPages<{ readonly sku: string; readonly code: string }>(client, "/api/v2/products/critiques", "");
  for await (const { sku, code } of critiques) if (skus.has(sku)) codes.push(code);
  return countEach(codes);
}
