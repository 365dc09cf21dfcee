import { operation } from "../../platform/contract/operation.ts";
import { links, list, named, oneOfWords, optional, record, shape, text } from "../../platform/contract/schema.ts";
import { sellerErrors } from "../errors.ts";
import { administration, name } from "../fields.ts";
import { ROLES } from "../identity.ts";

const role = named("OperatorRole", oneOfWords(ROLES));
const OperatorKey = shape("OperatorKey", { id: text(), role, name, createdAt: text(), revokedAt: optional(text()) });
export const createOperatorKey = operation({
  ...administration,
  permission: [],
  id: "createOperatorKey",
  method: "POST",
  path: "/operator/v1/operator-keys",
  summary: "Emite uma chave de operador; ela aparece só nesta resposta",
  body: shape("OperatorKeyBody", { role: oneOfWords(ROLES, { ignoreCase: true }), name: optional(name) }),
  bodyExample: { role: "catalog", name: "equipe de catálogo" },
  replies: {
    201: {
      description: "A chave",
      schema: shape("IssuedOperatorKey", { id: text(), operatorKey: text({ secret: true }), role, name, createdAt: text() }),
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
  replies: { 200: { description: "As chaves", schema: shape("OperatorKeyList", { items: list(OperatorKey), links }) } },
});
export const revokeOperatorKey = operation({
  ...administration,
  permission: [],
  id: "revokeOperatorKey",
  method: "DELETE",
  path: "/operator/v1/operator-keys/{keyId}",
  summary: "Revoga uma chave de operador",
  parameters: record({ keyId: text({ maxLength: 100 }) }),
  replies: { 200: { description: "A chave revogada", schema: shape("RevokedOperatorKey", { id: text(), revokedAt: text() }) } },
  refuses: [sellerErrors.operator_key_unknown],
});
