import type { Operation } from "../platform/contract.ts";
import type { Lang } from "../platform/errors.ts";
import { unknownParameters, warningText, type Warning } from "../platform/warnings.ts";
import { namesIn } from "./mask.ts";
import type { RequestRow } from "./queries.ts";

/** What a call sent that was ignored, from what is kept of it; an operation that is no more is not known to have ignored anything. */
export function warningsOf({ target }: RequestRow, operation: Operation | undefined, lang: Lang): readonly Warning[] {
  return operation === undefined ? [] : inQuery(target, operation, lang);
}

const inQuery = (target: string, { query }: Operation, lang: Lang): readonly Warning[] =>
  unknownParameters(namesIn(target), query).map(({ parameter, suggestions }) => ({
    code: "parameter_unknown",
    parameter,
    message: warningText("parameter_unknown", { parameter }, suggestions, lang),
    suggestions,
  }));
