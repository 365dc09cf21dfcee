import { keyTable } from "../../ui/keys/key-table.ts";

/** The keys of the list of orders. The table's own keys are the arrows, Enter, and x or Space, which selects. */
export const ORDERS_KEYS = keyTable({
  search: { keys: "/", words: { "pt-BR": "procurar", en: "search" } },
  print: { keys: "p", words: { "pt-BR": "imprimir a separação", en: "print the picking lists" } },
  selectAll: { keys: "a", words: { "pt-BR": "selecionar todos os mostrados, ou nenhum", en: "select all that are shown, or none" } },
});
