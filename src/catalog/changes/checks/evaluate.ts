import type { Failure } from "../../../platform/contract/index.ts";
import type { ReferenceSnapshot } from "../../../reference/index.ts";
import type { ProductDocument, StoredFinding } from "../../product.ts";
import { checkSubmission, validateFamilyMember } from "../../validation/in-memory-validation.ts";
import type { KnownImage, LoadedMember } from "../../validation/validate-family.ts";
import { applyChanges, attributePointer, type FieldChange } from "../product-fields.ts";

/** A product that shall change, and what the validation needs to know of its family and its images. */
export interface Subject {
  readonly live: ProductDocument;
  /** The live member with its stock. */
  readonly member: LoadedMember;
  /** The other members of its family. */
  readonly others: readonly LoadedMember[];
  /** What open requests want of other members, by sku and pointer. */
  readonly wantedOfOthers: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  readonly images: ReadonlyMap<string, KnownImage>;
  readonly stockSufficed: boolean;
  /** Set while the rest of a family may still ask for the same department, type or brand. */
  readonly toleratesMixedFamily?: boolean;
  readonly reference: ReferenceSnapshot;
  /** Epoch ms of the marketplace's clock. */
  readonly now: number;
}

/** What the validation says of a product with some changes made. */
export interface Evaluation {
  readonly product: ProductDocument;
  /** What PUT would refuse at once. */
  readonly failures: readonly Failure[];
  /** Findings that would criticize the product. */
  readonly errors: readonly StoredFinding[];
  /** Findings that would not; they are shown with the product. */
  readonly warnings: readonly StoredFinding[];
  /** Images of the result that nobody has checked yet. */
  readonly unchecked: readonly string[];
}

/** Validates the product that results from changes, against today's reference data and with its family, as if it were sent now. Pure. */
export function evaluate(subject: Subject, changes: readonly FieldChange[]): Evaluation {
  const { live, member, others, images, reference, now, stockSufficed } = subject;
  const product = applyChanges(live, changes);
  const { failures } = checkSubmission(product, {
    offerRequired: false,
    driveHosts: reference.data.rules.driveHosts,
    pathSku: live.sku,
  });
  const unchecked = product.images.map(({ url }) => url).filter((url) => isUnchecked(images.get(url)));
  // An image is never fetched again for a change: its check counts, whenever it was made.
  const candidate: LoadedMember = { ...member, status: "RECEIVED", product, pending: [], receivedAt: 0 };
  const context = { reference, now, settleMs: 0, imageRecheckMs: Number.POSITIVE_INFINITY, stockSufficed };
  const family = others.map((other) => alikeIfWanted(other, product, subject));
  const verdict = validateFamilyMember(candidate, family, images, context);
  const errors = verdict.reviews.filter(({ severity, code }) => severity === "error" && !(subject.toleratesMixedFamily && code === MIXED));
  const warnings = verdict.reviews.filter(({ severity }) => severity === "warning");
  return { product, failures, errors, warnings, unchecked };
}

const MIXED = "family_mixed";
const isUnchecked = (known: KnownImage | undefined) => known === undefined || known.verdict.state === "pending";

/** The fields that all members of a family have in common. A family changes them one member after the other. */
const COMMON_FIELDS = ["department", "productType", "brand"] as const;

/** Another member as it will be, where an open request asks for the value that this product would have. */
function alikeIfWanted(other: LoadedMember, product: ProductDocument, { wantedOfOthers }: Subject): LoadedMember {
  const wanted = wantedOfOthers.get(other.sku);
  if (wanted === undefined) return other;
  const alike = COMMON_FIELDS.filter((field) => wanted.get(`/${field}`) === product[field]);
  return { ...other, product: { ...other.product, ...Object.fromEntries(alike.map((field) => [field, product[field]])) } };
}

/** The changes that pass together, and the findings of those that do not. */
export interface Sifted<Change extends FieldChange> {
  readonly passing: readonly Change[];
  readonly criticized: ReadonlyMap<string, readonly StoredFinding[]>;
  readonly evaluation: Evaluation;
}

/** Leaves out changes until the product that results from the others has no errors. */
export function sift<Change extends FieldChange>(subject: Subject, changes: readonly Change[]): Sifted<Change> {
  const criticized = new Map<string, readonly StoredFinding[]>();
  let passing = changes;
  for (;;) {
    const evaluation = evaluate(subject, passing);
    if (evaluation.errors.length === 0 || passing.length === 0) return { passing, criticized, evaluation };
    const found = attribute(subject, evaluation, passing);
    for (const [pointer, findings] of found) criticized.set(pointer, findings);
    passing = passing.filter(({ pointer }) => !found.has(pointer));
  }
}

/**
 * The findings of each change. A finding that is about the place of no change concerns those without which it would not be there; when there
 * are none, it concerns all of them, because the product as it is does not pass.
 */
function attribute(
  subject: Subject,
  { errors, product }: Evaluation,
  changes: readonly FieldChange[],
): ReadonlyMap<string, readonly StoredFinding[]> {
  const found = new Map<string, readonly StoredFinding[]>();
  for (const error of errors) {
    const own = changes.filter((change) => isAbout(error, change, product));
    const causes = own.length > 0 ? own : changes.filter((change) => isCausedBy(error, change, subject, changes));
    for (const { pointer } of causes.length > 0 ? causes : changes) found.set(pointer, [...(found.get(pointer) ?? []), error]);
  }
  return found;
}

const isCausedBy = (error: StoredFinding, change: FieldChange, subject: Subject, changes: readonly FieldChange[]): boolean =>
  !evaluate(
    subject,
    changes.filter((one) => one !== change),
  ).errors.some(({ code, pointer }) => code === error.code && pointer === error.pointer);

function isAbout({ pointer, received, params }: StoredFinding, change: FieldChange, product: ProductDocument): boolean {
  if (change.field === "images") return pointer.startsWith("/images/") && received === change.wanted;
  const [, field, index] = pointer.split("/");
  if (change.field === "attributes" && field === "attributes") {
    const name = index === undefined ? params?.["name"] : product.attributes[Number(index)]?.name;
    return typeof name === "string" && attributePointer(name) === change.pointer;
  }
  return pointer === change.pointer || pointer.startsWith(`${change.pointer}/`);
}
