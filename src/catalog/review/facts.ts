import { withoutAccents } from "../../platform/basics/index.ts";
import type { ProductDocument, StoredFinding } from "../product.ts";
import type { FactsRow } from "./queries.ts";

/** What the server knew of a product when it was decided. The rules for automatic approval depend on nothing else. */
export interface ReviewFacts {
  /** Warnings of the automatic validation. */
  readonly warnings: number;
  /** Whether the product has images and all of them passed their check. */
  readonly imagesPassed: boolean;
  /** Decisions by people on products of the seller so far. */
  readonly sellerDecisions: number;
  /** Of these the share that approved; null before the first. */
  readonly sellerApprovedShare: number | null;
  /** Whether a product of the brand was approved for the seller before. */
  readonly brandKnown: boolean;
  /** Share of the words of name and description that differ from the nearest approved product of the family; null when there is none. */
  readonly siblingDistance: number | null;
}

/** Approved products of a family that a product is compared with, at most. */
export const MAX_SIBLINGS = 5;
const MAX_WORDS = 400;
const DECIMALS = 4;

/** The facts of a product, from what is stored. */
export function reviewFactsOf(row: FactsRow): ReviewFacts {
  const { reviews_by_people: decisions, approvals_by_people: approvals } = row;
  const words = wordsOf(JSON.parse(row.core) as ProductDocument);
  const distances = (JSON.parse(row.siblings) as readonly string[]).map((sibling) =>
    wordDistance(words, wordsOf(JSON.parse(sibling) as ProductDocument)),
  );
  return {
    warnings: (JSON.parse(row.reviews) as StoredFinding[]).filter(({ severity }) => severity === "warning").length,
    imagesPassed: row.images > 0 && row.images_passed === row.images,
    sellerDecisions: decisions,
    sellerApprovedShare: decisions === 0 ? null : rounded(approvals / decisions),
    brandKnown: row.brand_known,
    siblingDistance: distances.length === 0 ? null : rounded(Math.min(...distances)),
  };
}

const rounded = (share: number) => Number(share.toFixed(DECIMALS));

const wordsOf = ({ name, description }: Pick<ProductDocument, "name" | "description">): readonly string[] =>
  withoutAccents(`${name} ${description}`)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);

/** The edit distance of two texts, counted in words, as a share of the longer one. */
function wordDistance(one: readonly string[], other: readonly string[]): number {
  const longest = Math.max(one.length, other.length);
  if (longest === 0 || one.join(" ") === other.join(" ")) return 0;
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, word] of one.entries()) {
    const next = [i + 1];
    for (const [j, otherWord] of other.entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (word === otherWord ? 0 : 1)));
    row = next;
  }
  return row.at(-1)! / longest;
}
