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

/** Warnings about parameters and members of a logged call that were ignored. Empty when the operation no longer exists. */
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

/** Works on the logged body, because the log masks values but keeps names. Skips SHORTENED, which marks a cut and is not a name. */
function bodyWarnings(sent: string | null, { body }: Operation, lang: Lang): readonly Warning[] {
  if (sent === null || body === undefined) return [];
  const unknown = unknownMembers(JSON.parse(sent), body).filter(({ name }) => name !== SHORTENED);
  return memberWarnings(unknown, lang);
}
