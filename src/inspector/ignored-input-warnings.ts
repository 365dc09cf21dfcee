import {
  type Lang,
  memberWarnings,
  type Operation,
  unknownMembers,
  unknownParameters,
  type Warning,
  warningText,
} from "../platform/contract/index.ts";
import { SHORTENED } from "./body-mask.ts";
import { queryParameterNames } from "./request-mask.ts";
import type { RequestRow } from "./queries.ts";

/**
 * Warnings about query parameters and body members of a logged call that its operation does not know and therefore ignored. Empty when
 * the operation no longer exists.
 */
export function ignoredInputWarnings({ target, sent }: RequestRow, operation: Operation | undefined, lang: Lang): readonly Warning[] {
  return operation === undefined ? [] : [...queryWarnings(target, operation, lang), ...bodyWarnings(sent, operation, lang)];
}

const queryWarnings = (target: string, { query }: Operation, lang: Lang): readonly Warning[] =>
  unknownParameters(queryParameterNames(target), query).map(({ parameter, suggestions }) => ({
    code: "parameter_unknown",
    parameter,
    message: warningText("parameter_unknown", { parameter }, suggestions, lang),
    suggestions,
  }));

/**
 * Warnings about unknown members of a logged body. The log masks values but keeps member names. Skips SHORTENED, which marks a cut and
 * is not a name.
 */
function bodyWarnings(sent: string | null, { body }: Operation, lang: Lang): readonly Warning[] {
  if (sent === null || body === undefined) return [];
  const unknown = unknownMembers(JSON.parse(sent), body).filter(({ name }) => name !== SHORTENED);
  return memberWarnings(unknown, lang);
}
