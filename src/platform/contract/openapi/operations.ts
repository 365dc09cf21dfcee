import { type Operation, PEOPLE_ONLY, type ReplyRow } from "../operation.ts";
import type { ErrorRow } from "../errors.ts";
import { replyHeaders } from "./headers.ts";
import { IDEMPOTENCY_KEY, parametersIn } from "./parameters.ts";
import { acceptsIdempotencyKey, refusalReference, refusalStatuses } from "./refusals.ts";
import type { SchemaPrinter } from "./schema-printer.ts";
import type { ExampleComponents } from "./example-components.ts";
import { definedKeywords, type JsonObject } from "./schema-types.ts";

/** What is needed to print the operations of one document. */
interface Printing {
  readonly authenticationErrors: readonly ErrorRow[];
  readonly schemas: SchemaPrinter;
  readonly examples: ExampleComponents;
}

/** A printed operation or webhook. */
export interface OperationObject extends JsonObject {
  readonly parameters: readonly JsonObject[];
  readonly responses: Readonly<Record<string, JsonObject>>;
}

/** Prints an operation from its contract row. */
export function operationObject(operation: Operation, { authenticationErrors, schemas, examples }: Printing): OperationObject {
  const replies = Object.entries(operation.replies).map(([status, reply]) => [
    status,
    { description: reply.description, headers: replyHeaders(operation, Number(status)), ...contentOf(reply, schemas, examples) },
  ]);
  const refusals = refusalStatuses(operation, authenticationErrors)
    .filter((status) => !(String(status) in operation.replies))
    .map((status) => [String(status), refusalReference(status)]);
  const { id, tag, summary, description, environments, permission, audience } = operation;
  return {
    ...definedKeywords({
      operationId: id,
      tags: tag === undefined ? undefined : [tag],
      summary,
      description,
      "x-environments": environments,
      "x-permission": permission,
    }),
    parameters: [
      ...parametersIn("path", operation.parameters, schemas),
      ...parametersIn("query", operation.query, schemas),
      ...parametersIn("header", operation.headers, schemas),
      ...(acceptsIdempotencyKey(operation) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(audience === "public" ? { security: [] } : permission === PEOPLE_ONLY ? { security: [{ session: [] }] } : {}),
    ...requestBody(operation, schemas),
    responses: Object.fromEntries([...replies, ...refusals].sort(([a], [b]) => Number(a) - Number(b))) as OperationObject["responses"],
  };
}

/** Prints a request body. A missing body counts as {}, so a body is required only when one of its members is required. */
function requestBody({ body, bodyExample: example, uploads = [] }: Operation, schemas: SchemaPrinter): JsonObject {
  if (body === undefined && uploads.length === 0) return {};
  const { required = [] } = (body ?? {}) as { readonly required?: readonly string[] };
  const json = body && { "application/json": definedKeywords({ schema: schemas.print(body, "sent"), example }) };
  const content = { ...json, ...Object.fromEntries(uploads.map((mediaType) => [mediaType, { schema: BYTES }])) };
  return { requestBody: { ...(required.length > 0 || body === undefined ? { required: true } : {}), content } };
}

/** A body of bytes. JSON Schema 2020-12 has no type for bytes, but client generators support this format. */
const BYTES = { type: "string", format: "binary" };

function contentOf({ schema, mediaType, example }: ReplyRow, schemas: SchemaPrinter, examples: ExampleComponents): JsonObject {
  if (mediaType !== undefined) return { content: { [mediaType]: definedKeywords({ schema: BYTES, example }) } };
  if (schema === undefined) return {};
  return { content: { "application/json": { schema: schemas.print(schema, "answered"), ...examples.of(schema) } } };
}
