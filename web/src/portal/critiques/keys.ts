import { keyTable } from "../../ui/keys/key-table.ts";

/** The keys of a group of critiques. Enter in a row goes into its field. */
export const CRITIQUES_KEYS = keyTable({
  suggest: { keys: "s", words: { "pt-BR": "aplicar a sugestão da linha", en: "apply the row's suggestion" } },
  suggestAll: { keys: "a", words: { "pt-BR": "aplicar todas as sugestões", en: "apply all suggestions" } },
  save: { keys: "mod+Enter", words: { "pt-BR": "salvar todas", en: "save all" } },
});
