import type { LocalizedText } from "../../platform/contract/index.ts";

/** What a list of stocks can be narrowed to. */
export const STOCK_FILTERS = ["unavailable", "negative", "double-count"] as const;
export type StockFilter = (typeof STOCK_FILTERS)[number];

/** Meaning of each filter. */
export const FILTER_MEANINGS: Readonly<Record<StockFilter, LocalizedText>> = {
  unavailable: { "pt-BR": "Nada à venda: `availableForSale` é 0 ou menos.", en: "Nothing for sale: `availableForSale` is 0 or less." },
  negative: {
    "pt-BR": "Prometido demais: `availableForSale` é menor que 0.",
    en: "Too much is promised: `availableForSale` is below 0.",
  },
  "double-count": {
    "pt-BR": "O último envio parece já descontar reservas, que ainda estão abertas: veja `doubleCount`.",
    en: "The last quantity sent seems to subtract reservations already, which are still open: see `doubleCount`.",
  },
};
