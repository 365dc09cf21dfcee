import type { Api, HeaderRow, Operation } from "../operation.ts";
import { definedKeywords, type JsonObject } from "./schema-types.ts";

/** Headers that any answer may have, each with the name of its component (`part`); `only` in the document that it is told in. */
const HEADERS: Readonly<Record<string, { readonly part: string; readonly only?: Api; readonly header: JsonObject }>> = {
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
    header: occasional(
      "O que a chamada enviou e foi ignorado, ou vai deixar de valer, quando houve algo: uma lista (RFC 9651).",
      'parameter_unknown;parameter="status";nearest="orderStatus"',
    ),
  },
  "Vitrine-Fault": {
    part: "Fault",
    header: occasional("No sandbox, o que uma falha planejada fez à resposta, quando a atingiu.", "status=429"),
  },
  "Idempotent-Replayed": {
    part: "Replayed",
    header: occasional("`true` quando a resposta é a da primeira chamada com a mesma `Idempotency-Key`.", "true"),
  },
  "Credential-Expires": {
    part: "Expires",
    header: occasional("Quando a credencial da chamada vence, quando faltam 14 dias ou menos.", "2026-12-08T12:00:00Z"),
  },
  Deprecation: {
    part: "Deprecation",
    header: occasional("Desde quando a operação está marcada para sair, quando está (RFC 9745).", "@1795186800"),
  },
  Sunset: {
    part: "Sunset",
    header: occasional("A partir de quando a operação pode sair, quando está marcada (RFC 8594).", "Tue, 08 Dec 2026 12:00:00 GMT"),
  },
  "Set-Cookie": {
    part: "Session",
    only: "portal",
    header: occasional(
      "O cookie que substitui o da chamada depois de uma mudança de direitos, ou apaga o de uma sessão que terminou.",
      "vitrine_session=…; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax",
    ),
  },
  Link: {
    part: "Link",
    header: occasional(
      "O guia do que muda, quando algo que a chamada usa está marcado para sair (RFC 8288).",
      '</docs/contract.md>; rel="deprecation"; type="text/markdown"',
    ),
  },
};

/** The language of a refusal's texts. */
const LANGUAGE = { part: "Language", header: header("O idioma dos textos da recusa: `pt-BR` ou `en`.", "pt-BR") };

/** The header that says when to repeat a refused call. Refusals with a status in `LATER` may have it. */
const RETRY_AFTER: JsonObject = { "Retry-After": occasional("Segundos até repetir.", 1, "integer") };
const LATER: ReadonlySet<number> = new Set([409, 429, 503]);

const headersOf = (api: Api) => Object.entries(HEADERS).filter(([, { only = api }]) => only === api);
/** References to the components of `HEADERS`. */
const references = (api: Api): JsonObject =>
  Object.fromEntries(headersOf(api).map(([name, { part }]) => [name, { $ref: `#/components/headers/${part}` }]));

/** The components for `HEADERS` and `LANGUAGE`. */
export const headerComponents = (api: Api): JsonObject =>
  Object.fromEntries([...headersOf(api).map(([, row]) => row), LANGUAGE].map(({ part, header: shown }) => [part, shown]));

/** The headers of a refusal. */
export const refusalHeaders = (api: Api, status: number): JsonObject => ({
  ...references(api),
  "Content-Language": { $ref: `#/components/headers/${LANGUAGE.part}` },
  ...(LATER.has(status) ? RETRY_AFTER : {}),
});

/** The headers of an answer: those of `HEADERS` and its own. A 304 has the ETag of the 200 that it stands for. */
export function replyHeaders({ api, replies }: Pick<Operation, "api" | "replies">, status: number): JsonObject {
  const tag = status === 304 ? definedKeywords({ ETag: replies[200]?.headers?.["ETag"] }) : {};
  const own = { ...tag, ...replies[status]?.headers };
  const printed = Object.entries(own).map(([name, row]) => [name, ownHeader(row as HeaderRow)]);
  return { ...references(api), ...Object.fromEntries(printed) };
}

const ownHeader = ({ description, example, occasional: isOccasional }: HeaderRow): JsonObject =>
  isOccasional ? occasional(description, example) : header(description, example);

/** A header that only some of the answers have. */
function occasional(description: string, example: string | number, type?: string): JsonObject {
  return { required: false, ...header(description, example, type) };
}

function header(description: string, example: string | number, type = "string"): JsonObject {
  return { description, schema: { type }, example };
}
