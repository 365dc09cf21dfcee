import type { Api, Operation, ReplyRow } from "./operation.ts";
import type { ErrorRow } from "./errors.ts";
import { httpErrors } from "../http/errors.ts";
import { onceErrors } from "../idempotency/errors.ts";
import { parametersIn } from "./openapi/parameters.ts";
import type { TSchema } from "./schema.ts";
import { shapesOfDocument, type Shapes } from "./openapi/shapes.ts";

/** What a document says beside its operations. */
export interface DocumentFacts {
  readonly api: Api;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  /** Refusals of the doors, by audience. */
  readonly doorRefusals: readonly ErrorRow[];
}

const ErrorSchema = {
  type: "object",
  required: ["type", "description", "notifications", "details", "requestId", "links"],
  properties: {
    type: { type: "string", examples: ["Bad_Request_Error"] },
    description: { type: "string" },
    notifications: { type: "array", items: { type: "string" }, description: "Uma frase por item que falhou" },
    details: {
      type: "array",
      items: {
        type: "object",
        required: ["code", "pointer", "message"],
        properties: {
          code: { type: "string" },
          pointer: { type: "string", description: "JSON Pointer no corpo, ou path.<nome>, query.<nome>, header.<nome>" },
          message: { type: "string" },
          received: {},
          allowed: {},
          suggestions: { type: "array", items: { type: "string" } },
          current: { description: "O que está registrado, quando a recusa trata disso" },
        },
      },
    },
    actions: {
      type: "array",
      description: "O que dá para pedir agora do recurso, quando um movimento foi recusado: href, ou o que impede",
      items: {
        type: "object",
        required: ["rel"],
        properties: {
          rel: { type: "string" },
          href: { type: "string" },
          blockedBy: {
            type: "object",
            required: ["code", "message"],
            properties: { code: { type: "string" }, message: { type: "string" }, current: {} },
          },
        },
      },
    },
    requestId: { type: "string" },
    links: { type: "array", items: { type: "object", properties: { rel: { type: "string" }, href: { type: "string" } } } },
  },
};

const HEADERS = {
  "X-Request-Id": { description: "Identificador da requisição", schema: { type: "string" } },
  RateLimit: { description: "Chamadas restantes na cota", schema: { type: "string" } },
  "RateLimit-Policy": { description: "Cota da credencial", schema: { type: "string" } },
  "Cache-Control": {
    description: "no-store onde há dados pessoais ou um segredo, e em toda recusa; senão private, no-cache",
    schema: { type: "string" },
  },
  "Vitrine-Warning": {
    required: false,
    description:
      'O que a chamada enviou e foi ignorado, quando houve algo: uma lista (RFC 9651), por exemplo parameter_unknown;parameter="status";nearest="orderStatus"',
    schema: { type: "string" },
  },
};

const SECURITY: Readonly<Record<string, object>> = {
  client_id: { type: "apiKey", in: "header", name: "client_id", description: "Token da aplicação" },
  access_token: { type: "apiKey", in: "header", name: "access_token", description: "Token de acesso" },
  operatorKey: { type: "http", scheme: "bearer", description: "Chave de operador" },
};

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "A mesma chave com a mesma requisição responde, por 24 h, o que foi respondido da primeira vez",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

/** Whether calls of an operation may carry an Idempotency-Key (decisions 1.13). */
const isKeyed = ({ method, audience }: Operation): boolean =>
  audience !== "public" && (method === "POST" || method === "PUT" || method === "PATCH");

/** The statuses an operation may be refused with: its own rows, the doors', and what any request may meet. */
export function refusalStatuses(operation: Operation, doorRefusals: readonly ErrorRow[]): readonly number[] {
  const { not_acceptable, unexpected, overloaded, payload_too_large, unsupported_media_type, request_timeout, request_malformed } =
    httpErrors;
  const rows = [
    not_acceptable,
    unexpected,
    overloaded,
    ...(operation.audience === "public" ? [] : doorRefusals),
    ...(operation.refuses ?? []),
  ];
  if (operation.elsewhere) rows.push(operation.elsewhere.row);
  if (isKeyed(operation)) rows.push(...onceErrors.codes.map((code) => onceErrors[code]));
  if (operation.body) rows.push(payload_too_large, unsupported_media_type, request_timeout, request_malformed);
  if (operation.query || operation.parameters || operation.headers) rows.push(request_malformed);
  return [...new Set(rows.map((row) => row.status))].sort((a, b) => a - b);
}

