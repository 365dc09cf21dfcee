import type { Database } from "../platform/db.ts";
import type { Refusal } from "../platform/errors.ts";
import { productErrors } from "./errors.ts";
import type { Review } from "./product.ts";
import { publication, stateOf, type PublicationMove, type PublicationStatus } from "./publication.ts";
import { decideProducts, getStatuses, insertCritiques } from "./queries.ts";

/** A person's decision about a product in cataloguing. */
export interface Decision {
  readonly sellerId: number;
  readonly sku: string;
  readonly move: "sellerApprove" | "reviewApprove" | "reviewCriticize";
  /** The reasons of a criticism; empty for an approval. */
  readonly reviews: readonly Review[];
  readonly actor: string;
  readonly at: number;
}
/** Carries a decision out; answers why not when the product's status does not take it. */
export type Decider = (decision: Decision) => Promise<Refusal | undefined>;

/**
 * Moves a product by a person's decision, with its event and critique rows, in one transaction. The statement's guard is
 * the publication table's: a product that left cataloguing meanwhile is refused with the moves possible now.
 */
export function createDecider(db: Database): Decider {
  return ({ sellerId, sku, move, reviews, actor, at }) =>
    db.transaction([sellerId], async (transaction) => {
      const [before] = await transaction.run(getStatuses, [[sellerId], [sku]]);
      if (!before) return productErrors.refuse("product_unknown", { pointer: "path.sku", received: sku });
      const next = publication.move(before.status, move);
      if (typeof next !== "string") return refused(sku, move, before.status, next.possible);
      // Warnings of the automatic validation stay beside the reviewer's reasons.
      const kept = (JSON.parse(before.reviews) as Review[]).filter((review) => review.stage === "automatic");
      const all = reviews.length > 0 ? [...reviews, ...kept] : undefined;
      const [row] = await transaction.run(decideProducts, [
        [sellerId],
        [sku],
        [next],
        [all ? JSON.stringify(all) : null],
        [move],
        [at],
        [actor],
      ]);
      if (row!.status !== before.status) return refused(sku, move, row!.status, publication.possible(row!.status));
      if (all) await transaction.run(insertCritiques, critiqueColumns([{ sellerId, sku, reviews: all }]));
      return undefined;
    });
}

/** A refused move names who can move the product on from where it is; an approved product has no moves left. */
function refused(sku: string, move: PublicationMove, status: PublicationStatus, possible: readonly PublicationMove[]): Refusal {
  const facts = { pointer: "/status", received: move, allowed: possible, params: { sku, status: stateOf(status).status } };
  return productErrors.refuse(possible.length === 0 ? "move_refused_final" : "move_refused", facts);
}

/** The narrow rows of products' critiques, as columns of `insertCritiques`. */
export function critiqueColumns(
  products: readonly { readonly sellerId: number; readonly sku: string; readonly reviews: readonly Review[] }[],
): readonly unknown[] {
  const rows = products.flatMap(({ sellerId, sku, reviews }) => reviews.map((review, position) => ({ sellerId, sku, position, review })));
  return [
    rows.map((row) => row.sellerId),
    rows.map((row) => row.sku),
    rows.map((row) => row.position),
    rows.map((row) => row.review.code),
    rows.map((row) => row.review.severity),
    rows.map((row) => row.review.stage),
    rows.map((row) => row.review.at),
  ];
}
