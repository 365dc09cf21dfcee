import {
  bool,
  booleanField,
  dateTime,
  dateTimeField,
  describedAs,
  enumOf,
  EXAMPLE_IDS,
  extendObject,
  integer,
  lenientEnum,
  links,
  list,
  named,
  namedObject,
  object,
  operation,
  optional,
  text,
  textField,
} from "../../platform/contract/index.ts";
import { sellerErrors } from "../errors.ts";
import { ADMIN_OPERATION, name, sellerId } from "../fields.ts";
import { SCOPES } from "../caller-identity.ts";

/** Maximum length of a signed validation report, in characters. */
const MAX_REPORT_CHARS = 32_768;
const HOURS_PER_WEEK = 168;

const scope = named(
  "Scope",
  enumOf(SCOPES, {
    description: "Uma permissão: uma parte da API.",
    meanings: {
      products: "Produtos, preços e estoques.",
      orders: "Pedidos, entregas e notas.",
      lookups: "Dados de referência.",
      notifications: "Eventos e endereços de notificações; products e orders juntos bastam para o feed.",
    },
  }),
);
const scopes = list(scope, { description: "O que a credencial pode." });
/** Maximum number of calls per minute (decisions 6). */
const plan = integer({ minimum: 1, maximum: 10_000_000, description: "Chamadas por minuto (planos 50, 100 e 250).", examples: [250] });
const credentialId = text({ maxLength: 100, description: "Identificador da credencial.", examples: [EXAMPLE_IDS.credential] });
const credentialName = describedAs(name, { description: "Nome, para pessoas.", examples: ["integração principal"] });
const clientId = textField("O `client_id`: a aplicação.", EXAMPLE_IDS.client);
const createdAt = dateTimeField("Quando foi emitida.");
const expiresAt = optional(dateTimeField("Quando vence; ausente = não vence.", "2027-11-20T09:52:48.000-03:00"));
const revokedAt = dateTimeField("Quando foi revogada.");

const Credential = namedObject(
  "Credential",
  "Uma credencial, sem o token.",
  {
    id: credentialId,
    clientId,
    name: credentialName,
    scopes,
    plan: optional(describedAs(plan, { description: "Chamadas por minuto; ausente = o do ambiente." })),
    separatePriceAndStock: booleanField("POST de produto sem preço e estoque é aceito, e o produto espera pelos dois.", false),
    changeRequests: booleanField("PUT de um produto fechado pede uma mudança em vez de ser recusado.", false),
    createdAt,
    expiresAt,
    revokedAt: optional(describedAs(revokedAt, { description: "Quando foi revogada; ausente = vale." })),
    replaces: optional(textField("A credencial da qual esta é a rotação.", "crd_1Zp7VnK3sQxL8WcT5hMd")),
    lastUsedAt: optional(dateTimeField("Quando foi usada pela última vez; ausente = nunca.")),
    lastUsedFrom: optional(textField("Endereço de onde veio o último uso.", "203.0.113.7")),
    links,
  },
  { examples: [{ revokedAt: undefined, replaces: undefined }] },
);
const Issued = namedObject("IssuedCredential", "Uma credencial que acaba de ser emitida.", {
  id: credentialId,
  clientId,
  accessToken: text({
    secret: true,
    description: "O `access_token`; aparece só nesta resposta, e dele só fica um hash.",
    examples: ["vts_0000000000000000000000000000000000000000000000000"],
  }),
  name: credentialName,
  scopes,
  createdAt,
  expiresAt,
  links,
});
const Rotated = extendObject("RotatedCredential", Issued, "A sucessora de uma credencial.", {
  replaces: textField("A credencial que esta sucede.", "crd_1Zp7VnK3sQxL8WcT5hMd"),
  previousExpiresAt: dateTimeField("Até quando a anterior ainda vale.", "2026-11-21T09:52:48.000-03:00"),
});
const overlap = namedObject("RotationBody", "Como se gira uma credencial.", {
  overlapHours: optional(
    integer({
      minimum: 0,
      maximum: HOURS_PER_WEEK,
      default: 24,
      description: "Horas em que a credencial anterior ainda vale; 0 = deixa de valer já.",
      examples: [24],
    }),
  ),
});
const rotatedReply = {
  201: {
    description: "A sucessora, com `accessToken`.",
    schema: Rotated,
    headers: { Location: { description: "Endereço da credencial.", example: `/api/v1/credentials/${EXAMPLE_IDS.credential}` } },
  },
};
const revoked = namedObject("RevokedCredential", "Uma credencial que já não vale.", { id: credentialId, revokedAt });

