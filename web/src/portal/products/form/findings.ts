import type { ErrorDetail } from "../../../api/errors.ts";
import type { Critique } from "../product-queries.ts";

/** Something that the server says about a field: a refusal, or a critique of what was stored. */
export interface Finding {
  readonly code: string;
  /** JSON Pointer in the product; empty = the product as a whole. */
  readonly pointer: string;
  readonly message: string;
  readonly isError: boolean;
  /** Values that would do, the nearest first. */
  readonly accepted: readonly string[];
  /** The attribute that is missing, to which nothing in the product points. */
  readonly attribute?: string | undefined;
}

const MOST_ACCEPTED = 8;
const wordsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string" || typeof one === "number").map(String) : [];

const acceptedOf = (suggestions: readonly string[] | undefined, allowed: unknown): readonly string[] => {
  const few = wordsOf(allowed);
  return [...new Set([...(suggestions ?? []), ...(few.length <= MOST_ACCEPTED ? few : [])])];
};

/** A critique as the form shows it. */
export const findingOf = ({ code, pointer, message, severity, suggestions, allowed, attribute }: Critique): Finding => ({
  code,
  pointer,
  message,
  isError: severity === "error",
  accepted: acceptedOf(suggestions, allowed),
  attribute,
});

/** A refusal as the form shows it. */
export const findingOfRefusal = ({ code, pointer, message, ...more }: ErrorDetail): Finding => {
  const { suggestions, allowed } = more as { readonly suggestions?: readonly string[]; readonly allowed?: unknown };
  return { code, pointer, message, isError: true, accepted: acceptedOf(suggestions, allowed) };
};

/** The findings at a field or inside of it. */
export const findingsAt = (findings: readonly Finding[], pointer: string): readonly Finding[] =>
  findings.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));

/** The top-level field of a pointer. */
export const fieldOf = (pointer: string): string => pointer.split("/")[1] ?? "";

/** Refusals that say only that something is not there yet. */
const MISSING: ReadonlySet<string> = new Set([
  "required",
  "missing",
  "color_or_flavor_missing",
  "price_missing",
  "stock_missing",
  "attribute_required",
]);
/** Whether a finding only says that something is not there yet. */
export const isMissing = ({ code }: Finding): boolean => MISSING.has(code);
