import type { Operation } from "../platform/contract/operation.ts";
import type { Lang } from "../platform/contract/errors.ts";
import { unknownMembers } from "../platform/contract/unknown-members.ts";
import { memberWarnings, unknownParameters, warningText, type Warning } from "../platform/contract/warnings.ts";
import { namesIn, SHORTENED } from "./mask.ts";
import type { RequestRow } from "./queries.ts";

/** What a call sent that was ignored, from what is kept of it; an operation that is no more is not known to have ignored anything. */
export function warningsOf({ target, sent }: RequestRow, operation: Operation | undefined, lang: Lang): readonly Warning[] {
  return operation === undefined ? [] : [...inQuery(target, operation, lang), ...inBody(sent, operation, lang)];
}

const inQuery = (target: string, { query }: Operation, lang: Lang): readonly Warning[] =>
  unknownParameters(namesIn(target), query).map(({ parameter, suggestions }) => ({
    code: "parameter_unknown",
    parameter,
    message: warningText("parameter_unknown", { parameter }, suggestions, lang),
    suggestions,
  }));

/** Names are kept where values are masked; what was left out for its length is nobody's name. */
function inBody(sent: string | null, { body }: Operation, lang: Lang): readonly Warning[] {
  if (sent === null || body === undefined) return [];
  const unknown = unknownMembers(JSON.parse(sent), body).filter(({ name }) => name !== SHORTENED);
  return memberWarnings(unknown, lang);
}
