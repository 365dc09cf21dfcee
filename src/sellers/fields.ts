import { EXAMPLE_IDS, integer, text } from "../platform/contract/index.ts";

/** Seller id in paths and bodies. */
export const sellerId = integer({ minimum: 1, description: "Código do lojista.", examples: [EXAMPLE_IDS.sellerId] });

/**
 * Name of a seller, application, credential or key. It may begin with spaces, but it must contain a readable character and no control
 * characters.
 */
export const name = text({
  minLength: 1,
  maxLength: 200,
  pattern: "^\\p{Zs}*[^\\p{Cc}\\s][^\\p{Cc}]*$",
  description: "Nome, para pessoas.",
  examples: ["Loja Aurora"],
  refusal: {
    code: "name_unreadable",
    text: {
      "pt-BR": '{pointer}: veio como "{received}"; envie um nome que se possa ler, sem caracteres de controle e não só espaços.',
      en: '{pointer}: came as "{received}"; send a name that can be read, without control characters and not only spaces.',
    },
  },
});

/** Common settings of the operators' operations on sellers, credentials, operator keys and the audit log (decisions 8). */
export const ADMIN_OPERATION = { api: "operator", audience: "operator", permission: ["integration"], confidential: true } as const;
