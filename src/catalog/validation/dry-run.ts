import type { Database } from "../../platform/db.ts";
import type { Failure, Lang } from "../../platform/errors.ts";
import { sentence } from "../../platform/errors.ts";
import { isoDateTime } from "../../platform/clock.ts";
import type { Outbound } from "../../platform/outbound.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { describeReview, type WireCritique } from "../critique.ts";
import { checkImage, IMAGE_LIMITS } from "../images.ts";
import { describePending } from "../pending.ts";
import type { ImageVerdict, ProductDocument } from "../product.ts";
import { DOCS_BASE } from "../status-view.ts";
import { documentOf } from "../submission.ts";
import type { ProductBody } from "../product-schema.ts";
import { validateFamily, type KnownImage, type LoadedMember } from "./family-validation.ts";
import { loadFamily } from "./load.ts";

export interface DryRunContext {
  readonly db: Database;
  readonly outbound: Outbound;
  readonly reference: () => ReferenceSnapshot;
  readonly familySettleSeconds: number;
}

export interface DryRun {
  readonly valid: boolean;
  readonly reviews: readonly WireCritique[];
  readonly pending: readonly object[];
}

/**
 * What publishing this body now would be criticized for, synchronous and automatic findings together; nothing is stored
 * (decisions 3). The automatic part is the worker's own function over the family as it is, with this product in it; it is
 * left out only for a body whose fields are not there to be judged.
 */
export async function dryRun(
  context: DryRunContext,
  call: {
    readonly sellerId: number;
    readonly body: ProductBody;
    readonly at: number;
    readonly lang: Lang;
    readonly failures: readonly Failure[];
  },
): Promise<DryRun> {
  const { body, failures, lang, at } = call;
  const synchronous = failures.map((failure) => asCritique(failure, lang, at));
  if (!judgeable(body)) return { valid: false, reviews: synchronous, pending: [] };

  const product = documentOf(body);
  const reference = context.reference();
  const member: LoadedMember = {
    sku: product.sku,
    status: "RECEIVED",
    product,
    reviews: [],
    pending: [],
    receivedAt: at,
    stock: body.stock?.available,
    priced: body.price !== undefined,
  };
  const others = (await loadFamily(context.db, call.sellerId, product.productGroup)).filter((other) => other.sku !== product.sku);
  const images = await fetchImages(context.outbound, product, at);
  const settleMs = (reference.data.rules.familySettleSeconds ?? context.familySettleSeconds) * 1_000;
  // Only this member is judged; the others count for the family as they stand.
  const { verdicts } = validateFamily([...others, member], images, { reference, now: at, settleMs, imageRecheckMs: 0 });
  const { verdict } = verdicts.find((judged) => judged.member === member)!;
  const reviews = [...synchronous, ...verdict.reviews.map((review) => describeReview(review, lang, DOCS_BASE))];
  return {
    valid: !reviews.some((review) => review.severity === "error"),
    reviews,
    pending: verdict.pending.map((pending) => describePending(pending, lang)),
  };
}

/** A synchronous failure in the critique's shape. */
const asCritique = (failure: Failure, lang: Lang, at: number): WireCritique => ({
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

const TEXTS = ["sku", "productGroup", "department", "productType", "brand", "name", "description", "size"] as const;

/** Whether the fields that the critiques read are there, whatever else is wrong with the body. */
function judgeable(body: ProductBody): boolean {
  const fields = body as unknown as Record<string, unknown>;
  if (typeof body !== "object" || body === null) return false;
  return (
    TEXTS.every((name) => typeof fields[name] === "string") &&
    typeof fields["weight"] === "number" &&
    Array.isArray(fields["images"]) &&
    fields["images"].every((image) => typeof (image as { url?: unknown } | undefined)?.url === "string") &&
    (fields["attributes"] === undefined || attributesReadable(fields["attributes"])) &&
    ["color", "flavor", "eanIsbn"].every((name) => fields[name] === undefined || typeof fields[name] === "string")
  );
}

const attributesReadable = (attributes: unknown): boolean =>
  Array.isArray(attributes) &&
  attributes.every((one: { name?: unknown; values?: unknown } | undefined) => {
    return typeof one?.name === "string" && Array.isArray(one.values) && one.values.every((value) => typeof value === "string");
  });

async function fetchImages(outbound: Outbound, product: ProductDocument, at: number): Promise<ReadonlyMap<string, KnownImage>> {
  const urls = [...new Set(product.images.map((image) => image.url))].slice(0, MOST_IMAGES);
  const verdicts = await Promise.all(
    urls.map(async (url): Promise<readonly [string, KnownImage]> => {
      const check = await checkImage(outbound, url, IMAGE_LIMITS);
      const verdict: ImageVerdict = check.outcome === "decided" ? check.verdict : { state: "unreachable" };
      return [url, { verdict, checkedAt: at }];
    }),
  );
  return new Map(verdicts);
}
const MOST_IMAGES = 6;
