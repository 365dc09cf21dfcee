import type { ReferenceSnapshot } from "../../reference/index.ts";
import { computeFamilyFacts, stockSuffices } from "../family-facts.ts";
import type { ImageVerdict, Pending, ProductDocument, StoredFinding } from "../product.ts";
import type { PublicationStatus } from "../publication.ts";
import { validateMember, type Verdict } from "../validate-product.ts";

/** A family member as loaded, with its JSON parsed. */
export interface LoadedMember {
  readonly sku: string;
  readonly status: PublicationStatus;
  readonly product: ProductDocument;
  readonly reviews: readonly StoredFinding[];
  readonly pending: readonly Pending[];
  /** Marketplace time of the last POST or PUT, epoch ms. */
  readonly receivedAt: number;
  /** Physical units; undefined before the first stock record. */
  readonly stock: number | undefined;
  readonly priced: boolean;
}

/** An image's verdict, and the time of its check (epoch ms). */
export interface KnownImage {
  readonly verdict: ImageVerdict;
  /** Undefined while the image is being checked. */
  readonly checkedAt: number | undefined;
}

export interface FamilyValidationContext {
  readonly reference: ReferenceSnapshot;
  readonly now: number;
  readonly settleMs: number;
  readonly imageRecheckMs: number;
  /** Whether the family's stock was ever sufficient before. */
  readonly stockSufficed: boolean;
}

/** All results of the validation of a family. The worker saves them. */
export interface FamilyOutcome {
  readonly verdicts: readonly { readonly member: LoadedMember; readonly verdict: Verdict }[];
  /** Addresses of images to fetch. Until their verdicts are known, the products with these images are pending. */
  readonly imagesWanted: readonly string[];
  /** Addresses in `images` that no member uses any more. */
  readonly imagesUnused: readonly string[];
  /** Time when the family must be validated again even without a change, epoch ms; undefined = never. */
  readonly nextDueAt: number | undefined;
  /** Whether a change of reference data can still change the status of a member. */
  readonly open: boolean;
  /** Whether the family's stock is sufficient now or was ever sufficient before. */
  readonly stockSufficed: boolean;
}

const EDITABLE: readonly PublicationStatus[] = ["RECEIVED", "CRITICIZED"];

/**
 * Validates a whole family at once. Pure: the worker and the dry run both use it. A family without members has no verdicts and is never
 * due.
 */
export function validateFamily(
  members: readonly LoadedMember[],
  images: ReadonlyMap<string, KnownImage>,
  { reference, now, settleMs, imageRecheckMs, stockSufficed }: FamilyValidationContext,
): FamilyOutcome {
  const open = members.filter((member) => EDITABLE.includes(member.status));
  // Each POST or PUT of a member restarts the settle window, the time for sending missing members. So a seller who sends the members slowly
  // is not criticized too early.
  const settlesAt = Math.max(...members.map((member) => member.receivedAt)) + settleMs;
  const facts = computeFamilyFacts(members, reference, { settled: now >= settlesAt, stockSufficed });
  const used = new Set(members.flatMap((member) => member.product.images.map(({ url }) => url)));
  const wanted = new Set(
    open.flatMap((member) =>
      member.product.images.filter(({ url }) => mustFetch(images.get(url), member, imageRecheckMs)).map(({ url }) => url),
    ),
  );
  const verdictsByUrl = new Map([...images].map(([url, known]) => [url, wanted.has(url) ? PENDING : known.verdict]));
  const verdicts = members.flatMap((member, i) => {
    if (!EDITABLE.includes(member.status)) return [];
    const offer = { price: member.priced, stock: member.stock !== undefined };
    const { status, product, reviews } = member;
    const verdict = validateMember(
      { status, product, reviews, images: verdictsByUrl, family: facts[i]!, offer },
      { reference, now, settlesAt },
    );
    return [{ member, verdict }];
  });
  const settling = now < settlesAt && verdicts.some(({ verdict }) => verdict.pending.some(({ code }) => code === "family_incomplete"));
  return {
    verdicts,
    imagesWanted: [...wanted],
    imagesUnused: [...images.keys()].filter((url) => !used.has(url)),
    nextDueAt: settling ? settlesAt : undefined,
    open: verdicts.some(({ verdict }) => EDITABLE.includes(verdict.status)),
    // This is false for an empty family, so a later family with the same name must reach the minimum stock again.
    stockSufficed: stockSuffices(facts),
  };
}

const PENDING: ImageVerdict = { state: "pending" };

/**
 * Whether to fetch an image. An image without a check is always fetched. An image that is being checked is not fetched a second time. When
 * a product is sent again, its bad images are fetched again, because the seller may have replaced the files. Its good images are fetched
 * again only when their checks are old.
 */
function mustFetch(known: KnownImage | undefined, member: LoadedMember, recheckMs: number): boolean {
  if (known === undefined) return true;
  if (known.checkedAt === undefined || known.checkedAt >= member.receivedAt) return false;
  return known.verdict.state !== "ok" || member.receivedAt - known.checkedAt > recheckMs;
}
