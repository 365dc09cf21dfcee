import { setImmediate } from "node:timers/promises";
import type { Database } from "../../platform/database/index.ts";
import type { NarrowingChange, SurroundingData } from "../../reference/index.ts";
import type { ProductDocument } from "../product.ts";
import { concernsFamilies, createAffectedFinder, type AffectedValue, type FamilyToJudge } from "./find-affected.ts";
import * as queries from "./queries.ts";
import type { ProductRange } from "./slices.ts";

/** A value of a product that a change breaks. */
export interface AffectedProduct extends AffectedValue {
  readonly sellerId: number;
  readonly sku: string;
  readonly productGroup: string;
}

/** Number of products to judge before yielding to the event loop. Judging them takes about a millisecond. */
const PRODUCTS_PER_TURN = 16;

/** Returns what a change breaks in the products of ranges. Reads on a wide connection. */
export async function affectedInRanges(
  db: Database,
  change: NarrowingChange,
  data: SurroundingData,
  ranges: readonly ProductRange[],
): Promise<readonly AffectedProduct[]> {
  // A change that no product can use, such as a template without a type.
  if (data.criteria.every((criterion) => criterion === null)) return [];
  const sellers = ranges.map(({ sellerId }) => sellerId);
  const rows = await db.wide.run(sellers, queries.listCandidates, [
    ...data.criteria,
    sellers,
    ranges.map(({ from }) => from),
    ranges.map(({ to }) => to),
    sentUntil(change, data),
  ]);
  return affectedAmong(db, change, data, rows);
}

/** Returns what a change breaks in some products of a seller. */
export async function affectedOfSkus(
  db: Database,
  change: NarrowingChange,
  data: SurroundingData,
  { sellerId, skus }: { readonly sellerId: number; readonly skus: readonly string[] },
): Promise<readonly AffectedProduct[]> {
  return affectedAmong(db, change, data, await db.wide.run([sellerId], queries.listBySku, [sellerId, skus, sentUntil(change, data)]));
}

/** The instant up to which products must have been sent; null while the change is scheduled. */
const sentUntil = ({ effectiveAt }: NarrowingChange, { isScheduled }: SurroundingData) => (isScheduled ? null : effectiveAt);

/** Judges products a few at a time, so that the process can handle requests in between. */
async function affectedAmong(
  db: Database,
  change: NarrowingChange,
  data: SurroundingData,
  rows: readonly queries.CandidateRow[],
): Promise<readonly AffectedProduct[]> {
  const find = createAffectedFinder(change, data);
  const families = concernsFamilies(change) ? await loadFamilies(db, rows) : undefined;
  const affected: AffectedProduct[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % PRODUCTS_PER_TURN === PRODUCTS_PER_TURN - 1) await setImmediate();
    const { seller_id: sellerId, sku, product_group: productGroup } = row;
    for (const value of find(documentOf(row), families?.get(familyKey(row)))) affected.push({ sellerId, sku, productGroup, ...value });
  }
  return affected;
}

const documentOf = ({ core, images, attributes }: queries.CandidateRow) =>
  ({
    ...(JSON.parse(core) as object),
    images: JSON.parse(images) as unknown,
    attributes: JSON.parse(attributes) as unknown,
  }) as ProductDocument;

type FamilyId = Pick<queries.CandidateRow, "seller_id" | "product_group">;
const familyKey = ({ seller_id, product_group }: FamilyId) => `${seller_id} ${product_group}`;

/** The whole families of products. A product whose family is incomplete may need members that no change concerns. */
async function loadFamilies(db: Database, rows: readonly FamilyId[]): Promise<ReadonlyMap<string, FamilyToJudge>> {
  const ids = [...new Map(rows.map((row) => [familyKey(row), row])).values()];
  if (ids.length === 0) return new Map();
  const sellers = ids.map(({ seller_id }) => seller_id);
  const members = await db.wide.run([...new Set(sellers)], queries.listFamilyMembers, [sellers, ids.map((id) => id.product_group)]);
  return new Map(
    [...Map.groupBy(members, familyKey)].map(([key, family]) => [
      key,
      {
        members: family.map(({ core, physical }) => ({ product: JSON.parse(core) as ProductDocument, stock: physical ?? undefined })),
        stockSufficed: family[0]!.stock_sufficed,
      },
    ]),
  );
}
