import type { Database } from "../../../platform/database/index.ts";
import type { ReferenceSnapshot } from "../../../reference/index.ts";
import { computeFamilyFacts } from "../../family-facts.ts";
import type { ImageVerdict, ProductDocument } from "../../product.ts";
import { MAX_SIBLINGS, type ReviewFacts, reviewFactsOf } from "../facts.ts";
import { identitiesOf } from "../identities.ts";
import { loadFacts, type ReviewItemKey } from "../queries.ts";
import * as queries from "./queries.ts";

/** Members of a family that are looked at, decisions on a seller that are shown, duplicates of one kind that are shown; each at most. */
const MAX_MEMBERS = 500;
const SELLER_DECISIONS = 20;
const MAX_DUPLICATES = 5;

/** The family of an item. */
interface ReviewedFamily {
  readonly members: number;
  readonly approved: number;
  readonly inReview: number;
  readonly sizes: readonly string[];
  readonly sequential: number;
  readonly minimum: number;
}
/** An item with everything that a reviewer needs for a decision. */
export interface LoadedItem {
  readonly key: ReviewItemKey;
  readonly row: queries.ItemRow;
  readonly checks: readonly { readonly url: string; readonly verdict: ImageVerdict }[];
  readonly family: ReviewedFamily;
  readonly duplicates: readonly (queries.DuplicateRow & { readonly by: "ean" | "name" })[];
  readonly sellerDecisions: readonly queries.SellerDecisionRow[];
  readonly facts: ReviewFacts;
}

/** Loads items that were claimed, in their order. Leaves out what is not in cataloguing any more. */
export async function loadItems(
  db: Database,
  keys: readonly ReviewItemKey[],
  reference: ReferenceSnapshot,
): Promise<readonly LoadedItem[]> {
  const sellers = [...new Set(keys.map(({ seller_id }) => seller_id))];
  const columns = [keys.map(({ seller_id }) => seller_id), keys.map(({ sku }) => sku)];
  const [rows, facts, decisions] = await db.transaction(sellers, (transaction) =>
    Promise.all([
      transaction.run(queries.getItems, [...columns, keys.map(({ change_id }) => change_id)]),
      transaction.run(loadFacts, [...columns, MAX_SIBLINGS]),
      transaction.run(queries.getSellerDecisions, [sellers, SELLER_DECISIONS]),
    ]),
  );
  const items = rows.map((row) => ({ row, key: keys[row.ord - 1]!, product: JSON.parse(row.core) as ProductDocument }));
  const groups = new Map(items.map(({ key, row }) => [groupKey(key.seller_id, row.product_group), { ...key, group: row.product_group }]));
  const wanted = items.flatMap(({ key, row, product }) =>
    identitiesOf(product).map((identity) => ({ sellerId: key.seller_id, identity, group: row.product_group, ord: row.ord })),
  );
  const [members, duplicates] = await db.transaction(sellers, (transaction) =>
    Promise.all([
      transaction.run(queries.getFamilies, [
        [...groups.values()].map(({ seller_id }) => seller_id),
        [...groups.values()].map(({ group }) => group),
        MAX_MEMBERS,
      ]),
      transaction.run(queries.findDuplicates, [
        wanted.map(({ sellerId }) => sellerId),
        wanted.map(({ identity }) => identity),
        wanted.map(({ group }) => group),
        wanted.map(({ ord }) => ord),
        MAX_DUPLICATES,
      ]),
    ]),
  );
  const factsOf = new Map(facts.map((row) => [row.ord, reviewFactsOf(row)]));
  const families = familiesOf(members, reference);
  return items
    .toSorted((one, other) => one.row.ord - other.row.ord)
    .map(({ key, row }) => ({
      key,
      row,
      checks: JSON.parse(row.checks) as LoadedItem["checks"],
      family: families.get(groupKey(key.seller_id, row.product_group))!(key.sku),
      duplicates: duplicates.filter(({ ord, core, identity }) => ord === row.ord && isStill(core, identity)).map(withKind),
      sellerDecisions: decisions.filter(({ seller_id }) => seller_id === key.seller_id),
      facts: factsOf.get(row.ord)!,
    }));
}

const groupKey = (sellerId: number, group: string) => `${sellerId} ${group}`;
/** Whether a product still has an identity that it had when it was queued. */
const isStill = (core: string, identity: string) => identitiesOf(JSON.parse(core) as ProductDocument).includes(identity);
const withKind = (row: queries.DuplicateRow) => ({ ...row, by: row.identity.startsWith("ean ") ? ("ean" as const) : ("name" as const) });

/** What is known of each family, by its key and then by the sku of a member. */
function familiesOf(rows: readonly queries.FamilyMemberRow[], reference: ReferenceSnapshot) {
  const byGroup = Map.groupBy(rows, (row) => groupKey(row.seller_id, row.product_group));
  return new Map(
    [...byGroup].map(([key, members]) => {
      const products = members.map(({ core }) => JSON.parse(core) as ProductDocument);
      const facts = computeFamilyFacts(
        products.map((product) => ({ product, stock: undefined })),
        reference,
        { settled: true, stockSufficed: true },
      );
      const family = (sku: string): ReviewedFamily => {
        const { sequential, minimum } = facts[members.findIndex((member) => member.sku === sku)] ?? { sequential: 0, minimum: 0 };
        return {
          members: members.length,
          approved: members.filter(({ status }) => status === "APPROVED").length,
          inReview: members.filter(({ status }) => status === "CATALOGING").length,
          sizes: [...new Set(products.map(({ size }) => size))],
          sequential,
          minimum,
        };
      };
      return [key, family] as const;
    }),
  );
}
