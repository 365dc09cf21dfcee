import { operation } from "../platform/contract/operation.ts";
import { integer, links, shape, text } from "../platform/contract/schema.ts";
import { sellerErrors } from "../sellers/index.ts";
import { sandboxErrors } from "./errors.ts";

export const createSandboxCredential = operation({
  api: "v1",
  audience: "public",
  permission: "any",
  confidential: true,
  environments: ["sandbox"],
  id: "createSandboxCredential",
  method: "POST",
  path: "/api/v1/sandbox/credentials",
  summary: "Cria um lojista de teste com sua credencial; o token aparece só nesta resposta",
  description: "Sem credencial: é por aqui que uma integração começa. Só existe no sandbox, e poucas vezes por hora e endereço.",
  body: shape("SandboxCredentialBody", { name: text({ minLength: 1, maxLength: 200, pattern: "^[^\\p{Cc}]*[^\\p{Cc}\\s][^\\p{Cc}]*$" }) }),
  bodyExample: { name: "Hub Integra" },
  replies: {
    201: {
      description: "O lojista e a credencial, com accessToken",
      schema: shape("SandboxCredential", {
        sellerId: integer(),
        name: text(),
        clientId: text(),
        accessToken: text({ secret: true }),
        links,
      }),
      headers: { Location: "Onde a credencial vê suas validações técnicas" },
    },
  },
  refuses: [sandboxErrors.self_service_exhausted, sellerErrors.address_quota_exceeded],
});
