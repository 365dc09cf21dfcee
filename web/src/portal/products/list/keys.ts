import { keyTable } from "../../../ui/keys/key-table.ts";

/** The keys of the list. */
export const LIST_KEYS = keyTable({
  create: { keys: "n", words: { "pt-BR": "novo produto", en: "new product" } },
  search: { keys: "/", words: { "pt-BR": "procurar", en: "search" } },
  edit: { keys: "e", words: { "pt-BR": "mudar preço ou estoque dos marcados", en: "change price or stock of the marked ones" } },
});
