import { keyTable } from "../../ui/keys/key-table.ts";

/** The keys of the risk desk. */
export const RISK_KEYS = keyTable({
  next: { keys: "j", words: { "pt-BR": "próximo pedido", en: "next order" } },
  previous: { keys: "k", words: { "pt-BR": "pedido anterior", en: "previous order" } },
  release: { keys: "l", words: { "pt-BR": "liberar", en: "release" } },
  refuse: { keys: "r", words: { "pt-BR": "recusar", en: "refuse" } },
  withdraw: { keys: "w", words: { "pt-BR": "retirar a proposta", en: "withdraw the proposal" } },
  open: { keys: "o", words: { "pt-BR": "abrir o pedido", en: "open the order" } },
});
