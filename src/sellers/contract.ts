import { operation } from "../platform/contract.ts";
import { dateTime, flag, integer, list, oneOfWords, optional, record, text } from "../platform/schema.ts";
import { sellerErrors } from "./errors.ts";
import { ROLES, SCOPES } from "./identity.ts";

const links = list(record({ rel: text(), href: text() }));
const sellerId = integer({ minimum: 1, description: "Identificador do lojista" });
const name = text({ minLength: 1, maxLength: 200, pattern: "^[^\\p{Cc}]*$" });

const Seller = record({ sellerId, name, status: oneOfWords(["active", "suspended"]), createdAt: text(), links });
const Credential = record({
  id: text(),
  clientId: text(),
  name,
  scopes: list(oneOfWords(SCOPES)),
  plan: optional(integer()),
  separatePriceAndStock: flag(),
  createdAt: text(),
  expiresAt: optional(text()),
  revokedAt: optional(text()),
  lastUsedAt: optional(text()),
  links,
});
/** Plans are calls per minute (decisions 6). */
const plan = integer({ minimum: 1, maximum: 10_000_000, description: "Chamadas por minuto (planos 50, 100 e 250)" });
const page = { page: integer({ minimum: 0, default: 0 }), size: integer({ minimum: 1, maximum: 100, default: 20 }) };
const paging = record({ page: optional(page.page), size: optional(page.size) });
const paged = (item: ReturnType<typeof record>) =>
  record({ items: list(item), page: integer(), size: integer(), total: integer(), totalPages: integer(), links });

const administration = { api: "operator", audience: "operator", permission: ["integration"] } as const;
const ofSeller = record({ sellerId });

export const createSeller = operation({
  ...administration,
  id: "createSeller",
  method: "POST",
  path: "/operator/v1/sellers",
  summary: "Cria um lojista",
  body: record({ name }),
  bodyExample: { name: "Loja Aurora" },
  replies: { 201: { description: "O lojista criado", schema: Seller, headers: { Location: "Endereço do lojista" } } },
});
export const listSellers = operation({
  ...administration,
  id: "listSellers",
  method: "GET",
  path: "/operator/v1/sellers",
  summary: "Lista os lojistas",
  query: paging,
  replies: { 200: { description: "Uma página de lojistas", schema: paged(Seller) }, 204: { description: "Nenhum lojista na página" } },
});
export const getSeller = operation({
  ...administration,
  id: "getSeller",
  method: "GET",
  path: "/operator/v1/sellers/{sellerId}",
  summary: "Consulta um lojista",
  parameters: ofSeller,
  replies: { 200: { description: "O lojista", schema: Seller } },
  refuses: [sellerErrors.seller_unknown],
});
export const changeSeller = operation({
  ...administration,
  id: "changeSeller",
  method: "PATCH",
  path: "/operator/v1/sellers/{sellerId}",
  summary: "Altera o nome ou suspende e reativa um lojista",
  parameters: ofSeller,
  body: record({ name: optional(name), status: optional(oneOfWords(["active", "suspended"], { ignoreCase: true })) }),
  bodyExample: { status: "active" },
  replies: { 200: { description: "O lojista alterado", schema: Seller } },
  refuses: [sellerErrors.seller_unknown],
});

