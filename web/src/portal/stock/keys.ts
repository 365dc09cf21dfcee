import { keyTable } from "../../ui/keys/key-table.ts";

/** The keys of the screen, beside those of the sheet. */
export const STOCK_KEYS = keyTable({
  save: { keys: "mod+s", words: { "pt-BR": "gravar as alterações", en: "save the changes" } },
  why: { keys: "alt+p", words: { "pt-BR": "por que este número?", en: "why this number?" } },
  next: { keys: "alt+n", words: { "pt-BR": "próximo problema", en: "next problem" } },
});
