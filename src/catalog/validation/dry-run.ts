import type { Database } from "../../platform/database/database.ts";
import type { Failure, Lang } from "../../platform/contract/errors.ts";
import { hasPersonalData, maskFailure } from "../../platform/contract/masked-refusals.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { describeReview, type WireCritique } from "../critique-view.ts";
import { describePending } from "../pending-reasons.ts";
import { getStatuses } from "../queries.ts";
import { DOCS_BASE } from "../status-view.ts";
import { familyFull, notEditable } from "../submission-rules.ts";
import type { ProductBody } from "../product-schema.ts";
import { failureView, judgeMember, memberOf, waitsBesides } from "./in-memory-validation.ts";
import { besidesFailures, judgeable, STAND_IN_URL, type Sent } from "./partial-body.ts";
import type { SellersLook } from "./dry-run-images.ts";
import { loadFamily } from "./load.ts";
import { unknownMemberViews } from "./unknown-member-views.ts";

export interface DryRunContext {
  readonly db: Database;
  readonly look: SellersLook;
  readonly reference: ReferenceSnapshot;
  readonly familySettleSeconds: number;
}

/** What publishing would say: critiques, and what the product would wait for; valid = no critique of severity error. */
export interface DryRun {
  readonly valid: boolean;
  readonly reviews: readonly WireCritique[];
  readonly pending: readonly object[];
}

/** A rehearsal as whoever asks is told it, and JSON text of it for logs where it repeats what no schema has looked at. */
export interface Rehearsed {
  readonly body: DryRun;
  readonly kept?: string;
}

/**
 * What publishing this body now would be criticized for, synchronous and automatic findings together; nothing is stored
 * (decisions 3). The automatic part is the worker's own function over the family as it is, with this product in it; it is
 * silent about members that failed already, and left out for a body that is no object. Members that no product has are warnings.
 */
export async function dryRun(
  context: DryRunContext,
  call: Sent & { readonly sellerId: number; readonly body: ProductBody; readonly at: number; readonly lang: Lang },
): Promise<Rehearsed> {
  const { lang, at } = call;
  const rehearsed = (failures: readonly Failure[], beside: readonly WireCritique[], pending: readonly object[]): Rehearsed => {
    const told = (some: readonly Failure[]): DryRun => {
      const reviews = [...some.map((failure) => failureView(failure, lang, at)), ...beside];
      return { valid: !reviews.some((review) => review.severity === "error"), reviews, pending };
    };
    return { body: told(failures), ...(failures.some(hasPersonalData) ? { kept: JSON.stringify(told(failures.map(maskFailure))) } : {}) };
  };
  const readable = judgeable(call);
  if (readable === undefined) return rehearsed(call.failures, [], []);

  const member = memberOf(readable, at);
  const { product } = member;
  const { reference } = context;
  const { largestFamily } = reference.data.rules;
  const { sku, productGroup } = product;
  const [{ members, stockSufficed }, [existing]] = await Promise.all([
    loadFamily(context.db, call.sellerId, productGroup),
    context.db.run([call.sellerId], getStatuses, [[call.sellerId], [sku]]),
  ]);
  const crowded = members.length >= largestFamily && !members.some((other) => other.sku === sku);
  // What neither POST nor PUT would take. A sku that failed itself is nobody's.
  const failures = [
    ...call.failures,
    ...(existing ? notEditable(sku, existing.status) : []),
    ...(crowded ? [familyFull({ productGroup, largestFamily })] : []),
  ];
  // The check read no more of them than a product may have.
  const urls = product.images.map(({ url }) => url).filter((url) => url !== STAND_IN_URL);
  const images = await context.look(call.sellerId, urls, at);
  const settleMs = (reference.data.rules.familySettleSeconds ?? context.familySettleSeconds) * 1_000;
  const verdict = judgeMember(member, members, images, { reference, now: at, settleMs, imageRecheckMs: 0, stockSufficed });
  const found = verdict.reviews.map((review) => describeReview(review, lang, DOCS_BASE));
  const beside = [...besidesFailures(found, failures), ...unknownMemberViews(call.sent, lang, at)];
  const pending = waitsBesides(verdict.pending, failures).map((one) => describePending(one, lang));
  return rehearsed(failures, beside, pending);
}