export const createCredential = operation({
  ...administration,
  id: "createCredential",
  method: "POST",
  path: "/operator/v1/sellers/{sellerId}/credentials",
  summary: "Emite uma credencial; o token aparece só nesta resposta",
  parameters: ofSeller,
  body: record({
    name,
    clientId: optional(text({ maxLength: 100, description: "Aplicação existente; ausente = uma nova aplicação" })),
    scopes: optional(list(oneOfWords(SCOPES, { ignoreCase: true }), { minItems: 1, maxItems: SCOPES.length })),
    plan: optional(plan),
    expiresAt: optional(dateTime({ epoch: true })),
    separatePriceAndStock: optional(flag()),
  }),
  bodyExample: { name: "integração principal", scopes: ["products", "lookups"] },
  replies: {
    201: {
      description: "A credencial, com accessToken",
      schema: record({
        id: text(),
        clientId: text(),
        accessToken: text(),
        name,
        scopes: list(oneOfWords(SCOPES)),
        createdAt: text(),
        links,
      }),
      headers: { Location: "Endereço da credencial" },
    },
  },
  refuses: [sellerErrors.seller_unknown, sellerErrors.application_unknown],
});
export const listCredentials = operation({
  ...administration,
  id: "listCredentials",
  method: "GET",
  path: "/operator/v1/sellers/{sellerId}/credentials",
  summary: "Lista as credenciais de um lojista, sem tokens",
  parameters: ofSeller,
  replies: { 200: { description: "As credenciais", schema: record({ items: list(Credential), links }) } },
  refuses: [sellerErrors.seller_unknown],
});
export const revokeCredential = operation({
  ...administration,
  id: "revokeCredential",
  method: "DELETE",
  path: "/operator/v1/sellers/{sellerId}/credentials/{credentialId}",
  summary: "Revoga uma credencial em todos os processos em até 5 s",
  parameters: record({ sellerId, credentialId: text({ maxLength: 100 }) }),
  replies: { 200: { description: "A credencial revogada", schema: record({ id: text(), revokedAt: text() }) } },
  refuses: [sellerErrors.credential_unknown],
});

const Application = record({ clientId: text(), name, createdAt: text(), credentials: integer() });
export const createApplication = operation({
  ...administration,
  id: "createApplication",
  method: "POST",
  path: "/operator/v1/applications",
  summary: "Cria uma aplicação (client_id) que pode atender vários lojistas",
  body: record({ name }),
  bodyExample: { name: "Hub Integra" },
  replies: { 201: { description: "A aplicação", schema: Application, headers: { Location: "Endereço da aplicação" } } },
});
export const listApplications = operation({
  ...administration,
  id: "listApplications",
  method: "GET",
  path: "/operator/v1/applications",
  summary: "Lista as aplicações",
  replies: { 200: { description: "As aplicações", schema: record({ items: list(Application), links }) } },
});

const OperatorKey = record({ id: text(), role: oneOfWords(ROLES), name, createdAt: text(), revokedAt: optional(text()) });
export const createOperatorKey = operation({
  ...administration,
  permission: [],
  id: "createOperatorKey",
  method: "POST",
  path: "/operator/v1/operator-keys",
  summary: "Emite uma chave de operador; ela aparece só nesta resposta",
  body: record({ role: oneOfWords(ROLES, { ignoreCase: true }), name: optional(name) }),
  bodyExample: { role: "catalog", name: "equipe de catálogo" },
  replies: {
    201: {
      description: "A chave",
      schema: record({ id: text(), operatorKey: text(), role: oneOfWords(ROLES), name, createdAt: text() }),
      headers: { Location: "Endereço da chave" },
    },
  },
});
export const listOperatorKeys = operation({
  ...administration,
  permission: [],
  id: "listOperatorKeys",
  method: "GET",
  path: "/operator/v1/operator-keys",
  summary: "Lista as chaves de operador, sem segredos",
  replies: { 200: { description: "As chaves", schema: record({ items: list(OperatorKey), links }) } },
});
export const revokeOperatorKey = operation({
  ...administration,
  permission: [],
  id: "revokeOperatorKey",
  method: "DELETE",
  path: "/operator/v1/operator-keys/{keyId}",
  summary: "Revoga uma chave de operador",
  parameters: record({ keyId: text({ maxLength: 100 }) }),
  replies: { 200: { description: "A chave revogada", schema: record({ id: text(), revokedAt: text() }) } },
  refuses: [sellerErrors.operator_key_unknown],
});

const Audit = record({
  auditId: integer(),
  date: text(),
  actor: text(),
  role: text(),
  operation: text(),
  target: text(),
  status: integer(),
  requestId: text(),
  change: optional(text()),
});
export const listAudit = operation({
  ...administration,
  permission: ["support"],
  id: "listAudit",
  method: "GET",
  path: "/operator/v1/audit",
  summary: "Lê o registro de auditoria, do mais novo ao mais antigo",
  query: record({
    before: optional(integer({ minimum: 1, description: "Só registros anteriores a este auditId" })),
    size: optional(page.size),
  }),
  replies: { 200: { description: "Os registros", schema: record({ items: list(Audit), links }) }, 204: { description: "Nenhum registro" } },
});
