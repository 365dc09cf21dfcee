import { isoDateTime } from "../../platform/clock.ts";
import { compileCheck } from "../../platform/check.ts";
import { sentence, type Failure, type Lang } from "../../platform/errors.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { describeReview, type WireCritique } from "../critique.ts";
import type { Pending } from "../product.ts";
import { ProductBody } from "../product-schema.ts";
import { DOCS_BASE } from "../status-view.ts";
import { documentOf, familyFull, submissionFailures, type SubmissionContext } from "../submission.ts";
import type { Verdict } from "../verdict.ts";
import { validateFamily, type FamilyValidationContext, type KnownImage, type LoadedMember } from "./family-validation.ts";

/** A body as the synchronous checks leave it: what they read, and every failure. */
export interface Submission {
  readonly body: ProductBody;
  readonly failures: readonly Failure[];
}

const checkBody = compileCheck(ProductBody);

/** The synchronous checks of a body that was parsed but not looked at: schema and submission rules, in the order POST tells them. */
export function checkSubmission(value: unknown, context: Omit<SubmissionContext, "bodyFailures">): Submission {
  const { value: body, failures: bodyFailures } = checkBody(value);
  return { body, failures: [...bodyFailures, ...submissionFailures(value, { ...context, bodyFailures })] };
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
  const { verdicts } = validateFamily([...others.filter((other) => other.sku !== member.sku), member], images, context);
  return verdicts.find((judged) => judged.member === member)!.verdict;
}

/** A synchronous failure in the critique's shape. */
export const failureView = (failure: Failure, lang: Lang, at: number): WireCritique => ({
  message: sentence(failure, lang),
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

/** What stands in for a member that is missing or wrong, so that the others can still be judged. */
const STAND_INS: Readonly<Record<string, unknown>> = {
  sku: "",
  productGroup: "",
  department: "",
  productType: "",
  brand: "",
  name: "",
  description: "",
  size: "",
  weight: 0,
  images: [],
  attributes: [],
};

const rootOf = (pointer: string): string => pointer.split("/")[1] ?? "";

/** The members that failures are about; colour and flavour are about each other. */
function failedRoots(failures: readonly Failure[]): ReadonlySet<string> {
  const roots = new Set(failures.map(({ pointer }) => rootOf(pointer)));
  if (roots.has("color") || roots.has("flavor")) roots.add("color").add("flavor");
  return roots;
}

/** A body with failures as far as it can be judged; undefined for one that is no object. */
export function judgeable({ body, failures }: Submission): ProductBody | undefined {
  if (typeof body !== "object" || body === null || failures.some(({ pointer }) => pointer === "")) return undefined;
  const roots = failedRoots(failures);
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !roots.has(name)));
  return { ...STAND_INS, ...kept } as ProductBody;
}

/** The findings that do not speak of what failed already: a stand-in is nobody's mistake. */
export function besidesFailures<Pointed extends { readonly pointer: string }>(
  found: readonly Pointed[],
  failures: readonly Failure[],
): readonly Pointed[] {
  const roots = failedRoots(failures);
  return found.filter(({ pointer }) => !roots.has(rootOf(pointer)));
}

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
 * GET status would show then, or, for a body that POST refuses, what the dry run would answer. A sku that comes again
 * replaces the earlier one, whose critiques are none. Pure; the cost grows with the sizes of the families alone.
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
  return submissions.map(({ body, failures }, index) => {
    const published = members.get(index);
    if (published) return described(verdicts.get(published)!);
    const refused = failures.map((failure) => failureView(failure, lang, SETTLED.now));
    const readable = failures.length === 0 ? undefined : judgeable({ body, failures });
    if (readable === undefined) return refused;
    const member = memberOf(readable, SETTLED.now);
    const others = families.get(member.product.productGroup) ?? [];
    const found = described(judgeMember(member, others, known([...others, member]), context));
    return [...refused, ...besidesFailures(found, failures)];
  });
}

/** The same, those refused whose family is full by then. */
function withRoom(submissions: readonly Submission[], largestFamily: number): readonly Submission[] {
  const families = new Map<string, Set<string>>();
  const familyOf = new Map<string, Set<string>>();
  return submissions.map((submission) => {
    const { body, failures } = submission;
    if (failures.length > 0) return submission;
    const { sku, productGroup } = body;
    const family = families.get(productGroup) ?? new Set();
    if (!family.has(sku) && family.size >= largestFamily) return { body, failures: [familyFull({ productGroup, largestFamily })] };
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
