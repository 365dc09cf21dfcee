import { operation } from "../../platform/contract/operation.ts";
import {
  dateTime,
  extended,
  flag,
  integer,
  links,
  list,
  named,
  oneOfWords,
  optional,
  record,
  shape,
  text,
} from "../../platform/contract/schema.ts";
import { sellerErrors } from "../errors.ts";
import { administration, name, sellerId } from "../fields.ts";
import { SCOPES } from "../identity.ts";

/** Longest validation report that is taken: a signed checklist. */
const MAX_REPORT_CHARS = 32_768;
const HOURS_PER_WEEK = 168;

const scopes = list(named("Scope", oneOfWords(SCOPES)));
/** Plans are calls per minute (decisions 6). */
const plan = integer({ minimum: 1, maximum: 10_000_000, description: "Chamadas por minuto (planos 50, 100 e 250)" });
const credentialId = text({ maxLength: 100, description: "Identificador da credencial" });

const Credential = shape("Credential", {
  id: text(),
  clientId: text(),
  name,
  scopes,
  plan: optional(integer()),
  separatePriceAndStock: flag(),
  createdAt: text(),
  expiresAt: optional(text()),
  revokedAt: optional(text()),
  replaces: optional(text({ description: "A credencial da qual esta é a rotação" })),
  lastUsedAt: optional(text()),
  lastUsedFrom: optional(text({ description: "Endereço de onde veio o último uso" })),
  links,
});
const Issued = shape("IssuedCredential", {
  id: text(),
  clientId: text(),
  accessToken: text({ secret: true }),
  name,
  scopes,
  createdAt: text(),
  expiresAt: optional(text()),
  links,
});
const rotated = extended("RotatedCredential", Issued, {
  replaces: text(),
  previousExpiresAt: text({ description: "Até quando a anterior ainda vale" }),
});
const overlap = shape("RotationBody", {
  overlapHours: optional(
    integer({
      minimum: 0,
      maximum: HOURS_PER_WEEK,
      default: 24,
      description: "Horas em que a credencial anterior ainda vale; 0 = deixa de valer já",
    }),
  ),
});
const rotatedReply = {
  201: { description: "A sucessora, com accessToken", schema: rotated, headers: { Location: "Endereço da credencial" } },
};
const revoked = shape("RevokedCredential", { id: text(), revokedAt: text() });

export const createCredential = operation({
  ...administration,
  id: "createCredential",
  method: "POST",
  path: "/operator/v1/sellers/{sellerId}/credentials",
  summary: "Emite uma credencial; o token aparece só nesta resposta",
  parameters: record({ sellerId }),
  body: shape("CredentialBody", {
    name,
    clientId: optional(text({ maxLength: 100, description: "Aplicação existente; ausente = uma nova aplicação" })),
    scopes: optional(list(oneOfWords(SCOPES, { ignoreCase: true }), { minItems: 1, maxItems: SCOPES.length })),
    plan: optional(plan),
    expiresAt: optional(dateTime({ epoch: true })),
    separatePriceAndStock: optional(flag()),
    report: optional(
      text({
        maxLength: MAX_REPORT_CHARS,
        description: "Relatório assinado da validação técnica; produção o pede de cada nova aplicação",
      }),
    ),
  }),
  bodyExample: { name: "integração principal", scopes: ["products", "lookups"] },
  replies: {
    201: {
      description: "A credencial, com accessToken",
      schema: Issued,
      headers: { Location: "Endereço da credencial" },
    },
  },
  refuses: [sellerErrors.seller_unknown, sellerErrors.application_unknown, sellerErrors.expiry_past],
});
export const listCredentials = operation({
  ...administration,
  id: "listCredentials",
  method: "GET",
  path: "/operator/v1/sellers/{sellerId}/credentials",
  summary: "Lista as credenciais de um lojista, sem tokens",
  parameters: record({ sellerId }),
  replies: { 200: { description: "As credenciais", schema: shape("CredentialList", { items: list(Credential), links }) } },
  refuses: [sellerErrors.seller_unknown],
});
export const getCredential = operation({
  ...administration,
  id: "getCredential",
  method: "GET",
  path: "/operator/v1/sellers/{sellerId}/credentials/{credentialId}",
  summary: "Mostra uma credencial, sem token",
  parameters: record({ sellerId, credentialId }),
  replies: { 200: { description: "A credencial", schema: Credential } },
  refuses: [sellerErrors.credential_unknown],
});
export const rotateCredential = operation({
  ...administration,
  id: "rotateCredential",
  method: "POST",
  path: "/operator/v1/sellers/{sellerId}/credentials/{credentialId}/rotate",
  summary: "Emite a sucessora de uma credencial, que ainda vale por algumas horas",
  parameters: record({ sellerId, credentialId }),
  body: overlap,
  bodyExample: { overlapHours: 24 },
  replies: rotatedReply,
  refuses: [sellerErrors.credential_unknown, sellerErrors.credential_ended, sellerErrors.credentials_at_most],
});
export const revokeCredential = operation({
  ...administration,
  id: "revokeCredential",
  method: "DELETE",
  path: "/operator/v1/sellers/{sellerId}/credentials/{credentialId}",
  summary: "Revoga uma credencial em todos os processos em até 5 s",
  parameters: record({ sellerId, credentialId }),
  replies: { 200: { description: "A credencial revogada", schema: revoked } },
  refuses: [sellerErrors.credential_unknown],
});

