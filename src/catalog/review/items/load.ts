import type { Database, Transaction } from "../../../platform/database/index.ts";
import type { ReferenceSnapshot } from "../../../reference/index.ts";
import { type ChangeForReview, loadForReview } from "../../changes/load.ts";
import { getChanges } from "../../changes/queries.ts";
import { computeFamilyFacts } from "../../family-facts.ts";
import type { ImageVerdict, ProductDocument } from "../../product.ts";
import { MAX_SIBLINGS, type ReviewFacts, reviewFactsOf } from "../facts.ts";
import { identitiesOf } from "../identities.ts";
import { type ClaimedProductRow, loadFacts, type ReviewItemKey } from "../queries.ts";
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
  /** The change request that waits; undefined when the product does. */
  readonly change: ChangeForReview | undefined;
}

/** Loads items that were claimed, in their order. Leaves out what has left the queue in the meantime. */
export async function loadItems(
  db: Database,
  claimed: readonly ClaimedProductRow[],
  reference: ReferenceSnapshot,
): Promise<readonly LoadedItem[]> {
  const sellers = [...new Set(claimed.map(({ seller_id }) => seller_id))];
  const groups = [...new Map(claimed.map((item) => [groupKey(item.seller_id, item.product_group), item])).values()];
  const wanted = claimed.flatMap(({ core, ...item }, i) =>
    identitiesOf(JSON.parse(core) as ProductDocument).map((identity) => ({ ...item, identity, ord: i + 1 })),
  );
  const sellersAndSkus = [claimed.map(({ seller_id }) => seller_id), claimed.map(({ sku }) => sku)];
  const sellersAndGroups = (items: readonly ClaimedKey[]) =>
    [items.map((one) => one.seller_id), items.map((one) => one.product_group)] as const;
  const [ofWanted, groupsOfWanted] = sellersAndGroups(wanted);
  const [rows, facts, decisions, members, duplicates, changes] = await db.transaction(sellers, (transaction) =>
    Promise.all([
      transaction.run(queries.getItems, [...sellersAndSkus, claimed.map(({ change_id }) => change_id)]),
      transaction.run(loadFacts, [...sellersAndSkus, MAX_SIBLINGS]),
      transaction.run(queries.getSellerDecisions, [sellers, SELLER_DECISIONS]),
      transaction.run(queries.getFamilies, [...sellersAndGroups(groups), MAX_MEMBERS]),
      transaction.run(queries.findDuplicates, [
        ofWanted,
        wanted.map(({ identity }) => identity),
        groupsOfWanted,
        wanted.map(({ ord }) => ord),
        MAX_DUPLICATES,
      ]),
      loadChanges(transaction, claimed),
    ]),
  );
  const factsOf = new Map(facts.map((row) => [row.ord, reviewFactsOf(row)]));
  const families = familiesOf(members, reference);
  return rows
    .toSorted((one, other) => one.ord - other.ord)
    .map((row) => {
      const key = claimed[row.ord - 1]!;
      return {
        key: { seller_id: key.seller_id, sku: key.sku, change_id: key.change_id },
        row,
        checks: JSON.parse(row.checks) as LoadedItem["checks"],
        family: families.get(groupKey(key.seller_id, key.product_group))!(key.sku),
        duplicates: duplicates.filter(({ ord, core, identity }) => ord === row.ord && isStill(core, identity)).map(withKind),
        sellerDecisions: decisions.filter(({ seller_id }) => seller_id === key.seller_id),
        facts: factsOf.get(row.ord)!,
        change: changes.get(key.change_id),
      };
    });
}

/** The change requests among the items, by id. */
async function loadChanges(transaction: Transaction, claimed: readonly ClaimedProductRow[]): Promise<ReadonlyMap<string, ChangeForReview>> {
  const items = claimed.filter(({ change_id }) => change_id !== "");
  if (items.length === 0) return new Map();
  const rows = await transaction.run(getChanges, [items.map(({ seller_id }) => seller_id), items.map(({ change_id }) => change_id)]);
  return new Map((await loadForReview(transaction, rows)).map((change) => [change.row.change_id, change]));
}

type ClaimedKey = Pick<ClaimedProductRow, "seller_id" | "product_group">;
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
