import { isoDateTime } from "../platform/basics/index.ts";
import type { Deprecation, Operation } from "../platform/contract/index.ts";

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly $ref?: string;
}
interface PrintedOperation {
  readonly parameters?: readonly Parameter[];
}
interface PrintedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PrintedOperation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

/**
 * Marks deprecated operations and query parameters in a printed document, with the date from which they may be gone. Fields are announced by headers
 * and in the feed of changes only: their schemas are shared by operations in which they may stay.
 */
export function markDeprecated(document: object, operations: readonly Operation[], deprecations: readonly Deprecation[]): object {
  return deprecations.reduce<object>((marked, deprecation) => {
    const operation = operations.find(({ id }) => id === deprecation.operation);
    return operation === undefined ? marked : withMark(marked as PrintedDocument, operation, deprecation);
  }, document);
}

function withMark(document: PrintedDocument, { path, method }: Operation, { part, sunsetAt }: Deprecation): object {
  const [item, key] = [document.paths[path], method.toLowerCase()];
  const printed = item?.[key];
  if (item === undefined || printed === undefined || (part !== undefined && part.in !== "query")) return document;
  const mark = { deprecated: true, "x-sunset": isoDateTime(sunsetAt) };
  const marked =
    part === undefined
      ? { ...printed, ...mark }
      : {
          ...printed,
          parameters: (printed.parameters ?? []).map((parameter) => {
            const whole = resolved(parameter, document);
            return whole.in === "query" && whole.name === part.name ? { ...whole, ...mark } : parameter;
          }),
        };
  return { ...document, paths: { ...document.paths, [path]: { ...item, [key]: marked } } };
}

/** The parameter that a reference leads to. A marked one stands alone, because other operations share the reference. */
const resolved = (parameter: Parameter, { components }: PrintedDocument): Parameter =>
  parameter.$ref === undefined ? parameter : (components.parameters[parameter.$ref.slice("#/components/parameters/".length)] ?? parameter);
