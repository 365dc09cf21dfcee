import type { Transaction } from "../../../platform/database/index.ts";
import type { ReferenceSnapshot } from "../../../reference/index.ts";
import type { ProductDocument } from "../../product.ts";
import { toKnownImage, toLoadedMember } from "../../validation/load.ts";
import { familyImages, familyMembers, getFamily } from "../../validation/queries.ts";
import { getChange, getChangeFields, type ChangeRow } from "../queries.ts";
import { isOpenField } from "../states.ts";
import { SHIPPED_RULES, SHIPPED_SET } from "../rules/shipped.ts";
import { getRuleSet } from "../rules/queries.ts";
import { asksForSeller, type ChangeRule } from "../rules/rules.ts";
import type { Subject } from "./evaluate.ts";
import { type CheckContext, type LoadedField, toLoadedField } from "./plan.ts";
import { decisionsOfSeller, openFieldsOfFamily, productOfChange, type ProductOfChangeRow } from "./queries.ts";

type Reads = Pick<Transaction, "run">;

/** A request with its fields, as they are stored. */
export interface LoadedChange {
  readonly row: ChangeRow;
  readonly fields: readonly LoadedField[];
}

/** Loads a request and its fields. Undefined when the seller has no such request. */
export async function loadChange(reads: Reads, sellerId: number, changeId: string): Promise<LoadedChange | undefined> {
  const [[row], fields] = await Promise.all([
    reads.run(getChange, [sellerId, changeId]),
    reads.run(getChangeFields, [[sellerId], [changeId]]),
  ]);
  return row && { row, fields: fields.map(toLoadedField) };
}

/** The product group under which images of a request are checked. No product has such a group, because groups contain no slash. */
export const imageGroupOf = (changeId: string): string => `change/${changeId}`;

/** The product of a request, with all that its validation reads. */
export interface LoadedSubject {
  readonly subject: Subject;
  readonly product: ProductOfChangeRow;
  /** Addresses of the images whose check was requested for the request itself. Its end makes the request due; that of the family's does not. */
  readonly requestedImages: ReadonlySet<string>;
}

/** Loads the product of a request: its family, images and what other members of the family want. */
export async function loadSubject(
  reads: Reads,
  { row }: Pick<LoadedChange, "row">,
  { reference, now }: { readonly reference: ReferenceSnapshot; readonly now: number },
): Promise<LoadedSubject> {
  const { seller_id, sku, change_id } = row;
  const [product] = await reads.run(productOfChange, [seller_id, sku]);
  const group = product!.product_group;
  const [members, images, [family]] = await Promise.all([
    reads.run(familyMembers, [seller_id, [group]]),
    reads.run(familyImages, [seller_id, [group, imageGroupOf(change_id)]]),
    reads.run(getFamily, [seller_id, group]),
  ]);
  const loaded = members.map(toLoadedMember).map((one) => ({ ...one, product: withoutLinks(one.product) }));
  const member = loaded.find((one) => one.sku === sku)!;
  const others = loaded.filter((one) => one !== member);
  const subject = {
    live: member.product,
    member,
    others,
    wantedOfOthers: await wantedOf(
      reads,
      seller_id,
      others.map((one) => one.sku),
    ),
    images: knownImages(images.map((image) => [image.url, toKnownImage(image)] as const)),
    stockSufficed: family?.stock_sufficed ?? false,
    reference,
    now,
  };
  // The version of the row that the fields were read from: a later one makes the write fail.
  const requested = images.filter(({ product_group }) => product_group !== group).map(({ url }) => url);
  return {
    subject,
    product: { ...product!, version: members.find((one) => one.sku === sku)!.version },
    requestedImages: new Set(requested),
  };
}

type Known = readonly (readonly [string, ReturnType<typeof toKnownImage>])[];
/** An image may be known to the family and be checked for the request too. A verdict counts more than a check that still runs. */
const knownImages = (images: Known) => new Map(images.toSorted(([, one], [, other]) => rank(one) - rank(other)));
const rank = ({ verdict }: Known[number][1]) => (verdict.state === "pending" ? 0 : 1);

async function wantedOf(reads: Reads, sellerId: number, skus: readonly string[]): Promise<Subject["wantedOfOthers"]> {
  if (skus.length === 0) return new Map();
  const rows = await reads.run(openFieldsOfFamily, [sellerId, skus]);
  return new Map(
    [...Map.groupBy(rows, ({ sku }) => sku)].map(([sku, wanted]) => [
      sku,
      new Map(wanted.map(({ pointer, wanted: value }) => [pointer, JSON.parse(value) as unknown])),
    ]),
  );
}

/** A stored product without what only its answer has. */
export function withoutLinks(stored: ProductDocument): ProductDocument {
  const { expands: _expands, _links, ...product } = stored as ProductDocument & { readonly expands?: unknown; readonly _links?: unknown };
  return product;
}

/** The open fields of a request. */
export const openFields = ({ fields }: Pick<LoadedChange, "fields">): readonly LoadedField[] => fields.filter(isOpenField);

/** Maximum number of a seller's decisions that the conditions about its past read. */
const DECISIONS_READ = 1_000;
const NO_DECISIONS = { approved: 0, decided: 0 };

/** The rules that were in effect when a change was asked for, and what they ask about its seller. */
export async function loadRules(reads: Reads, { seller_id, rule_set_id }: ChangeRow): Promise<Pick<CheckContext, "rules" | "seller">> {
  const rules = await rulesOfSet(reads, rule_set_id);
  if (!asksForSeller(rules)) return { rules, seller: NO_DECISIONS };
  const [seller = NO_DECISIONS] = await reads.run(decisionsOfSeller, [seller_id, DECISIONS_READ]);
  return { rules, seller };
}

async function rulesOfSet(reads: Reads, ruleSetId: number): Promise<readonly ChangeRule[]> {
  if (ruleSetId === SHIPPED_SET) return SHIPPED_RULES;
  const [set] = await reads.run(getRuleSet, [ruleSetId]);
  return JSON.parse(set!.rules) as readonly ChangeRule[];
}
