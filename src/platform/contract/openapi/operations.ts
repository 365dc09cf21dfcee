import type { Operation, ReplyRow } from "../operation.ts";
import type { ErrorRow } from "../errors.ts";
import type { TSchema } from "../schema.ts";
import { replyHeaders } from "./headers.ts";
import { IDEMPOTENCY_KEY, parametersIn } from "./parameters.ts";
import { isKeyed, refusalReference, refusalStatuses } from "./refusals.ts";
import type { Shapes } from "./shapes.ts";
import type { Examples } from "./example-components.ts";
import { given, type Json } from "./schema-types.ts";

/** What an operation is printed with. */
interface Printing {
  readonly doorRefusals: readonly ErrorRow[];
  readonly shapes: Shapes;
  readonly examples: Examples;
}

/** An operation, or a webhook, of a document: it may share parts with others. */
export interface Call extends Json {
  readonly parameters: readonly Json[];
  readonly responses: Readonly<Record<string, Json>>;
}

/** An operation of a document, printed from its contract row. */
export function operationObject(operation: Operation, { doorRefusals, shapes, examples }: Printing): Call {
  const replies = Object.entries(operation.replies).map(([status, reply]) => [
    status,
    { description: reply.description, headers: replyHeaders(reply), ...contentOf(reply, shapes, examples) },
  ]);
  const refusals = refusalStatuses(operation, doorRefusals)
    .filter((status) => !(String(status) in operation.replies))
    .map((status) => [String(status), refusalReference(status)]);
  const { id, tag, summary, description, environments, permission, audience, body } = operation;
  return {
    ...given({
      operationId: id,
      tags: tag === undefined ? undefined : [tag],
      summary,
      description,
      "x-environments": environments,
      "x-permission": permission,
    }),
    parameters: [
      ...parametersIn("path", operation.parameters, shapes),
      ...parametersIn("query", operation.query, shapes),
      ...parametersIn("header", operation.headers, shapes),
      ...(isKeyed(operation) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(audience === "public" ? { security: [] } : {}),
    ...(body === undefined ? {} : { requestBody: requestBody(body, operation.bodyExample, shapes) }),
    responses: Object.fromEntries([...replies, ...refusals].sort(([a], [b]) => Number(a) - Number(b))) as Call["responses"],
  };
}

/** No body at all is {}, so it is required where something in it is. */
function requestBody(body: TSchema, example: unknown, shapes: Shapes): Json {
  const { required = [] } = body as { readonly required?: readonly string[] };
  const schema = shapes.print(body, "sent");
  return { ...(required.length > 0 ? { required: true } : {}), content: { "application/json": given({ schema, example }) } };
}

/** JSON 2020-12 has no bytes; tools that make clients know them by this name. */
const BYTES = { type: "string", format: "binary" };

function contentOf({ schema, mediaType, example }: ReplyRow, shapes: Shapes, examples: Examples): Json {
  if (mediaType !== undefined) return { content: { [mediaType]: given({ schema: BYTES, example }) } };
  if (schema === undefined) return {};
  return { content: { "application/json": { schema: shapes.print(schema, "answered"), ...examples.of(schema) } } };
}
