import type { Database } from "../../platform/database/index.ts";
import { type Failure, hasPersonalData, type Lang, maskFailure } from "../../platform/contract/index.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { measuredImage } from "../changes/change-view.ts";
import { critiqueView, type CritiqueView } from "../critique-view.ts";
import { pendingView } from "../pending-reasons.ts";
import { getStatuses } from "../queries.ts";
import { DOCS_BASE } from "../status-view.ts";
import { familyFullFailure, notEditableFailures } from "../submission-rules.ts";
import type { ProductBody } from "../product-schema.ts";
import { failureAsCritique, validateFamilyMember, toFamilyMember, pendingWithoutFailures } from "./in-memory-validation.ts";
import { withoutFailedFields, fillPlaceholders, PLACEHOLDER_URL, type CheckedBody } from "./partial-body.ts";
import type { CheckImagesForSeller } from "./dry-run-images.ts";
import { loadFamily } from "./load.ts";
import { unknownMemberViews } from "./unknown-member-views.ts";

export interface DryRunContext {
  readonly db: Database;
  readonly checkImages: CheckImagesForSeller;
  readonly reference: ReferenceSnapshot;
  readonly familySettleSeconds: number;
}

/** The result that publishing would have: critiques and pending reasons. `valid` means that no critique has the severity error. */
export interface DryRun {
  readonly valid: boolean;
  readonly reviews: readonly CritiqueView[];
  readonly pending: readonly object[];
  /** The images as they were measured; absent when the body has none. */
  readonly images?: readonly object[];
}

/**
 * The answer of a dry run. `kept` is the JSON text that logs keep instead of the answer. It is present only when the answer contains
 * personal data, which `kept` masks.
 */
export interface DryRunResult {
  readonly body: DryRun;
  readonly kept?: string;
}

/**
 * Returns the critiques that publishing this body now would cause, from synchronous and automatic checks together. Stores nothing
 * (decisions 3). The automatic checks use the same function as the worker, and run on the current family with this product added. They
 * ignore fields that failed the synchronous checks, and are skipped when the body is not an object. Members of the body that are not fields
 * of a product are reported as warnings.
 */
export async function dryRun(
  context: DryRunContext,
  call: CheckedBody & { readonly sellerId: number; readonly body: ProductBody; readonly at: number; readonly lang: Lang },
): Promise<DryRunResult> {
  const { lang, at } = call;
  const validatable = fillPlaceholders(call);
  if (validatable === undefined) return dryRunResult({ failures: call.failures, critiques: [], pending: [], images: [] }, lang, at);

  const member = toFamilyMember(validatable, at);
  const { product } = member;
  const { reference } = context;
  const { largestFamily } = reference.data.rules;
  const { sku, productGroup } = product;
  const [{ members, stockSufficed }, [existing]] = await Promise.all([
    loadFamily(context.db, call.sellerId, productGroup),
    context.db.run([call.sellerId], getStatuses, [[call.sellerId], [sku]]),
  ]);
  const crowded = members.length >= largestFamily && !members.some((other) => other.sku === sku);
  // Adds only failures that prevent both POST and PUT: the product can no longer be changed, or its family is full. A sku that failed its
  // own check is empty here, so it belongs to no product.
  const failures = [
    ...call.failures,
    ...(existing ? notEditableFailures(sku, existing.status) : []),
    ...(crowded ? [familyFullFailure({ productGroup, largestFamily })] : []),
  ];
  // `fillPlaceholders` has already left out the images beyond the maximum number per product.
  const urls = product.images.map(({ url }) => url).filter((url) => url !== PLACEHOLDER_URL);
  const images = await context.checkImages(call.sellerId, urls, at);
  const settleMs = (reference.data.rules.familySettleSeconds ?? context.familySettleSeconds) * 1_000;
  const verdict = validateFamilyMember(member, members, images, { reference, now: at, settleMs, imageRecheckMs: 0, stockSufficed });
  const found = verdict.reviews.map((finding) => critiqueView(finding, lang, DOCS_BASE));
  const critiques = [...withoutFailedFields(found, failures), ...unknownMemberViews(call.sent, lang, at)];
  const pending = pendingWithoutFailures(verdict.pending, failures).map((reason) => pendingView(reason, lang));
  const verdicts = new Map([...images].map(([url, { verdict: measured }]) => [url, measured]));
  return dryRunResult({ failures, critiques, pending, images: urls.map((url) => measuredImage(url, verdicts)) }, lang, at);
}

interface Outcome {
  readonly failures: readonly Failure[];
  readonly critiques: readonly CritiqueView[];
  readonly pending: readonly object[];
  readonly images: readonly object[];
}

function dryRunResult({ failures, critiques, pending, images }: Outcome, lang: Lang, at: number): DryRunResult {
  const bodyWith = (shownFailures: readonly Failure[]): DryRun => {
    const reviews = [...shownFailures.map((failure) => failureAsCritique(failure, lang, at)), ...critiques];
    return { valid: !reviews.some((review) => review.severity === "error"), reviews, pending, ...(images.length === 0 ? {} : { images }) };
  };
  const body = bodyWith(failures);
  return failures.some(hasPersonalData) ? { body, kept: JSON.stringify(bodyWith(failures.map(maskFailure))) } : { body };
}
