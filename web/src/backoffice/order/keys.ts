import { keyTable } from "../../ui/keys/key-table.ts";

/** The keys of an order's page. */
export const ORDER_KEYS = keyTable({
  reveal: { keys: "v", words: { "pt-BR": "ver os dados do cliente", en: "show the customer's data" } },
  print: { keys: "p", words: { "pt-BR": "imprimir o pedido", en: "print the order" } },
  moves: { keys: "m", words: { "pt-BR": "ir ao que pode ser feito agora", en: "go to what may be done now" } },
});
