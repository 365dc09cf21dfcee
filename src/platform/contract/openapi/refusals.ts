import { STATUS_CODES } from "node:http";
import type { Api, Operation } from "../operation.ts";
import { ErrorSchema } from "../error-shapes.ts";
import { errorBody, type ErrorRow, type Refusal } from "../errors.ts";
import { httpErrors } from "../../http/errors.ts";
import { idempotencyErrors } from "../../idempotency/errors.ts";
import { refusalHeaders } from "./headers.ts";
import type { SchemaPrinter } from "./schema-printer.ts";
import type { JsonObject } from "./schema-types.ts";

/** Whether calls of an operation may have an Idempotency-Key (decisions 1.13). */
export const acceptsIdempotencyKey = ({ method, audience, body, uploads }: Operation): boolean =>
  // A part of an upload is sent for a certain byte, so it cannot take effect twice.
  audience !== "public" &&
  audience !== "person" &&
  (body !== undefined || uploads === undefined) &&
  (method === "POST" || method === "PUT" || method === "PATCH");

/** The statuses with which an operation may be refused: its own, those of authentication, and those common to all requests. */
export function refusalStatuses(operation: Operation, authenticationErrors: readonly ErrorRow[]): readonly number[] {
  const { not_acceptable, unexpected, overloaded, payload_too_large, unsupported_media_type, request_timeout, request_malformed } =
    httpErrors;
  const rows = [
    not_acceptable,
    unexpected,
    overloaded,
    ...(operation.audience === "public" ? [] : authenticationErrors),
    ...(operation.refuses ?? []),
  ];
  if (operation.elsewhere) rows.push(operation.elsewhere.row);
  if (acceptsIdempotencyKey(operation)) rows.push(...idempotencyErrors.codes.map((code) => idempotencyErrors[code]));
  if (operation.body || operation.uploads) rows.push(payload_too_large, unsupported_media_type, request_timeout, request_malformed);
  if (operation.query || operation.parameters || operation.headers) rows.push(request_malformed);
  return [...new Set(rows.map((row) => row.status))].sort((a, b) => a - b);
}

/** The meaning of a refusal's status, with an example. */
export interface RefusalExample {
  readonly description: string;
  readonly refusal: Refusal;
}

/** The reason phrase of a status, as one word: 404 is `NotFound`. */
const nameOf = (status: number) => STATUS_CODES[status]!.replaceAll(/\W/g, "");

/** A reference to a refusal, for an operation's list of responses. */
export const refusalReference = (status: number): JsonObject => ({ $ref: `#/components/responses/${nameOf(status)}` });

const REQUEST_ID = "0f8c2d6e4b1a4c0e9d3f7a5b6c8d9e01";

/** One response for each status with which an operation of the document may be refused. Throws when a status has no example. */
export function refusalResponses(
  api: Api,
  statuses: Iterable<number>,
  examples: Readonly<Record<number, RefusalExample>>,
  schemas: SchemaPrinter,
): JsonObject {
  const schema = schemas.print(ErrorSchema, "answered");
  return Object.fromEntries(
    [...new Set(statuses)]
      .sort((a, b) => a - b)
      .map((status) => {
        const shown = examples[status];
        if (shown === undefined) throw new Error(`no example of a refusal with ${status}`);
        const example = errorBody(shown.refusal, "pt-BR", REQUEST_ID);
        return [
          nameOf(status),
          { description: shown.description, headers: refusalHeaders(api, status), content: { "application/json": { schema, example } } },
        ];
      }),
  );
}
