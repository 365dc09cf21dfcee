import { keyTable } from "../../ui/keys/key-table.ts";

/** The keys that work on every screen. */
export const SHELL_KEYS = keyTable({
  palette: { keys: "mod+k", words: { "pt-BR": "buscar ou ir para", en: "search or go to" } },
  help: { keys: "?", words: { "pt-BR": "mostrar as teclas", en: "show the keys" } },
});
