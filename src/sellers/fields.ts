import { DEFAULT_SIZE } from "../platform/contract/paging.ts";
import { integer, text } from "../platform/contract/schema.ts";

/** The seller that stands in an address. */
export const sellerId = integer({ minimum: 1, description: "Identificador do lojista" });

/**
 * A name of a seller, application, credential or key: spaces may stand before it, but something must stand behind them that can be
 * read.
 */
export const name = text({
  minLength: 1,
  maxLength: 200,
  pattern: "^\\p{Zs}*[^\\p{Cc}\\s][^\\p{Cc}]*$",
  refusal: {
    code: "name_unreadable",
    text: {
      "pt-BR": '{pointer}: veio como "{received}"; envie um nome que se possa ler, sem caracteres de controle e não só espaços.',
      en: '{pointer}: came as "{received}"; send a name that can be read, without control characters and not only spaces.',
    },
  },
});

/** What pages of a list are asked for with. */
export const page = { page: integer({ minimum: 0, default: 0 }), size: integer({ minimum: 1, maximum: 100, default: DEFAULT_SIZE }) };

/** Operations of the marketplace's own people on who may call (decisions 8). */
export const administration = { api: "operator", audience: "operator", permission: ["integration"], confidential: true } as const;
