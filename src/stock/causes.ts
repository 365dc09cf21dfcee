import type { LocalizedText } from "../platform/contract/index.ts";

/** The causes that the stock ledger records, each with the sentence that explains it; `{order}` is the order's number. */
export const LEDGER_CAUSES = {
  product_created: { "pt-BR": "Estoque enviado na criação do produto.", en: "Stock sent when the product was created." },
  product_changed: { "pt-BR": "Estoque enviado em uma alteração do produto.", en: "Stock sent with a change of the product." },
  physical_set: { "pt-BR": "Estoque físico informado pelo lojista.", en: "Physical stock reported by the seller." },
  order_reserved: { "pt-BR": "O pedido {order} reservou unidades.", en: "Order {order} reserved units." },
  exchange_reserved: { "pt-BR": "A troca {order} reservou unidades.", en: "Exchange {order} reserved units." },
  order_invoiced: {
    "pt-BR": "O pedido {order} foi faturado: as unidades saíram da reserva e do estoque físico.",
    en: "Order {order} was invoiced: the units left the reservation and the physical stock.",
  },
  order_canceled: {
    "pt-BR": "O pedido {order} foi cancelado: as unidades reservadas voltaram a estar à venda.",
    en: "Order {order} was canceled: the reserved units are for sale again.",
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;
