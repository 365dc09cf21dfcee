import type { Texts } from "../platform/contract/errors.ts";

/** Why there was no answer to a notification, and what each word means. Networks and names have one for all reasons, so that nobody learns of them by it. */
export const TROUBLES = {
  unreachable: { "pt-BR": "o endereço não respondeu ou não foi alcançado", en: "the address did not answer or was not reached" },
  address_refused: {
    "pt-BR":
      "nada foi enviado, porque notificações não podem ir para este endereço; o registro dele seria recusado com endpoint_address_refused",
    en: "nothing was sent, because notifications cannot go to this address; registering it would be refused with endpoint_address_refused",
  },
  "lost by a fault": { "pt-BR": "uma falha de propósito a perdeu", en: "a fault on purpose lost it" },
} as const satisfies Readonly<Record<string, Texts>>;

/** Why there was no answer to a notification. */
export type Trouble = keyof typeof TROUBLES;

const rowsOf = (lang: keyof Texts): string =>
  Object.entries<Texts>(TROUBLES)
    .map(([word, meaning]) => `- \`${word}\`: ${meaning[lang]}`)
    .join("\n");

/** What documents say of the field. */
export const TROUBLE_MEANS: Texts = {
  "pt-BR": `Por que não houve resposta\n\n${rowsOf("pt-BR")}`,
  en: `Why there was no answer\n\n${rowsOf("en")}`,
};
