import { isoDateTime } from "../../platform/basics/index.ts";
import { compileSchemaCheck, type Failure, failureMessage, type Lang } from "../../platform/contract/index.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { critiqueView, type CritiqueView } from "../critique-view.ts";
import type { Pending } from "../product.ts";
import { ProductBody } from "../product-schema.ts";
import { DOCS_BASE } from "../status-view.ts";
import { toProductDocument, familyFullFailure, submissionFailures, type SubmissionContext } from "../submission-rules.ts";
import type { Verdict } from "../validate-product.ts";
import { validateFamily, type FamilyValidationContext, type KnownImage, type LoadedMember } from "./validate-family.ts";
import { withoutFailedFields, failedFields, fillPlaceholders, type CheckedBody, PLACEHOLDER_URL } from "./partial-body.ts";
import { unknownMemberViews } from "./unknown-member-views.ts";

/** A body after the synchronous checks: the body that the schema check returned, the body as sent, and all failures. */
export interface Submission extends CheckedBody {
  readonly body: ProductBody;
}

const checkBody = compileSchemaCheck(ProductBody);

/** Runs the synchronous checks on a parsed body: schema and submission rules, with failures in the same order as POST. */
export function checkSubmission(value: unknown, context: Omit<SubmissionContext, "bodyFailures">): Submission {
  const { value: body, failures: bodyFailures } = checkBody(value);
  return { body, sent: value, failures: [...bodyFailures, ...submissionFailures(value, { ...context, bodyFailures })] };
}

/** The family member that a body would become if received at `at` (epoch ms). Every field of the body must have a value or placeholder. */
export function toFamilyMember(body: ProductBody, at: number): LoadedMember {
  const product = toProductDocument(body);
  return {
    sku: product.sku,
    status: "RECEIVED",
    product,
    reviews: [],
    pending: [],
    receivedAt: at,
    stock: body.stock?.available,
    priced: body.price !== undefined,
  };
}

/** Validates one member of a family. The other members count for the family but are not validated. */
export function validateFamilyMember(
  member: LoadedMember,
  others: readonly LoadedMember[],
  images: ReadonlyMap<string, KnownImage>,
  context: FamilyValidationContext,
): Verdict {
  const known = new Map([...images, [PLACEHOLDER_URL, { ...GOOD, checkedAt: context.now }]]);
  const { verdicts } = validateFamily([...others.filter((other) => other.sku !== member.sku), member], known, context);
  return verdicts.find((one) => one.member === member)!.verdict;
}

/** A synchronous failure in the shape of a critique. */
export const failureAsCritique = (failure: Failure, lang: Lang, at: number): CritiqueView => ({
  message: failureMessage(failure, lang),
  date: isoDateTime(at),
  code: failure.code,
  stage: "automatic",
  severity: "error",
  pointer: failure.pointer,
  received: failure.received ?? null,
  ...(failure.allowed === undefined ? {} : { allowed: failure.allowed }),
  suggestions: failure.suggestions ?? [],
  docs: `/docs/errors.md#${failure.code}`,
});

/** The fields that each pending reason concerns. */
const FIELDS_OF_PENDING: Readonly<Record<Pending["code"], readonly (keyof ProductBody)[]>> = {
  images_checking: ["images"],
  family_incomplete: ["productGroup", "department", "productType", "size"],
  family_stock_awaited: ["productGroup", "department", "productType", "stock"],
  price_missing: ["price"],
  stock_missing: ["stock"],
  reference_changed: [],
};

/** The pending reasons whose fields have not failed. The seller must correct a field that failed, so the product does not wait for it. */
export function pendingWithoutFailures(pending: readonly Pending[], failures: readonly Failure[]): readonly Pending[] {
  const failed = failedFields(failures);
  return pending.filter(({ code }) => !FIELDS_OF_PENDING[code].some((field) => failed.has(field)));
}

