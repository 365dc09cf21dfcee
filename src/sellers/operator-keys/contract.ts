import {
  dateTimeField,
  describedAs,
  enumOf,
  EXAMPLE_IDS,
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
import { ADMIN_OPERATION, name } from "../fields.ts";
import { ROLES } from "../caller-identity.ts";

const ofKeys = { ...ADMIN_OPERATION, permission: [], tag: "Chaves de operador" } as const;

const id = textField("Identificador da chave.", EXAMPLE_IDS.operatorKey);
/** A role of the marketplace's people and keys. */
export const operatorRole = named(
  "OperatorRole",
  enumOf(ROLES, {
    description: "O papel de uma chave, ou de alguém da equipe: o que pode.",
    meanings: {
      admin: "Tudo o que os outros podem, e emitir chaves.",
      catalog: "Revisar produtos, dados de referência e regras.",
      risk: "Congelar, liberar e recusar pedidos; ver clientes, com motivo.",
      orders: "Registrar compras, mover pedidos e trocas; ver clientes, com motivo.",
      fulfillment: "Inscrever produtos; faturar, enviar e entregar pelo operador.",
      integration: "Lojistas, aplicações, credenciais, validações técnicas, simuladores.",
      support: "Ler: auditoria, chamadas, eventos, entregas, saúde; sem valores.",
    },
    examples: ["catalog"],
  }),
);
const keyName = describedAs(name, { description: "Nome, para pessoas.", examples: ["equipe de catálogo"] });
const createdAt = dateTimeField("Quando foi emitida.");
const revokedAt = dateTimeField("Quando foi revogada.");

const OperatorKey = namedObject(
  "OperatorKey",
  "Uma chave de operador, sem o segredo.",
  {
    id,
    role: operatorRole,
    name: keyName,
    createdAt,
    revokedAt: optional(describedAs(revokedAt, { description: "Quando foi revogada; ausente = vale." })),
  },
  { examples: [{ revokedAt: undefined }] },
);
export const createOperatorKey = operation({
  ...ofKeys,
  id: "createOperatorKey",
  method: "POST",
  path: "/operator/v1/operator-keys",
  summary: "Emite uma chave de operador; ela aparece só nesta resposta",
  description: "Só o papel admin emite chaves. Guarde a chave: dela só fica um hash.",
  body: namedObject("OperatorKeyBody", "A chave que se quer.", { role: lenientEnum(operatorRole), name: optional(keyName) }),
  bodyExample: { role: "catalog", name: "equipe de catálogo" },
  replies: {
    201: {
      description: "A chave.",
      schema: namedObject("IssuedOperatorKey", "Uma chave de operador que acaba de ser emitida.", {
        id,
        operatorKey: text({
          secret: true,
          description: "A chave, para `Authorization: Bearer`.",
          examples: ["vto_0000000000000000000000000000000000000000000000000"],
        }),
        role: operatorRole,
        name: keyName,
        createdAt,
      }),
      headers: { Location: { description: "Endereço da chave.", example: `/operator/v1/operator-keys/${EXAMPLE_IDS.operatorKey}` } },
    },
  },
});
export const listOperatorKeys = operation({
  ...ofKeys,
  id: "listOperatorKeys",
  method: "GET",
  path: "/operator/v1/operator-keys",
  summary: "Lista as chaves de operador, sem segredos",
  description: "Todas, também as revogadas.",
  replies: {
    200: {
      description: "As chaves.",
      schema: namedObject("OperatorKeyList", "As chaves de operadores.", {
        items: list(OperatorKey, { description: "As chaves." }),
        links,
      }),
    },
  },
});
export const revokeOperatorKey = operation({
  ...ofKeys,
  id: "revokeOperatorKey",
  method: "DELETE",
  path: "/operator/v1/operator-keys/{keyId}",
  summary: "Revoga uma chave de operador",
  description: "Deixa de valer em todos os processos em até 5 s. Revogar de novo responde o mesmo.",
  parameters: object({ keyId: text({ maxLength: 100, description: "Identificador da chave.", examples: [EXAMPLE_IDS.operatorKey] }) }),
  replies: {
    200: {
      description: "A chave revogada.",
      schema: namedObject("RevokedOperatorKey", "Uma chave que já não vale.", { id, revokedAt }),
    },
  },
  refuses: [sellerErrors.operator_key_unknown],
});
