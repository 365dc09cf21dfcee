import { formatMessage, type Lang, type Params, type LocalizedText } from "./errors.ts";
import { nearestNames } from "../basics/nearest-words.ts";
import type { TSchema } from "./schema.ts";
import type { UnknownMember } from "./unknown-members.ts";

/** A warning that a part of a call, or of an imported row, was ignored. The request log or the import report shows it. */
export interface Warning {
  readonly code: WarningCode;
  /** The parameter's name as it was sent. */
  readonly parameter?: string;
  /** JSON Pointer into the body. */
  readonly pointer?: string;
  /** A text in the caller's language, which also names the suggestions. */
  readonly message: string;
  /** The most similar names, at most 3. Empty when no name is similar. */
  readonly suggestions: readonly string[];
}

/** The text of each warning, by code. */
export const WARNINGS = {
  parameter_unknown: {
    "pt-BR": "{parameter}: esta operação não tem este parâmetro de consulta; ele foi ignorado.",
    en: "{parameter}: this operation has no such query parameter; it was ignored.",
  },
  member_unknown: {
    "pt-BR": "{pointer}: este campo não existe no contrato; ele foi ignorado.",
    en: "{pointer}: the contract has no such field; it was ignored.",
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;
export type WarningCode = keyof typeof WARNINGS;

/** The sentence that is appended to a message when there are suggestions. */
export const DID_YOU_MEAN: LocalizedText = {
  "pt-BR": " Você quis dizer: {suggestions}?",
  en: " Did you mean: {suggestions}?",
};

/** The message of a warning. `facts` are the values for the placeholders of the message. */
export function warningText(code: WarningCode, facts: Params, suggestions: readonly string[], lang: Lang): string {
  const text = formatMessage(WARNINGS[code][lang], facts, lang);
  return suggestions.length === 0 ? text : text + formatMessage(DID_YOU_MEAN[lang], { suggestions }, lang);
}

/** The warnings about unknown members, in the given language. */
export const memberWarnings = (names: readonly UnknownMember[], lang: Lang): readonly Warning[] =>
  names.map(({ pointer, suggestions }) => ({
    code: "member_unknown",
    pointer,
    message: warningText("member_unknown", { pointer }, suggestions, lang),
    suggestions,
  }));

/** A parameter that the operation does not have, with its name as it was sent and at most 3 similar names. */
export interface UnknownParameter {
  readonly parameter: string;
  readonly suggestions: readonly string[];
}

/** Maximum number of unknown parameters in one answer. */
const MOST_UNKNOWN = 10;

const NONE: readonly UnknownParameter[] = [];

/**
 * The sent query parameters that the operation does not have, each once and at most 10. `query` is undefined when the operation has no query
 * parameters.
 */
export function unknownParameters(sent: Iterable<string>, query: TSchema | undefined): readonly UnknownParameter[] {
  const { properties = {} } = (query ?? {}) as { readonly properties?: Readonly<Record<string, unknown>> };
  let unknown: Set<string> | undefined;
  for (const name of sent) {
    if (Object.hasOwn(properties, name)) continue;
    unknown ??= new Set();
    if (unknown.add(name).size === MOST_UNKNOWN) break;
  }
  if (unknown === undefined) return NONE;
  const known = Object.keys(properties);
  return [...unknown].map((parameter) => ({ parameter, suggestions: nearestNames(parameter, known) }));
}
