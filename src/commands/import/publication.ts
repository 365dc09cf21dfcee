import { setTimeout as sleep } from "node:timers/promises";
import type { PatientApi } from "./patient-api.ts";

/** Where imported products stand: how many by status, what those still received wait for, and their critiques by code. */
export interface Standing {
  readonly statuses: Readonly<Record<string, number>>;
  readonly pending: Readonly<Record<string, number>>;
  readonly critiques: Readonly<Record<string, number>>;
}

/** The status of a product that is still to be judged (seed 3.1). */
const RECEIVED = "Recebido";
/** A pending note that goes by itself, at once. */
const CHECKING = "images_checking";
/** One that goes by itself when its window ends, in seconds or in hours. */
const SETTLING = "family_incomplete";

const ASK_AGAIN_MS = 1_000;
/** A settle window is waited for when it is the sandbox's; the production's takes hours. */
const SETTLE_PATIENCE_MS = 30_000;
/** The validation is stuck when nothing changes for so long. */
const STUCK_AFTER_MS = 120_000;
/** Of the products received, so many are asked what they wait for before all are. */
const SAMPLE = 20;

/**
 * Waits until every product of `skus` was judged, or waits for its seller; answers where they stand then. `onLeft` hears how many are
 * still to be judged. Rejects once aborted.
 */
export async function judged(
  api: PatientApi,
  skus: ReadonlySet<string>,
  now: () => number,
  signal: AbortSignal,
  onLeft: (received: number) => void = () => undefined,
): Promise<Standing> {
  const since = now();
  let changedMs = since;
  let before = Number.POSITIVE_INFINITY;
  for (;;) {
    const products = await statusesOf(api, skus);
    const received = [...products].flatMap(([sku, status]) => (status === RECEIVED ? [sku] : []));
    if (received.length !== before) changedMs = now();
    before = received.length;
    onLeft(before);
    const isStuck = now() - changedMs > STUCK_AFTER_MS;
    const isPatient = now() - since < SETTLE_PATIENCE_MS;
    const moving = (codes: readonly string[]) => codes.length === 0 || codes.includes(CHECKING) || (isPatient && codes.includes(SETTLING));
    const sample = await pendingOf(api, received.slice(0, SAMPLE));
    if (isStuck || !sample.some(moving)) {
      const all = [...sample, ...(await pendingOf(api, received.slice(SAMPLE)))];
      if (isStuck || !all.some(moving))
        return { statuses: counted(products.values()), pending: counted(all.flat()), critiques: await critiquesOf(api, skus) };
    }
    await sleep(ASK_AGAIN_MS, undefined, { signal });
  }
}

const counted = (words: Iterable<string>): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, some]) => [word, some.length]));

const PAGE_SIZE = 100;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly totalPages: number;
}

async function statusesOf(api: PatientApi, skus: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const statuses = new Map<string, string>();
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const { body } = await api.send<Page<{ readonly sku: string; readonly status: string }>>(
      "GET",
      `/api/v2/products?page=${page}&size=${PAGE_SIZE}&expand=status`,
    );
    for (const { sku, status } of body?.items ?? []) if (skus.has(sku)) statuses.set(sku, status);
    pages = body?.totalPages ?? 0;
  }
  return statuses;
}

/** The codes of the notes of products still received; one that has moved on meanwhile is among those with none. */
async function pendingOf(api: PatientApi, skus: readonly string[]): Promise<readonly (readonly string[])[]> {
  const notes: (readonly string[])[] = [];
  for (const sku of skus) {
    const { body } = await api.send<{ pending?: readonly { code: string }[] }>("GET", `/api/v2/products/${encodeURIComponent(sku)}/status`);
    notes.push((body?.pending ?? []).map(({ code }) => code));
  }
  return notes;
}

/** How many critiques of each code they have; the seller's other products have theirs too, which a summary would count in. */
async function critiquesOf(api: PatientApi, skus: ReadonlySet<string>): Promise<Readonly<Record<string, number>>> {
  const codes: string[] = [];
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const { body } = await api.send<Page<{ readonly sku: string; readonly code: string }>>(
      "GET",
      `/api/v2/products/critiques?page=${page}&size=${PAGE_SIZE}`,
    );
    for (const { sku, code } of body?.items ?? []) if (skus.has(sku)) codes.push(code);
    pages = body?.totalPages ?? 0;
  }
  return counted(codes);
}
