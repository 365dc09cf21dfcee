import { isoDateTime } from "../platform/basics/clock.ts";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/errors.ts";
import { DID_YOU_MEAN } from "../platform/contract/warnings.ts";
import { CRITIQUES } from "./critiques/index.ts";
import type { Critique, CritiqueContext, Finding, ProductDocument, Review } from "./product.ts";

/** A finding together with the critique that made it. */
export interface Found extends Finding {
  readonly code: string;
  readonly severity: Critique["severity"];
}

/**
 * Everything the automatic validation finds in a product, at once (beyond M2). The order is fixed: critiques in
 * the order of their list, the findings of each in the order of the product's fields.
 */
export const findAll = (product: ProductDocument, context: CritiqueContext): readonly Found[] =>
  CRITIQUES.flatMap(({ code, severity, find }) => find(product, context).map((finding) => ({ ...finding, code, severity })));

/** Findings as they are stored: found at `at` (epoch ms), or since when an equal finding stands in `previous`. */
export function toReviews(found: readonly Found[], previous: readonly Review[], at: number): readonly Review[] {
  const firstSeen = new Map(previous.filter(({ stage }) => stage === "automatic").map((review) => [identity(review), review.at]));
  return found.map((finding) => ({ ...finding, stage: "automatic", at: firstSeen.get(identity(finding)) ?? at }));
}

/** What makes two findings the same one; one that received nothing is told apart by its facts, whatever order they were stored in. */
const identity = ({ code, pointer, received, params = {} }: Found | Review) =>
  JSON.stringify([code, pointer, received ?? Object.entries(params).toSorted(([one], [other]) => (one < other ? -1 : 1))]);

/** A critique as it goes over the wire (decisions 3). */
export interface WireCritique {
  readonly message: string;
  /** ISO 8601 with milliseconds and offset: when it was first found. */
  readonly date: string;
  readonly code: string;
  readonly stage: Review["stage"];
  readonly severity: Review["severity"];
  readonly pointer: string;
  /** Null when something is missing. */
  readonly received: unknown;
  readonly allowed?: unknown;
  readonly suggestions: readonly string[];
  readonly docs: string;
}

/** A stored review for its reader; `docsBase` is the address of the page that explains every critique. */
export function describeReview(review: Review, lang: Lang, docsBase: string): WireCritique {
  const { code, stage, severity, pointer, received = null, allowed, suggestions = [] } = review;
  return {
    message: messageFor(review, lang),
    date: isoDateTime(review.at),
    code,
    stage,
    severity,
    pointer,
    received,
    ...(allowed === undefined ? {} : { allowed }),
    suggestions,
    docs: docsOf(code, docsBase),
  };
}

const BY_CODE: ReadonlyMap<string, Critique> = new Map(CRITIQUES.map((critique) => [critique.code, critique]));

/** The critique of a code; undefined for a reviewer's own code and for one that no longer exists. */
export const critiqueOf = (code: string): Critique | undefined => BY_CODE.get(code);

/** Where the page of critiques tells of reviewers' own reasons. */
export const REVIEWERS_ANCHOR = "review";

/** Where a code is explained: in its critique's section, or among reviewers' own reasons. */
export const docsOf = (code: string, docsBase: string): string => `${docsBase}#${BY_CODE.has(code) ? code : REVIEWERS_ANCHOR}`;

/** The sentence of a finding with these params, its facts not filled in yet. */
export const sentencesOf = ({ message, messageOf }: Critique, params: NonNullable<Finding["params"]> = {}): LocalizedText =>
  messageOf?.(params) ?? message;

/** A reviewer's own words, or the critique's sentence with the nearest names behind it. */
function messageFor({ code, text, pointer, received, allowed, suggestions = [], params = {} }: Review, lang: Lang): string {
  const critique = critiqueOf(code);
  // A stored review may outlive its critique by one release.
  if (text !== undefined || critique === undefined) return text ?? code;
  const sentence = formatMessage(sentencesOf(critique, params)[lang], { pointer, received, allowed, ...params });
  return suggestions.length === 0 ? sentence : sentence + formatMessage(DID_YOU_MEAN[lang], { suggestions });
}