const ownKeys = { api: "v1", audience: "seller", permission: "any", confidential: true } as const;
const ownShown = extended("OwnCredential", Credential, { current: flag({ description: "A credencial desta chamada" }) });

export const listOwnCredentials = operation({
  ...ownKeys,
  id: "listOwnCredentials",
  method: "GET",
  path: "/api/v1/credentials",
  summary: "Lista as credenciais da própria aplicação para este lojista, sem tokens",
  replies: {
    200: {
      description: "As credenciais",
      schema: shape("OwnCredentialList", { items: list(ownShown), links }),
    },
  },
});
export const getOwnCredential = operation({
  ...ownKeys,
  id: "getOwnCredential",
  method: "GET",
  path: "/api/v1/credentials/{credentialId}",
  summary: "Mostra uma credencial da própria aplicação para este lojista, sem token",
  parameters: record({ credentialId }),
  replies: { 200: { description: "A credencial", schema: ownShown } },
  refuses: [sellerErrors.credential_unknown],
});
export const rotateOwnCredential = operation({
  ...ownKeys,
  id: "rotateOwnCredential",
  method: "POST",
  path: "/api/v1/credentials/rotate",
  summary: "Emite a sucessora da credencial desta chamada; o token aparece só nesta resposta",
  description:
    "A sucessora tem as mesmas permissões, o mesmo plano e a mesma duração. A anterior ainda vale por overlapHours; por aplicação e lojista valem no máximo duas ao mesmo tempo.",
  body: overlap,
  bodyExample: { overlapHours: 24 },
  replies: rotatedReply,
  refuses: [sellerErrors.credential_ended, sellerErrors.credentials_at_most],
});
export const revokeOwnCredential = operation({
  ...ownKeys,
  id: "revokeOwnCredential",
  method: "DELETE",
  path: "/api/v1/credentials/{credentialId}",
  summary: "Revoga uma credencial da própria aplicação em todos os processos em até 5 s",
  description: "Também a desta chamada. A de quem tem permissões que esta credencial não tem, só o marketplace revoga.",
  parameters: record({ credentialId }),
  replies: { 200: { description: "A credencial revogada", schema: revoked } },
  refuses: [sellerErrors.credential_unknown, sellerErrors.scope_missing],
});

/** What sellers change of who may call for them: noted in the audit log like what operators do. */
export const OWN_CHANGES: ReadonlySet<string> = new Set([rotateOwnCredential.id, revokeOwnCredential.id]);
