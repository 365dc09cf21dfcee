import type { ReplyRow } from "../operation.ts";
import type { JsonObject } from "./schema-types.ts";

/** Headers that any answer may have, each with the name of its component (`part`). */
const HEADERS: Readonly<Record<string, { readonly part: string; readonly header: JsonObject }>> = {
  "X-Request-Id": {
    part: "RequestId",
    header: header("Identificador da requisição: o que você enviou, ou um novo.", "5b0c9a4e-2f71-4d0b-9c3e-100000000a2f"),
  },
  RateLimit: {
    part: "RateLimit",
    header: header(
      "A faixa da cota que a chamada usou, o que resta dela e em quantos segundos volta a estar inteira.",
      '"default";r=249;t=1',
    ),
  },
  "RateLimit-Policy": {
    part: "Policy",
    header: header("As faixas da cota da credencial, em chamadas por 60 s.", '"default";q=250;w=60, "orders";q=250;w=60'),
  },
  "Cache-Control": {
    part: "Caching",
    header: header("`no-store` onde há dados pessoais ou um segredo, e em toda recusa; senão `private, no-cache`.", "private, no-cache"),
  },
  "Vitrine-Warning": {
    part: "Warning",
    header: {
      required: false,
      ...header(
        "O que a chamada enviou e foi ignorado, ou vai deixar de valer, quando houve algo: uma lista (RFC 9651).",
        'parameter_unknown;parameter="status";nearest="orderStatus"',
      ),
    },
  },
};

/** The header that says when to repeat a refused call. Refusals with a status in `LATER` may have it. */
const RETRY_AFTER: JsonObject = { "Retry-After": { required: false, ...header("Segundos até repetir.", 1, "integer") } };
const LATER: ReadonlySet<number> = new Set([409, 429, 503]);

/** References to the components of `HEADERS`. */
const references = (): JsonObject =>
  Object.fromEntries(Object.entries(HEADERS).map(([name, { part }]) => [name, { $ref: `#/components/headers/${part}` }]));

/** The components for `HEADERS`. */
export const headerComponents = (): JsonObject =>
  Object.fromEntries(Object.values(HEADERS).map(({ part, header: shown }) => [part, shown]));

/** The headers of a refusal. */
export const refusalHeaders = (status: number): JsonObject => ({ ...references(), ...(LATER.has(status) ? RETRY_AFTER : {}) });

/** The headers of an answer: those of `HEADERS` and its own. */
export const replyHeaders = ({ headers = {} }: ReplyRow): JsonObject => ({
  ...references(),
  ...Object.fromEntries(Object.entries(headers).map(([name, { description, example }]) => [name, header(description, example)])),
});

function header(description: string, example: string | number, type = "string"): JsonObject {
  return { description, schema: { type }, example };
}
