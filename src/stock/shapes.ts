import { int32Field } from "../platform/contract/index.ts";

// What a stock is on the wire (seed 3.3, decisions 3).

/** The quantities of a stock. */
export const quantities = {
  available: int32Field("Quantidade física: a última enviada, menos o que foi faturado depois.", 25),
  physical: int32Field("O mesmo: unidades físicas.", 25),
  reserved: int32Field("Unidades reservadas por pedidos ainda não faturados.", 2),
  availableForSale: int32Field("Unidades à venda: physical - reserved; negativo = nada é oferecido.", 23),
};
/** The version of a stock. */
export const version = int32Field("Quantas vezes o estoque mudou; entre aspas, é sua ETag.", 7);
