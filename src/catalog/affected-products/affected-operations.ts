import { isoDateTime } from "../../platform/basics/index.ts";
import { type Answer, DEFAULT_SIZE, type Endpoint, endpoint, pageLinks, type Refusal, relLinks } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { productPath } from "../../pricing/index.ts";
import { affectedPath, affectedTotals, findChange, loadSurroundingData, referenceErrors } from "../../reference/index.ts";
import type { SellerCall } from "../../sellers/index.ts";
import * as contract from "../contract.ts";
import { publicationState } from "../publication.ts";
import { type LeasedWarning, toLeasedWarning } from "./leased-warning.ts";
import { affectedInRanges, affectedOfSkus, type AffectedProduct } from "./load.ts";
import * as queries from "./queries.ts";
import { markSoldProducts, storeAffected } from "./write-outcomes.ts";

/** Number of products up to which a seller's list is counted again when it is read. */
const RECOUNTED_PRODUCTS = 1_000;

type AffectedCall = SellerCall<typeof contract.listAffectedProducts>;

/** The products of a seller that a change affects. */
export const affectedProductsEndpoint = (db: Database): Endpoint =>
  endpoint(contract.listAffectedProducts, (call: AffectedCall) => listAffectedProducts(db, call));

async function listAffectedProducts(db: Database, call: AffectedCall): Promise<Answer | Refusal> {
  const { sellerId } = call.who;
  const { changeId } = call.path;
  const { page = 0, size = DEFAULT_SIZE } = call.query;
  const [row] = await db.run([], queries.getWarning, [changeId]);
  if (row === undefined) {
    const [change] = await db.run([], findChange, [changeId]);
    // A change that narrows nothing affects nothing, and one of long ago is no longer counted.
    return change ? { status: 204 } : referenceErrors.refuse("reference_change_unknown", { pointer: "path.changeId", received: changeId });
  }
  const isFresh = await recount(db, toLeasedWarning(row), sellerId, call.at);
  const [rows, [totals]] = await Promise.all([
    db.run([sellerId], queries.listAffected, [sellerId, changeId, size, page * size]),
    db.run([sellerId], affectedTotals, [sellerId, [changeId]]),
  ]);
  const complete = isFresh || row.counted_at !== null;
  if (rows.length === 0 && complete) return { status: 204 };
  const total = rows[0]?.total ?? 0;
  const totalPages = Math.ceil(total / size);
  const computedAt = isFresh ? call.at : totals?.computed_at;
  const path = affectedPath(changeId);
  const body = {
    changeId,
    effectiveAt: isoDateTime(row.effective_at),
    complete,
    ...(typeof computedAt === "number"
      ? { affected: { skus: totals?.skus ?? 0, families: totals?.families ?? 0, computedAt: isoDateTime(computedAt) } }
      : {}),
    items: rows.map(itemView),
    page,
    totalPages,
    size,
    total,
    links: relLinks(pageLinks(path, { page, size, totalPages })),
  };
  return { status: 200, body };
}

const itemView = ({ sku, status, pointer, received, suggestion, critique }: queries.AffectedRow) => ({
  sku,
  status: publicationState(status).status,
  pointer,
  received: JSON.parse(received) as unknown,
  ...(suggestion === null ? {} : { suggestion }),
  critique,
  links: [{ rel: "product", href: productPath(sku) }],
});

/**
 * Counts again what a change affects of a seller: everything if the seller has few products, otherwise the products that were affected before, if they
 * are few. Resolves to false when there are too many of both. Writes only what differs.
 */
async function recount(db: Database, warning: LeasedWarning, sellerId: number, at: number): Promise<boolean> {
  const { changeId } = warning;
  const [[size], stored] = await Promise.all([
    db.run([sellerId], queries.countProducts, [sellerId]),
    db.run([sellerId], queries.listStoredValues, [sellerId, changeId, RECOUNTED_PRODUCTS + 1]),
  ]);
  const { products = 0 } = size ?? {};
  const isSmall = products <= RECOUNTED_PRODUCTS;
  if (!isSmall && (stored.length > RECOUNTED_PRODUCTS || warning.run === 0)) return false;
  const data = await loadSurroundingData(db, warning);
  if (data === undefined) return false;
  const skus = [...new Set(stored.map(({ sku }) => sku))];
  const affected = isSmall
    ? await affectedInRanges(db, warning, data, [{ sellerId, from: 0, to: products }])
    : await affectedOfSkus(db, warning, data, { sellerId, skus });
  if (isSame(stored, affected)) return true;
  const mended = await storeRecount(db, warning, { sellerId, skus, affected, at });
  if (!data.isScheduled) await markSoldProducts(db, warning, sellerId, mended);
  return true;
}

interface Recount {
  readonly sellerId: number;
  /** The products that were affected before. */
  readonly skus: readonly string[];
  readonly affected: readonly AffectedProduct[];
  readonly at: number;
}

/** Stores what a seller's products are affected by now, unless the change was withdrawn meanwhile. Resolves to the products that no longer are. */
const storeRecount = (db: Database, warning: LeasedWarning, { sellerId, skus, affected, at }: Recount): Promise<readonly string[]> =>
  db.wide.transaction([sellerId], async (transaction) => {
    const { changeId } = warning;
    if ((await transaction.run(queries.holdWarning, [changeId])).length === 0) return [];
    await storeAffected(transaction, warning, affected);
    const kept = [affected.map(({ sku }) => sku), affected.map(({ pointer }) => pointer)];
    const mended = await transaction.run(queries.deleteMended, [sellerId, changeId, skus, ...kept]);
    await transaction.run(queries.refreshTotals, [[sellerId], changeId, at]);
    return mended.map(({ sku }) => sku);
  });

function isSame(stored: readonly queries.StoredValueRow[], affected: readonly AffectedProduct[]): boolean {
  const known = new Set(
    stored.map(({ sku, pointer, critique, received, suggestion }) => JSON.stringify([sku, pointer, critique, received, suggestion])),
  );
  const isKnown = ({ sku, pointer, critique, received, suggestion }: AffectedProduct) =>
    known.has(JSON.stringify([sku, pointer, critique, JSON.stringify(received), suggestion ?? null]));
  return stored.length === affected.length && affected.every(isKnown);
}
