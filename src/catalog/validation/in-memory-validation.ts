import { isoDateTime } from "../../platform/basics/clock.ts";
import { compileSchemaCheck } from "../../platform/contract/check.ts";
import { failureMessage, type Failure, type Lang } from "../../platform/contract/errors.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { describeReview, type WireCritique } from "../critique-view.ts";
import type { Pending } from "../product.ts";
import { ProductBody } from "../product-schema.ts";
import { DOCS_BASE } from "../status-view.ts";
import { documentOf, familyFull, submissionFailures, type SubmissionContext } from "../submission-rules.ts";
import type { Verdict } from "../validate-product.ts";
import { validateFamily, type FamilyValidationContext, type KnownImage, type LoadedMember } from "./validate-family.ts";
import { besidesFailures, failedRoots, judgeable, type Sent, STAND_IN_URL } from "./partial-body.ts";
import { unknownMemberViews } from "./unknown-member-views.ts";

/** A body as the synchronous checks leave it: what they read of what was sent, and every failure. */
export interface Submission extends Sent {
  readonly body: ProductBody;
}

const checkBody = compileSchemaCheck(ProductBody);

/** The synchronous checks of a body that was parsed but not looked at: schema and submission rules, in the order POST tells them. */
export function checkSubmission(value: unknown, context: Omit<SubmissionContext, "bodyFailures">): Submission {
  const { value: body, failures: bodyFailures } = checkBody(value);
  return { body, sent: value, failures: [...bodyFailures, ...submissionFailures(value, { ...context, bodyFailures })] };
}

/** The member a body would be, received at `at` (epoch ms). The body must be judgeable. */
export function memberOf(body: ProductBody, at: number): LoadedMember {
  const product = documentOf(body);
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

/** The verdict on one member among the others of its family, which count as they stand and are not judged. */
export function judgeMember(
  member: LoadedMember,
  others: readonly LoadedMember[],
  images: ReadonlyMap<string, KnownImage>,
  context: FamilyValidationContext,
): Verdict {
  const known = new Map([...images, [STAND_IN_URL, { ...GOOD, checkedAt: context.now }]]);
  const { verdicts } = validateFamily([...others.filter((other) => other.sku !== member.sku), member], known, context);
  return verdicts.find((judged) => judged.member === member)!.verdict;
}

/** A synchronous failure in the critique's shape. */
export const failureView = (failure: Failure, lang: Lang, at: number): WireCritique => ({
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

/** The members of a body that each note is about. */
const ABOUT: Readonly<Record<Pending["code"], readonly (keyof ProductBody)[]>> = {
  images_checking: ["images"],
  family_incomplete: ["productGroup", "department", "productType", "size"],
  family_stock_awaited: ["productGroup", "department", "productType", "stock"],
  price_missing: ["price"],
  stock_missing: ["stock"],
};

/** What is waited for although nothing of it failed: whatever was sent and is wrong has to be mended, and is not missing. */
export function waitsBesides(pending: readonly Pending[], failures: readonly Failure[]): readonly Pending[] {
  const roots = failedRoots(failures);
  return pending.filter(({ code }) => !ABOUT[code].some((member) => roots.has(member)));
}

/** What judging many bodies at once looks at beside them. */
export interface Circumstances {
  readonly reference: ReferenceSnapshot;
  /** What is known of their images; undefined = every image is taken for a good one. */
  readonly images?: ReadonlyMap<string, KnownImage>;
  readonly lang: Lang;
}

/**
 * What publishing all of these would be criticized for once their families have settled, body by body: the critiques that
 * GET status would show then, or, for a body that POST refuses, what the dry run would answer, and members that no product has. A sku that
 * comes again replaces the earlier one, whose critiques are none. Pure; the cost grows with the sizes of the families alone.
 */
export function judgeTogether(
  sent: readonly Submission[],
  { reference, images, lang }: Circumstances,
): readonly (readonly WireCritique[])[] {
  const submissions = withRoom(sent, reference.data.rules.largestFamily);
  const context = { ...SETTLED, reference };
  const known = (members: readonly LoadedMember[]) => images ?? allGood(members);
  const described = (verdict: Verdict) => verdict.reviews.map((review) => describeReview(review, lang, DOCS_BASE));

  const last = new Map(submissions.flatMap(({ body, failures }, index) => (failures.length === 0 ? [[body.sku, index] as const] : [])));
  const members = new Map([...last.values()].map((index) => [index, memberOf(submissions[index]!.body, SETTLED.now)]));
  const families = Map.groupBy(members.values(), ({ product }) => product.productGroup);
  const verdicts = new Map([...families.values()].flatMap((family) => verdictsOf(family, known(family), context)));
  const judged = (submission: Submission, published: LoadedMember | undefined): readonly WireCritique[] => {
    if (published) return described(verdicts.get(published)!);
    const { failures } = submission;
    const refused = failures.map((failure) => failureView(failure, lang, SETTLED.now));
    const readable = failures.length === 0 ? undefined : judgeable(submission);
    if (readable === undefined) return refused;
    const member = memberOf(readable, SETTLED.now);
    const others = families.get(member.product.productGroup) ?? [];
    const found = described(judgeMember(member, others, known([...others, member]), context));
    return [...refused, ...besidesFailures(found, failures)];
  };
  return submissions.map((submission, index) => [
    ...judged(submission, members.get(index)),
    ...unknownMemberViews(submission.sent, lang, SETTLED.now),
  ]);
}

/** The same, those refused whose family is full by then. */
function withRoom(submissions: readonly Submission[], largestFamily: number): readonly Submission[] {
  const families = new Map<string, Set<string>>();
  const familyOf = new Map<string, Set<string>>();
  return submissions.map((submission) => {
    const { body, sent, failures } = submission;
    if (failures.length > 0) return submission;
    const { sku, productGroup } = body;
    const family = families.get(productGroup) ?? new Set();
    if (!family.has(sku) && family.size >= largestFamily) return { body, sent, failures: [familyFull({ productGroup, largestFamily })] };
    familyOf.get(sku)?.delete(sku);
    familyOf.set(sku, family.add(sku));
    families.set(productGroup, family);
    return submission;
  });
}

const verdictsOf = (...family: Parameters<typeof validateFamily>) =>
  validateFamily(...family).verdicts.map(({ member, verdict }) => [member, verdict] as const);

/** Everything arrived at one instant, and the settle window was over at once. */
const SETTLED = { now: 0, settleMs: 0, imageRecheckMs: 0, stockSufficed: false } as const;

const GOOD: KnownImage = { verdict: { state: "ok", width: 0, height: 0, bytes: 0 }, checkedAt: SETTLED.now };
const allGood = (members: readonly LoadedMember[]) =>
  new Map(members.flatMap(({ product }) => product.images.map(({ url }) => [url, GOOD] as const)));
