import type { ReferenceSnapshot } from "../reference/index.ts";
import { findAll, toReviews } from "./critique-view.ts";
import type { FamilyFacts, ImageVerdict, Pending, ProductDocument, Review } from "./product.ts";
import { publication, type PublicationMove, type PublicationStatus, stateOf } from "./publication.ts";

/** A member of a family as the validation finds it. */
export interface Member {
  readonly status: PublicationStatus;
  readonly product: ProductDocument;
  /** Reviews stored with it so far. */
  readonly reviews: readonly Review[];
  /** What fetching its images found, by address. */
  readonly images: ReadonlyMap<string, ImageVerdict>;
  readonly family: FamilyFacts;
  /** Which records exist; without both the product waits (decisions 3, separate price and stock). */
  readonly offer: { readonly price: boolean; readonly stock: boolean };
}

/** What all members of one validation share. Times are epoch ms by the marketplace's clock. */
export interface ValidationContext {
  readonly reference: ReferenceSnapshot;
  readonly now: number;
  /** When the family's settle window ends or ended. */
  readonly settlesAt: number;
}

/** What the validation decided: the moves to make, in order, and what the product's status shows after them. */
export interface Verdict {
  readonly moves: readonly PublicationMove[];
  readonly status: PublicationStatus;
  readonly reviews: readonly Review[];
  readonly pending: readonly Pending[];
}

/**
 * The verdict on one member (decisions 3 "Publication"). Everything is published at once: while an image is still being
 * checked nothing is. Errors criticize; without one the product goes to cataloguing as soon as it waits for nothing.
 * What a reviewer said stays until the seller sends the product again; warnings never block.
 */
export function validateMember(member: Member, context: ValidationContext): Verdict {
  const { status, product, images, family } = member;
  // From cataloguing on the product belongs to the reviewers; it only counts for its family.
  if (!stateOf(status).editable) return { moves: [], status, reviews: member.reviews, pending: [] };
  const checking = imagesChecking(product, images);
  if (checking !== undefined) {
    return { moves: [], status, reviews: member.reviews, pending: [checking, ...waits(member, context)] };
  }

  const type = context.reference.typeRules(product.department, product.productType);
  const found = findAll(product, { reference: context.reference, type, images, family });
  const human = status === "CRITICIZED" ? member.reviews.filter(({ stage }) => stage === "review") : [];
  const reviews = [...toReviews(found, member.reviews, context.now), ...human];
  const pending = waits(member, context);
  const wrong = reviews.some(({ severity }) => severity === "error");
  const moves = movesTo(status, wrong, pending.length > 0);
  return { moves, status: moves.reduce(moved, status), reviews, pending };
}

function movesTo(status: PublicationStatus, wrong: boolean, waiting: boolean): readonly PublicationMove[] {
  if (wrong) return status === "CRITICIZED" ? [] : ["criticize"];
  return [...(status === "CRITICIZED" ? (["clear"] as const) : []), ...(waiting ? [] : (["catalog"] as const))];
}

function moved(status: PublicationStatus, move: PublicationMove): PublicationStatus {
  const next = publication.move(status, move);
  if (typeof next !== "string") throw new Error(`the validation may not ${move} a product in ${status}`);
  return next;
}

function imagesChecking(product: ProductDocument, images: Member["images"]): Pending | undefined {
  const total = product.images.length;
  const checked = product.images.filter(({ url }) => (images.get(url) ?? { state: "pending" }).state !== "pending").length;
  return checked === total ? undefined : { code: "images_checking", params: { checked, total } };
}

/** What the product waits for. An incomplete family is a note here while its window runs, and a matter of critiques from then on. */
function waits({ product, family, offer }: Member, { settlesAt }: ValidationContext): readonly Pending[] {
  const { sequential, minimum, settled, stock, stockAwaited, minimumStock, stockSufficed } = family;
  const { sku } = product;
  const notes: Pending[] = [];
  if (sequential < minimum && !settled) {
    notes.push({ code: "family_incomplete", params: { sequential, minimum, settlesAt } });
  }
  // Whoever has a stock waits until the family's suffices: which one of them came first must not matter.
  if (offer.stock && stockAwaited && !stockSufficed && minimumStock !== undefined && stock < minimumStock) {
    notes.push({ code: "family_stock_awaited", params: { stock, minimumStock } });
  }
  if (!offer.price) notes.push({ code: "price_missing", params: { sku } });
  if (!offer.stock) notes.push({ code: "stock_missing", params: { sku } });
  return notes;
}
