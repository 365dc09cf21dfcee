import { isoDateTime } from "../platform/basics/index.ts";
import { DID_YOU_MEAN, formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import { CRITIQUES } from "./critiques/index.ts";
import type { CritiqueRule, CritiqueContext, Finding, ProductDocument, StoredFinding } from "./product.ts";

/** A finding together with the code and severity of its rule. */
export interface CritiqueFinding extends Finding {
  readonly code: string;
  readonly severity: CritiqueRule["severity"];
}

/**
 * Runs every critique rule on a product and returns all findings at once. The order is fixed: rules follow the order of CRITIQUES, and each
 * rule always returns its findings in the same order.
 */
export const runCritiques = (product: ProductDocument, context: CritiqueContext): readonly CritiqueFinding[] =>
  CRITIQUES.flatMap(({ code, severity, find }) => find(product, context).map((finding) => ({ ...finding, code, severity })));

/**
 * Converts findings to the form in which they are stored. A finding that `previous` already contains keeps its date. A new finding has the
 * date `at` (epoch ms).
 */
export function toStoredFindings(
  found: readonly CritiqueFinding[],
  previous: readonly StoredFinding[],
  at: number,
): readonly StoredFinding[] {
  const firstSeen = new Map(previous.filter(({ stage }) => stage === "automatic").map((review) => [identity(review), review.at]));
  return found.map((finding) => ({ ...finding, stage: "automatic", at: firstSeen.get(identity(finding)) ?? at }));
}

/** A text that is equal for equal findings. A finding without `received` is identified by its params, whose order does not matter. */
const identity = ({ code, pointer, received, params = {} }: CritiqueFinding | StoredFinding) =>
  JSON.stringify([code, pointer, received ?? Object.entries(params).toSorted(([one], [other]) => (one < other ? -1 : 1))]);

/** A critique on the wire (decisions 3). */
export interface CritiqueView {
  readonly message: string;
  /** Time when the problem was first found, ISO 8601 with milliseconds and offset. */
  readonly date: string;
  readonly code: string;
  readonly stage: StoredFinding["stage"];
  readonly severity: StoredFinding["severity"];
  readonly pointer: string;
  /** Null when the finding has no received value. */
  readonly received: unknown;
  readonly allowed?: unknown;
  /** The attribute that is missing: nothing in the product points at it. */
  readonly attribute?: string;
  readonly suggestions: readonly string[];
  readonly docs: string;
}

const ATTRIBUTES = "/attributes";

/** Converts a stored finding to a critique in the language `lang`. `docsBase` is the address of the page that explains every critique. */
export function critiqueView(review: StoredFinding, lang: Lang, docsBase: string): CritiqueView {
  const { code, stage, severity, pointer, received = null, allowed, suggestions = [], params = {} } = review;
  return {
    message: messageFor(review, lang),
    date: isoDateTime(review.at),
    code,
    stage,
    severity,
    pointer,
    received,
    ...(allowed === undefined ? {} : { allowed }),
    ...(pointer === ATTRIBUTES && typeof params["name"] === "string" ? { attribute: params["name"] } : {}),
    suggestions,
    docs: docsUrlOf(code, docsBase),
  };
}

const BY_CODE: ReadonlyMap<string, CritiqueRule> = new Map(CRITIQUES.map((critique) => [critique.code, critique]));

/** The rule with this code; undefined for a reviewer's own code and for a rule that no longer exists. */
export const critiqueOf = (code: string): CritiqueRule | undefined => BY_CODE.get(code);

/** Anchor of the section on reviewers' own reasons, on the page that explains critiques. */
export const REVIEWERS_ANCHOR = "review";

/** The address that explains a code: the section of its rule, or the section on reviewers' own reasons. */
export const docsUrlOf = (code: string, docsBase: string): string => `${docsBase}#${BY_CODE.has(code) ? code : REVIEWERS_ANCHOR}`;

/** The message templates of a rule for a finding with these params. */
export const messagesOf = ({ message, messageOf }: CritiqueRule, params: NonNullable<Finding["params"]> = {}): LocalizedText =>
  messageOf?.(params) ?? message;

/**
 * The message of a critique: the reviewer's reason or own words, or the message of the rule followed by suggestions, or the code when the rule
 * no longer exists.
 */
function messageFor({ code, text, texts, pointer, received, allowed, suggestions = [], params = {} }: StoredFinding, lang: Lang): string {
  const critique = critiqueOf(code);
  if (texts !== undefined) return texts[lang];
  // A stored finding can outlive its rule: a newer version of Vitrine may have removed the rule.
  if (text !== undefined || critique === undefined) return text ?? code;
  const message = formatMessage(messagesOf(critique, params)[lang], { pointer, received, allowed, ...params });
  return suggestions.length === 0 ? message : message + formatMessage(DID_YOU_MEAN[lang], { suggestions });
}
