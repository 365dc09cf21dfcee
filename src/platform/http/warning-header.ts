import { serializeItem } from "./structured-field.ts";
import { unknownParameters } from "../contract/warnings.ts";
import type { RequestContext } from "./request-context.ts";
import type { QueryParameters } from "./request-parsing.ts";

/** Tells of what a call sent and was ignored: a List of Tokens with Parameters (RFC 9651). */
const WARNING_HEADER = "vitrine-warning";
/** Characters of a name that a header repeats. */
const LONGEST_NAME = 60;

/** Has every answer to a context that was let in name the parameters that its operation does not have, and the nearest of those it has. */
export function addUnknownParameterWarning(context: RequestContext, search: QueryParameters): void {
  const unknown = unknownParameters(Object.keys(search), context.operation!.query);
  if (unknown.length === 0) return;
  const items = unknown.map(({ parameter, suggestions: [nearest] }) =>
    serializeItem("parameter_unknown", { parameter: parameter.slice(0, LONGEST_NAME), nearest }),
  );
  const caller = context.caller!;
  context.caller = { ...caller, headers: { ...caller.headers, [WARNING_HEADER]: items.join(", ") } };
}
