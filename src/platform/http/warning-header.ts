import { serializeItem } from "./structured-field.ts";
import { unknownParameters } from "../contract/warnings.ts";
import type { RequestContext } from "./request-context.ts";
import type { QueryParameters } from "./request-parsing.ts";

/** The header that lists what the caller sent and the operation ignored, or will ignore one day, as a List of Tokens with Parameters (RFC 9651). */
export const WARNING_HEADER = "vitrine-warning";
/** Maximum number of characters of a parameter's name in the header. */
const MAX_NAME_LENGTH = 60;

/**
 * Adds a header to the answer of a request. The header names the parameters that the operation does not have, at most 10, each with the
 * most similar parameter of the operation, if any.
 */
export function addUnknownParameterWarning(context: RequestContext, query: QueryParameters): void {
  const unknown = unknownParameters(Object.keys(query), context.operation!.query);
  if (unknown.length === 0) return;
  const items = unknown.map(({ parameter, suggestions: [nearest] }) =>
    serializeItem("parameter_unknown", { parameter: parameter.slice(0, MAX_NAME_LENGTH), nearest }),
  );
  const caller = context.caller!;
  context.caller = { ...caller, headers: { ...caller.headers, [WARNING_HEADER]: items.join(", ") } };
}
