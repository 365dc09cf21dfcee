import { catalogContract } from "../catalog/index.ts";
import { changeFeedContract } from "../change-feed/index.ts";
import { notificationsContract } from "../notifications/index.ts";
import { orderListContract } from "../orders/index.ts";
import { stockContract } from "../stock/index.ts";
import type { NumberRow } from "./number-row.ts";

/** The numbers of a seller's home screen. A caller sees those whose list it may read. */
export const SELLER_NUMBERS = [
  {
    name: "orders_to_invoice",
    meaning: { "pt-BR": "Pedidos a faturar.", en: "Orders to invoice." },
    list: orderListContract.listOrders,
    query: { nextMove: "invoiced" },
  },
  {
    name: "orders_to_ship",
    meaning: { "pt-BR": "Pedidos a enviar.", en: "Orders to ship." },
    list: orderListContract.listOrders,
    query: { nextMove: "shipped" },
  },
  {
    name: "orders_to_deliver",
    meaning: { "pt-BR": "Pedidos cuja entrega falta informar.", en: "Orders whose delivery is to be reported." },
    list: orderListContract.listOrders,
    query: { nextMove: "delivered" },
  },
  {
    name: "orders_to_check_in",
    meaning: { "pt-BR": "Trocas cuja devolução falta confirmar.", en: "Exchanges whose return is to be confirmed." },
    list: orderListContract.listOrders,
    query: { nextMove: "check-in" },
  },
  {
    name: "orders_late",
    meaning: {
      "pt-BR": "Pedidos com uma entrega paga que já devia ter chegado.",
      en: "Orders with a shipping that is paid for and should have arrived.",
    },
    list: orderListContract.listOrders,
    query: { late: "true" },
  },
  {
    name: "products_criticized",
    meaning: { "pt-BR": "Produtos em Criticado.", en: "Products in Criticado." },
    list: catalogContract.listProducts,
    query: { status: "Criticado" },
  },
  {
    name: "stocks_unavailable",
    meaning: { "pt-BR": "Produtos com estoque registrado e nada à venda.", en: "Products with a stock and nothing for sale." },
    list: stockContract.listStocks,
    query: { filter: "unavailable" },
  },
  {
    name: "stocks_negative",
    meaning: { "pt-BR": "Destes, os prometidos além do estoque.", en: "Of these, the ones promised beyond their stock." },
    list: stockContract.listStocks,
    query: { filter: "negative" },
  },
  {
    name: "stocks_double_counted",
    meaning: {
      "pt-BR": "Estoques cujo último envio parece já descontar as reservas.",
      en: "Stocks whose last quantity seems to subtract the reservations already.",
    },
    list: stockContract.listStocks,
    query: { filter: "double-count" },
  },
  {
    name: "endpoints_failing",
    meaning: { "pt-BR": "Endereços ligados a que nada é entregue.", en: "Enabled endpoints to which nothing is delivered." },
    list: notificationsContract.listNotificationEndpoints,
    query: { health: "failing" },
  },
  {
    name: "endpoints_disabled",
    meaning: { "pt-BR": "Endereços desativados por falhas.", en: "Endpoints that were disabled because they failed." },
    list: notificationsContract.listNotificationEndpoints,
    query: { health: "disabled" },
  },
  {
    name: "changes_upcoming",
    meaning: {
      "pt-BR": "Mudanças anunciadas que ainda vão valer e atingem o lojista.",
      en: "Announced changes that are still to take effect and concern the seller.",
    },
    list: changeFeedContract.listChanges,
    query: { upcoming: "true" },
  },
] as const satisfies readonly NumberRow[];

export type SellerNumber = (typeof SELLER_NUMBERS)[number]["name"];
