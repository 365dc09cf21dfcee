import type { TSchema } from "../schema.ts";
import { parametersIn } from "./parameters.ts";
import type { SchemaPrinter } from "./schema-printer.ts";
import type { ExampleComponents } from "./example-components.ts";
import type { OperationObject } from "./operations.ts";

/** A call that the service makes to a seller's receiver. */
export interface Webhook {
  readonly name: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The request headers, with the names that documents use. */
  readonly headers: TSchema;
  readonly body: TSchema;
  /** The meaning of each status with which the receiver may answer. */
  readonly answers: Readonly<Record<string, string>>;
}

/** Prints a webhook. Its body is printed like an answer, because the service sends it. */
export const webhookObject = (
  { name, tag, summary, description, headers, body, answers }: Webhook,
  { schemas, examples }: { readonly schemas: SchemaPrinter; readonly examples: ExampleComponents },
): OperationObject => ({
  operationId: `on${name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
  tags: [tag],
  summary,
  description,
  parameters: parametersIn("header", headers, schemas),
  security: [],
  requestBody: {
    required: true,
    content: { "application/json": { schema: schemas.print(body, "answered"), ...examples.of(body) } },
  },
  responses: Object.fromEntries(Object.entries(answers).map(([status, meaning]) => [status, { description: meaning }])),
});
