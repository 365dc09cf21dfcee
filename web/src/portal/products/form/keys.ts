import { keyTable } from "../../../ui/keys/key-table.ts";

/** The keys of a product's form. */
export const FORM_KEYS = keyTable({
  save: { keys: "mod+Enter", words: { "pt-BR": "publicar ou salvar", en: "publish or save" } },
});