/** Data for the validation of many bodies, in addition to the bodies. */
export interface InMemoryValidationContext {
  readonly reference: ReferenceSnapshot;
  /** Verdicts on the images of the bodies; undefined = all images count as good. */
  readonly images?: ReadonlyMap<string, KnownImage>;
  readonly lang: Lang;
}

/**
 * Returns the critiques of each body, as if all bodies were published and their families had settled. For a body that POST accepts, these
 * are the critiques that GET status would return. For a body that POST refuses, they are the critiques that the dry run would return.
 * Members of a body that are not fields of a product are reported as warnings. When two accepted bodies have the same sku, the later one
 * replaces the earlier one, which then has only these warnings. Pure.
 */
export function validateBodies(
  sent: readonly Submission[],
  { reference, images, lang }: InMemoryValidationContext,
): readonly (readonly CritiqueView[])[] {
  const submissions = refuseBeyondCapacity(sent, reference.data.rules.largestFamily);
  const context = { ...SETTLED, reference };
  const known = (members: readonly LoadedMember[]) => images ?? allGood(members);
  const described = (verdict: Verdict) => verdict.reviews.map((review) => critiqueView(review, lang, DOCS_BASE));

  const last = new Map(submissions.flatMap(({ body, failures }, index) => (failures.length === 0 ? [[body.sku, index] as const] : [])));
  const members = new Map([...last.values()].map((index) => [index, toFamilyMember(submissions[index]!.body, SETTLED.now)]));
  const families = Map.groupBy(members.values(), ({ product }) => product.productGroup);
  const verdicts = new Map([...families.values()].flatMap((family) => verdictsOf(family, known(family), context)));
  const critiquesOf = (submission: Submission, published: LoadedMember | undefined): readonly CritiqueView[] => {
    if (published) return described(verdicts.get(published)!);
    const { failures } = submission;
    const refused = failures.map((failure) => failureAsCritique(failure, lang, SETTLED.now));
    const validatable = failures.length === 0 ? undefined : fillPlaceholders(submission);
    if (validatable === undefined) return refused;
    const member = toFamilyMember(validatable, SETTLED.now);
    const others = families.get(member.product.productGroup) ?? [];
    const found = described(validateFamilyMember(member, others, known([...others, member]), context));
    return [...refused, ...withoutFailedFields(found, failures)];
  };
  return submissions.map((submission, index) => [
    ...critiquesOf(submission, members.get(index)),
    ...unknownMemberViews(submission.sent, lang, SETTLED.now),
  ]);
}

/** Adds a failure to submissions whose family is already full. */
function refuseBeyondCapacity(submissions: readonly Submission[], largestFamily: number): readonly Submission[] {
  const families = new Map<string, Set<string>>();
  const familyOf = new Map<string, Set<string>>();
  return submissions.map((submission) => {
    const { body, sent, failures } = submission;
    if (failures.length > 0) return submission;
    const { sku, productGroup } = body;
    const family = families.get(productGroup) ?? new Set();
    if (!family.has(sku) && family.size >= largestFamily)
      return { body, sent, failures: [familyFullFailure({ productGroup, largestFamily })] };
    familyOf.get(sku)?.delete(sku);
    familyOf.set(sku, family.add(sku));
    families.set(productGroup, family);
    return submission;
  });
}

const verdictsOf = (...family: Parameters<typeof validateFamily>) =>
  validateFamily(...family).verdicts.map(({ member, verdict }) => [member, verdict] as const);

/** A context in which all bodies arrived at the same instant and the settle window, the time for sending missing members, has ended. */
const SETTLED = { now: 0, settleMs: 0, imageRecheckMs: 0, stockSufficed: false } as const;

const GOOD: KnownImage = { verdict: { state: "ok", width: 0, height: 0, bytes: 0 }, checkedAt: SETTLED.now };
const allGood = (members: readonly LoadedMember[]) =>
  new Map(members.flatMap(({ product }) => product.images.map(({ url }) => [url, GOOD] as const)));
