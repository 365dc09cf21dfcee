import { type Api, type Operation, PEOPLE_ONLY } from "./operation.ts";
import type { ErrorRow } from "./errors.ts";
import { headerComponents } from "./openapi/headers.ts";
import { operationObject, type OperationObject } from "./openapi/operations.ts";
import { refusalResponses, refusalStatuses, type RefusalExample } from "./openapi/refusals.ts";
import { createSchemaPrinter } from "./openapi/schema-printer.ts";
import { extractSharedParameters } from "./openapi/shared-parameters.ts";
import { createExampleComponents } from "./openapi/example-components.ts";
import { webhookObject, type Webhook } from "./openapi/webhooks.ts";
import type { JsonObject } from "./openapi/schema-types.ts";

/** An address at which the operations of a document are served. */
export interface Server {
  readonly url: string;
  readonly description: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

/** All parts of a document except its operations. */
export interface DocumentInfo {
  readonly api: Api;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly servers: readonly Server[];
  /** The chapters of the document: descriptions by name, in reading order. */
  readonly tags: Readonly<Record<string, string>>;
  /** The refusals of authentication. Every operation that is not public may answer with them. */
  readonly authenticationErrors: readonly ErrorRow[];
  /** The meaning of each refusal status, with an example. */
  readonly refusals: Readonly<Record<number, RefusalExample>>;
  /** The calls that the service makes to receivers. */
  readonly webhooks: readonly Webhook[];
}

/** The credential headers. A call that is not public needs all the headers of its document, so they form one requirement. */
const SECURITY: Readonly<Record<string, JsonObject>> = {
  client_id: { type: "apiKey", in: "header", name: "client_id", description: "Token da aplicação." },
  access_token: { type: "apiKey", in: "header", name: "access_token", description: "Token de acesso da aplicação a um lojista." },
  operatorKey: { type: "http", scheme: "bearer", description: "Chave de operador, com um papel." },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "vitrine_session",
    description: "A sessão de uma pessoa; em produção, `__Host-vitrine_session`. O que altera algo pede também `Vitrine-Portal: 1`.",
  },
};
/** The credentials of each document. A call needs all of them. */
const SCHEMES: Readonly<Record<Api, readonly string[]>> = {
  v1: ["client_id", "access_token"],
  v2: ["client_id", "access_token"],
  operator: ["operatorKey"],
  portal: ["session"],
};

/** Prints the OpenAPI 3.1 document of one API from the contract rows of its operations. */
export function openApiDocument(operations: readonly Operation[], facts: DocumentInfo): object {
  const own = operations.filter((operation) => operation.api === facts.api);
  const [schemas, examples] = [createSchemaPrinter(), createExampleComponents()];
  const printed = own.map((operation) =>
    operationObject(operation, { authenticationErrors: facts.authenticationErrors, schemas, examples }),
  );
  const pushed = facts.webhooks.map((one) => webhookObject(one, { schemas, examples }));
  const parameters = extractSharedParameters(
    [...printed, ...pushed].flatMap((call) => call.parameters),
    schemas.named(),
  );
  const refer = (call: OperationObject): JsonObject => ({ ...call, parameters: call.parameters.map(parameters.refer) });
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [i, { path, method }] of own.entries()) (paths[path] ??= {})[method.toLowerCase()] = refer(printed[i]!);
  const webhooks = facts.webhooks.map(({ name }, i) => [name, { post: refer(pushed[i]!) }] as const);
  const statuses = own.flatMap((operation) => refusalStatuses(operation, facts.authenticationErrors));
  const refusals = refusalResponses(facts.api, statuses, facts.refusals, schemas);
  const schemes = SCHEMES[facts.api];
  const ofPeople = own.some(({ permission }) => permission === PEOPLE_ONLY) ? ["session"] : [];
  return {
    openapi: "3.1.0",
    info: {
      title: facts.title,
      version: facts.version,
      description: facts.description,
      contact: { name: "Equipe da Vitrine" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: facts.servers,
    security: [Object.fromEntries(schemes.map((name) => [name, []]))],
    tags: Object.entries(facts.tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    ...(webhooks.length === 0 ? {} : { webhooks: Object.fromEntries(webhooks) }),
    components: {
      securitySchemes: Object.fromEntries([...schemes, ...ofPeople].map((name) => [name, SECURITY[name]])),
      parameters: parameters.parts,
      headers: headerComponents(facts.api),
      schemas: schemas.named(),
      examples: examples.named(),
      responses: refusals,
    },
  };
}
