import { EXAMPLE_IDS, links, namedObject, operation, text, textField } from "../platform/contract/index.ts";
import { sellerErrors, sellerId } from "../sellers/index.ts";
import { sandboxErrors } from "./errors.ts";

export const createSandboxCredential = operation({
  api: "v1",
  audience: "public",
  permission: "any",
  tag: "Sandbox",
  confidential: true,
  environments: ["sandbox"],
  id: "createSandboxCredential",
  method: "POST",
  path: "/api/v1/sandbox/credentials",
  summary: "Cria um lojista de teste com sua credencial; o token aparece só nesta resposta",
  description: "Sem credencial: é por aqui que uma integração começa. Só existe no sandbox, e poucas vezes por hora e endereço.",
  body: namedObject("SandboxCredentialBody", "Quem começa uma integração.", {
    name: text({
      minLength: 1,
      maxLength: 200,
      pattern: "^[^\\p{Cc}]*[^\\p{Cc}\\s][^\\p{Cc}]*$",
      description: "Nome do lojista de teste e da aplicação.",
      examples: ["Hub Integra"],
    }),
  }),
  bodyExample: { name: "Hub Integra" },
  replies: {
    201: {
      description: "O lojista e a credencial, com `accessToken`.",
      schema: namedObject("SandboxCredential", "Um lojista de teste, e a credencial para chamar por ele.", {
        sellerId,
        name: textField("Nome do lojista de teste e da aplicação.", "Hub Integra"),
        clientId: textField("Para o cabeçalho `client_id`.", EXAMPLE_IDS.client),
        accessToken: text({
          secret: true,
          description: "Para o cabeçalho `access_token`; aparece só nesta resposta.",
          examples: ["vts_0000000000000000000000000000000000000000000000000"],
        }),
        links,
      }),
      headers: { Location: { description: "Onde a credencial vê suas validações técnicas.", example: "/api/v1/technical-validations" } },
    },
  },
  refuses: [sandboxErrors.self_service_exhausted, sellerErrors.address_quota_exceeded],
});
