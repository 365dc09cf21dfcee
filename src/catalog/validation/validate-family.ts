import type { ReferenceSnapshot } from "../../reference/index.ts";
import { familyFacts, stockSuffices } from "../family-facts.ts";
import type { ImageVerdict, Pending, ProductDocument, Review } from "../product.ts";
import type { PublicationStatus } from "../publication.ts";
import { validateMember, type Verdict } from "../validate-product.ts";

/** A member as loaded, with its texts parsed. */
export interface LoadedMember {
  readonly sku: string;
  readonly status: PublicationStatus;
  readonly product: ProductDocument;
  readonly reviews: readonly Review[];
  readonly pending: readonly Pending[];
  /** Marketplace time of the last POST or PUT, epoch ms. */
  readonly receivedAt: number;
  /** Physical units; undefined before the first record. */
  readonly stock: number | undefined;
  readonly priced: boolean;
}

/** What is known of an image, and since when (epoch ms). */
export interface KnownImage {
  readonly verdict: ImageVerdict;
  /** Undefined while it is being found out. */
  readonly checkedAt: number | undefined;
}

export interface FamilyValidationContext {
  readonly reference: ReferenceSnapshot;
  readonly now: number;
  readonly settleMs: number;
  readonly imageRecheckMs: number;
  /** Whether the family's stock sufficed before. */
  readonly stockSufficed: boolean;
}

/** Everything a validation decides about a family, for the worker to save. */
export interface FamilyOutcome {
  readonly verdicts: readonly { readonly member: LoadedMember; readonly verdict: Verdict }[];
  /** Images to fetch before the family can be judged. */
  readonly imagesWanted: readonly string[];
  /** Images something is known of although no member has them. */
  readonly imagesUnused: readonly string[];
  /** When the family must be looked at again although nothing happens; undefined = never. */
  readonly nextDueAt: number | undefined;
  /** Whether a change of reference data could still move a member. */
  readonly open: boolean;
  /** Whether the family's stock suffices, or did before. */
  readonly stockSufficed: boolean;
}

const EDITABLE: readonly PublicationStatus[] = ["RECEIVED", "CRITICIZED"];

/** Judges a whole family at once; one without members is over. Pure: the worker and the dry run call it alike. */
export function validateFamily(
  members: readonly LoadedMember[],
  images: ReadonlyMap<string, KnownImage>,
  { reference, now, settleMs, imageRecheckMs, stockSufficed }: FamilyValidationContext,
): FamilyOutcome {
  const open = members.filter((member) => EDITABLE.includes(member.status));
  // The window begins anew with each member that arrives: a slow feed is not criticized half way.
  const settlesAt = Math.max(...members.map((member) => member.receivedAt)) + settleMs;
  const facts = familyFacts(members, reference, { settled: now >= settlesAt, stockSufficed });
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
    // Whoever takes the name of an empty family one day is a new one.
    stockSufficed: stockSuffices(facts),
  };
}

const PENDING: ImageVerdict = { state: "pending" };

/**
 * An image is fetched when nothing is known of it, and again when its product was sent again: a bad one always, because
 * the seller may have replaced the file, a good one when it was seen long ago.
 */
function mustFetch(known: KnownImage | undefined, member: LoadedMember, recheckMs: number): boolean {
  if (known === undefined) return true;
  if (known.checkedAt === undefined || known.checkedAt >= member.receivedAt) return false;
  return known.verdict.state !== "ok" || member.receivedAt - known.checkedAt > recheckMs;
}