/** An OpenAPI 3.1 document of the operations of one API, printed from their contract rows. */
export function openApiDocument(operations: readonly Operation[], facts: DocumentFacts): object {
  const own = operations.filter((operation) => operation.api === facts.api);
  const shapes = shapesOfDocument();
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of own) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationObject(operation, facts.doorRefusals, shapes);
  }
  const schemes = facts.api === "operator" ? ["operatorKey"] : ["client_id", "access_token"];
  return {
    openapi: "3.1.0",
    info: {
      title: facts.title,
      version: facts.version,
      description: `${facts.description} ${NUMBERS}`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: facts.servers,
    security: [Object.fromEntries(schemes.map((name) => [name, []]))],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: Object.fromEntries(schemes.map((name) => [name, SECURITY[name]])),
      schemas: { Error: ErrorSchema, ...shapes.named() },
      responses: refusalResponses(own, facts.doorRefusals),
      headers: HEADERS,
    },
  };
}

/** What every document says of the numbers of bodies; each of them says it too, by `x-also`. */
const NUMBERS = 'Nos corpos, números também podem vir como textos: "25", "12.50".';

function operationObject(operation: Operation, doorRefusals: readonly ErrorRow[], shapes: Shapes): object {
  const replies = Object.entries(operation.replies).map(([status, reply]) => [
    status,
    {
      description: reply.description,
      headers: {
        ...headerReferences(),
        ...Object.fromEntries(
          Object.entries(reply.headers ?? {}).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
        ),
      },
      ...contentOf(reply, shapes),
    },
  ]);
  const refusals = refusalStatuses(operation, doorRefusals)
    .filter((status) => !(String(status) in operation.replies))
    .map((status) => [String(status), { $ref: `#/components/responses/${refusalName(status)}` }]);
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    ...(operation.environments ? { "x-environments": operation.environments } : {}),
    "x-permission": operation.permission,
    parameters: [
      ...parametersIn("path", operation.parameters, shapes),
      ...parametersIn("query", operation.query, shapes),
      ...parametersIn("header", operation.headers, shapes),
      ...(isKeyed(operation) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(operation.audience === "public" ? { security: [] } : {}),
    ...(operation.body
      ? {
          requestBody: {
            // No body at all is {}.
            required: requiredIn(operation.body).length > 0,
            content: {
              "application/json": {
                schema: shapes.print(operation.body, "sent"),
                ...(operation.bodyExample === undefined ? {} : { example: operation.bodyExample }),
              },
            },
          },
        }
      : {}),
    responses: Object.fromEntries([...replies, ...refusals].sort(([a], [b]) => Number(a) - Number(b))),
  };
}

const requiredIn = (schema: TSchema) => (schema as { readonly required?: readonly string[] }).required ?? [];

/** JSON 2020-12 has no bytes; tools that make clients know them by this name. */
const BYTES = { type: "string", format: "binary" };

function contentOf({ schema, mediaType }: ReplyRow, shapes: Shapes): object {
  if (mediaType !== undefined) return { content: { [mediaType]: { schema: BYTES } } };
  return schema ? { content: { "application/json": { schema: shapes.print(schema, "answered") } } } : {};
}

const refusalName = (status: number) => `Refusal${status}`;

/** One response per status that any operation of the document may refuse with. */
function refusalResponses(operations: readonly Operation[], doorRefusals: readonly ErrorRow[]): object {
  const statuses = new Set(operations.flatMap((operation) => refusalStatuses(operation, doorRefusals)));
  return Object.fromEntries(
    [...statuses]
      .sort((a, b) => a - b)
      .map((status) => [
        refusalName(status),
        {
          description: REFUSAL_WORDS[status] ?? "Recusa",
          headers: headerReferences(),
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      ]),
  );
}

const headerReferences = () => Object.fromEntries(Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const REFUSAL_WORDS: Readonly<Record<number, string>> = {
  304: "Não mudou",
  400: "Conteúdo ou parâmetro recusado",
  401: "Credencial ausente ou inválida",
  403: "Sem permissão",
  404: "Não encontrado",
  406: "Accept exclui JSON",
  408: "A requisição não chegou a tempo",
  409: "Já registrado",
  412: "If-Match não é o que está registrado",
  413: "Corpo grande demais",
  415: "Content-Type errado",
  422: "Regra de negócio",
  429: "Cota usada",
  500: "Erro inesperado",
  503: "Sobrecarga ou indisponibilidade; veja Retry-After",
};