const ofCredentials = { ...ADMIN_OPERATION, tag: "Credenciais" } as const;

export const createCredential = operation({
  ...ofCredentials,
  id: "createCredential",
  method: "POST",
  path: "/operator/v1/sellers/{sellerId}/credentials",
  summary: "Emite uma credencial; o token aparece só nesta resposta",
  description:
    "Guarde o `accessToken`: dele só fica um hash. Em produção, uma aplicação nova entra só com o relatório assinado da validação técnica.",
  parameters: object({ sellerId }),
  body: namedObject("CredentialBody", "A credencial que se quer.", {
    name: credentialName,
    clientId: optional(text({ maxLength: 100, description: "Aplicação existente; ausente = uma nova.", examples: [EXAMPLE_IDS.client] })),
    scopes: optional(list(lenientEnum(scope), { minItems: 1, maxItems: SCOPES.length, description: "O que ela pode; ausente = tudo." })),
    plan: optional(describedAs(plan, { description: "Chamadas por minuto (planos 50, 100 e 250); ausente = o do ambiente." })),
    expiresAt: optional(
      dateTime({ epoch: true, description: "Quando vence; ausente = não vence.", examples: ["2027-11-20T09:52:48-03:00"] }),
    ),
    separatePriceAndStock: optional(
      bool({
        description: "POST de produto sem preço e estoque é aceito, e o produto espera pelos dois; ausente = `false`.",
        examples: [false],
      }),
    ),
    changeRequests: optional(
      bool({
        description: "PUT de um produto fechado pede uma mudança, como com `Prefer: change-request`; ausente = `false`.",
        examples: [false],
      }),
    ),
    report: optional(
      text({
        maxLength: MAX_REPORT_CHARS,
        description: "Relatório assinado da validação técnica; produção o pede de cada nova aplicação.",
        examples: ["eyJpZCI6InR2bF8xMDAxXzNGajhSd1oyblhjNkxwVDBzUXlCIn0.assinatura"],
      }),
    ),
  }),
  bodyExample: { name: "integração principal", scopes: ["products", "lookups"] },
  replies: {
    201: {
      description: "A credencial, com `accessToken`.",
      schema: Issued,
      headers: {
        Location: { description: "Endereço da credencial.", example: `/operator/v1/sellers/1001/credentials/${EXAMPLE_IDS.credential}` },
      },
    },
  },
  refuses: [sellerErrors.seller_unknown, sellerErrors.application_unknown, sellerErrors.expiry_past],
});
export const listCredentials = operation({
  ...ofCredentials,
  id: "listCredentials",
  method: "GET",
  path: "/operator/v1/sellers/{sellerId}/credentials",
  summary: "Lista as credenciais de um lojista, sem tokens",
  description: "Todas, também as vencidas e revogadas.",
  parameters: object({ sellerId }),
  replies: {
    200: {
      description: "As credenciais.",
      schema: namedObject("CredentialList", "As credenciais de um lojista.", {
        items: list(Credential, { description: "As credenciais." }),
        links,
      }),
    },
  },
  refuses: [sellerErrors.seller_unknown],
});
export const getCredential = operation({
  ...ofCredentials,
  id: "getCredential",
  method: "GET",
  path: "/operator/v1/sellers/{sellerId}/credentials/{credentialId}",
  summary: "Mostra uma credencial, sem token",
  description: "Com quando e de onde foi usada pela última vez.",
  parameters: object({ sellerId, credentialId }),
  replies: { 200: { description: "A credencial.", schema: Credential } },
  refuses: [sellerErrors.credential_unknown],
});
export const rotateCredential = operation({
  ...ofCredentials,
  id: "rotateCredential",
  method: "POST",
  path: "/operator/v1/sellers/{sellerId}/credentials/{credentialId}/rotate",
  summary: "Emite a sucessora de uma credencial, que ainda vale por algumas horas",
  description:
    "A sucessora tem as mesmas permissões, o mesmo plano e a mesma duração. Por aplicação e lojista valem no máximo duas ao mesmo tempo.",
  parameters: object({ sellerId, credentialId }),
  body: overlap,
  bodyExample: { overlapHours: 24 },
  replies: rotatedReply,
  refuses: [sellerErrors.credential_unknown, sellerErrors.credential_ended, sellerErrors.credentials_at_most],
});
export const revokeCredential = operation({
  ...ofCredentials,
  id: "revokeCredential",
  method: "DELETE",
  path: "/operator/v1/sellers/{sellerId}/credentials/{credentialId}",
  summary: "Revoga uma credencial em todos os processos em até 5 s",
  description: "Revogar de novo responde o mesmo.",
  parameters: object({ sellerId, credentialId }),
  replies: { 200: { description: "A credencial revogada.", schema: revoked } },
  refuses: [sellerErrors.credential_unknown],
});

