import { isoDateTime } from "../platform/basics/index.ts";
import type { Deprecation, Operation } from "../platform/contract/index.ts";
import { type FieldMark, markField, type NamedSchemas, type PrintedSchema } from "./mark-field.ts";

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly $ref?: string;
}
/** A body or an answer. */
interface Message {
  readonly content?: Readonly<Record<string, { readonly schema?: PrintedSchema }>>;
}
interface PrintedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Message;
  readonly responses?: Readonly<Record<string, Message>>;
}
interface PrintedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PrintedOperation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>>; readonly schemas: NamedSchemas };
}
/** An operation after a mark, and the named schemas of its document. */
interface Marked {
  readonly operation: PrintedOperation;
  readonly named: NamedSchemas;
}

/** Marks deprecated operations, query parameters and fields in a printed document, with the date from which they may be gone. */
export function markDeprecated(document: object, operations: readonly Operation[], deprecations: readonly Deprecation[]): object {
  return deprecations.reduce<object>((marked, deprecation) => {
    const operation = operations.find(({ id }) => id === deprecation.operation);
    return operation === undefined ? marked : withMark(marked as PrintedDocument, operation, deprecation);
  }, document);
}

function withMark(document: PrintedDocument, { id, path, method }: Operation, { part, sunsetAt }: Deprecation): object {
  const [item, key] = [document.paths[path], method.toLowerCase()];
  const printed = item?.[key];
  if (item === undefined || printed === undefined) return document;
  const marks = { deprecated: true, "x-sunset": isoDateTime(sunsetAt) };
  const { components } = document;
  const { operation, named }: Marked =
    part === undefined
      ? { operation: { ...printed, ...marks }, named: components.schemas }
      : part.in === "query"
        ? { operation: markParameter(printed, document, part.name, marks), named: components.schemas }
        : markMessages({ operation: printed, named: components.schemas }, part.in, { pointer: part.pointer, operationId: id, marks });
  return {
    ...document,
    paths: { ...document.paths, [path]: { ...item, [key]: operation } },
    components: { ...components, schemas: named },
  };
}

/** A marked parameter stands alone, because other operations share the reference. */
function markParameter(operation: PrintedOperation, { components }: PrintedDocument, name: string, marks: object): PrintedOperation {
  const resolved = (one: Parameter) => (one.$ref && components.parameters[one.$ref.slice("#/components/parameters/".length)]) || one;
  const parameters = (operation.parameters ?? []).map((parameter) => {
    const whole = resolved(parameter);
    return whole.in === "query" && whole.name === name ? { ...whole, ...marks } : parameter;
  });
  return { ...operation, parameters };
}

/** Marks a field of an operation's body, or of all of its answers that have the field. */
function markMessages({ operation, named }: Marked, place: "body" | "answer", mark: FieldMark): Marked {
  let all = named;
  const markMessage = (message: Message): Message => {
    if (message.content === undefined) return message;
    const content = Object.entries(message.content).map(([type, one]) => {
      const marked = one.schema && markField(all, one.schema, mark);
      all = marked?.named ?? all;
      return [type, marked === undefined ? one : { ...one, schema: marked.schema }] as const;
    });
    return { ...message, content: Object.fromEntries(content) };
  };
  const { requestBody, responses = {} } = operation;
  if (place === "body") return { operation: { ...operation, ...(requestBody && { requestBody: markMessage(requestBody) }) }, named: all };
  const answers = Object.entries(responses).map(([status, answer]) => [status, markMessage(answer)] as const);
  return { operation: { ...operation, responses: Object.fromEntries(answers) }, named: all };
}
