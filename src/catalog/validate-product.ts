import type { ReferenceSnapshot } from "../reference/index.ts";
import { runCritiques, toStoredFindings } from "./critique-view.ts";
import type { FamilyFacts, ImageVerdict, Pending, ProductDocument, StoredFinding } from "./product.ts";
import { publicationMachine, type PublicationMove, type PublicationStatus, publicationState } from "./publication.ts";

/** The data of a family member that the validation reads. */
export interface MemberToValidate {
  readonly status: PublicationStatus;
  readonly product: ProductDocument;
  /** The findings stored with the member. */
  readonly reviews: readonly StoredFinding[];
  /** The verdicts on the member's images, by address. */
  readonly images: ReadonlyMap<string, ImageVerdict>;
  readonly family: FamilyFacts;
  /** Whether the product has a price and a stock. The product waits until it has both (decisions 3, separate price and stock). */
  readonly offer: { readonly price: boolean; readonly stock: boolean };
}

/** Data that all members of one validation share. Times are epoch ms of the marketplace's clock. */
export interface MemberValidationContext {
  readonly reference: ReferenceSnapshot;
  readonly now: number;
  /** End of the family's settle window, in which missing members can still be sent. */
  readonly settlesAt: number;
}

/** The result of a validation: the moves to make, in order, and the product's status, critiques and pending reasons after these moves. */
export interface Verdict {
  readonly moves: readonly PublicationMove[];
  readonly status: PublicationStatus;
  readonly reviews: readonly StoredFinding[];
  readonly pending: readonly Pending[];
}

/**
 * Validates one member (decisions 3 "Publication"). All critiques are published together, so no new one is published while an image is
 * still being checked. An error criticizes the product; a warning never blocks it. A product without errors goes to cataloguing when it has
 * no pending reasons. A reviewer's critiques stay until the seller sends the product again.
 */
export function validateMember(member: MemberToValidate, context: MemberValidationContext): Verdict {
  const { status, product, images, family } = member;
  // Once a product is in cataloguing, only people decide on it. The product still counts for its family.
  if (!publicationState(status).editable) return { moves: [], status, reviews: member.reviews, pending: [] };
  const imagesPending = pendingImages(product, images);
  if (imagesPending !== undefined) {
    return { moves: [], status, reviews: member.reviews, pending: [imagesPending, ...pendingReasons(member, context)] };
  }

  const type = context.reference.typeRules(product.department, product.productType);
  const found = runCritiques(product, { reference: context.reference, type, images, family });
  const byReviewer = status === "CRITICIZED" ? member.reviews.filter(({ stage }) => stage === "review") : [];
  const reviews = [...toStoredFindings(found, member.reviews, context.now), ...byReviewer];
  const pending = pendingReasons(member, context);
  const hasErrors = reviews.some(({ severity }) => severity === "error");
  const moves = movesTo(status, hasErrors, pending.length > 0);
  return { moves, status: moves.reduce(statusAfter, status), reviews, pending };
}

function movesTo(status: PublicationStatus, hasErrors: boolean, isPending: boolean): readonly PublicationMove[] {
  if (hasErrors) return status === "CRITICIZED" ? [] : ["criticize"];
  return [...(status === "CRITICIZED" ? (["clear"] as const) : []), ...(isPending ? [] : (["catalog"] as const))];
}

function statusAfter(status: PublicationStatus, move: PublicationMove): PublicationStatus {
  const next = publicationMachine.move(status, move);
  if (typeof next !== "string") throw new Error(`the validation may not ${move} a product in ${status}`);
  return next;
}

function pendingImages(product: ProductDocument, images: MemberToValidate["images"]): Pending | undefined {
  const total = product.images.length;
  const checked = product.images.filter(({ url }) => (images.get(url) ?? { state: "pending" }).state !== "pending").length;
  return checked === total ? undefined : { code: "images_checking", params: { checked, total } };
}

/** The reasons why the product waits. An incomplete family is a pending reason during its settle window and a critique afterwards. */
function pendingReasons({ product, family, offer }: MemberToValidate, { settlesAt }: MemberValidationContext): readonly Pending[] {
  const { sequential, minimum, settled, stock, stockAwaited, minimumStock, stockSufficed } = family;
  const { sku } = product;
  const reasons: Pending[] = [];
  if (sequential < minimum && !settled) {
    reasons.push({ code: "family_incomplete", params: { sequential, minimum, settlesAt } });
  }
  // While a member has no stock yet, the members that have one wait until the family's total reaches the minimum. So the order in which
  // stocks arrive does not matter.
  if (offer.stock && stockAwaited && !stockSufficed && minimumStock !== undefined && stock < minimumStock) {
    reasons.push({ code: "family_stock_awaited", params: { stock, minimumStock } });
  }
  if (!offer.price) reasons.push({ code: "price_missing", params: { sku } });
  if (!offer.stock) reasons.push({ code: "stock_missing", params: { sku } });
  return reasons;
}