const ofOwnCredentials = { api: "v1", tag: "Credenciais e cota", audience: "seller", permission: "any", confidential: true } as const;
const OwnCredential = extendObject("OwnCredential", Credential, "Uma credencial da própria aplicação.", {
  current: booleanField("Se é a credencial desta chamada."),
});

export const listOwnCredentials = operation({
  ...ofOwnCredentials,
  id: "listOwnCredentials",
  method: "GET",
  path: "/api/v1/credentials",
  summary: "Lista as credenciais da própria aplicação para este lojista, sem tokens",
  description: "Todas as da aplicação para o lojista desta chamada.",
  replies: {
    200: {
      description: "As credenciais.",
      schema: namedObject("OwnCredentialList", "As credenciais da própria aplicação.", {
        items: list(OwnCredential, { description: "As credenciais." }),
        links,
      }),
    },
  },
});
export const getOwnCredential = operation({
  ...ofOwnCredentials,
  id: "getOwnCredential",
  method: "GET",
  path: "/api/v1/credentials/{credentialId}",
  summary: "Mostra uma credencial da própria aplicação para este lojista, sem token",
  description: "Com quando e de onde foi usada pela última vez.",
  parameters: object({ credentialId }),
  replies: { 200: { description: "A credencial.", schema: OwnCredential } },
  refuses: [sellerErrors.credential_unknown],
});
export const rotateOwnCredential = operation({
  ...ofOwnCredentials,
  id: "rotateOwnCredential",
  method: "POST",
  path: "/api/v1/credentials/rotate",
  summary: "Emite a sucessora da credencial desta chamada; o token aparece só nesta resposta",
  description:
    "A sucessora tem as mesmas permissões, o mesmo plano e a mesma duração. A anterior ainda vale por `overlapHours`; por aplicação e lojista valem no máximo duas ao mesmo tempo.",
  body: overlap,
  bodyExample: { overlapHours: 24 },
  replies: rotatedReply,
  refuses: [sellerErrors.credential_ended, sellerErrors.credentials_at_most],
});
export const revokeOwnCredential = operation({
  ...ofOwnCredentials,
  id: "revokeOwnCredential",
  method: "DELETE",
  path: "/api/v1/credentials/{credentialId}",
  summary: "Revoga uma credencial da própria aplicação em todos os processos em até 5 s",
  description: "Também a desta chamada. A de quem tem permissões que esta credencial não tem, só o marketplace revoga.",
  parameters: object({ credentialId }),
  replies: { 200: { description: "A credencial revogada.", schema: revoked } },
  refuses: [sellerErrors.credential_unknown, sellerErrors.scope_missing],
});

/** Operations that sellers use to change their credentials. The audit log records them, like all calls by operators. */
export const OWN_CHANGES: ReadonlySet<string> = new Set([rotateOwnCredential.id, revokeOwnCredential.id]);
