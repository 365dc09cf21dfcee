import { businessRule, errorCatalogue } from "../../platform/contract/index.ts";

/**
 * Refusals of exchange requests. They are all reported at once, at most one per item. If there are none, the replacement items are checked;
 * they are refused for the same reasons as items of purchases (purchase/errors.ts).
 */
export const exchangeErrors = errorCatalogue({
  exchange_item_unnamed: businessRule(422, {
    "pt-BR": "O item {pointer} veio sem itemId e sem sku; diga por um deles o que volta.",
    en: "The item {pointer} came without itemId and sku; say by one of them what comes back.",
  }),
  exchange_item_unknown: businessRule(422, {
    "pt-BR": "O item {pointer} é {received}, que não está no pedido {orderNumber}; os itens dele são: {allowed}.",
    en: "The item {pointer} is {received}, which is not in order {orderNumber}; its items are: {allowed}.",
  }),
  exchange_item_not_shipped: businessRule(422, {
    "pt-BR": "O item {pointer} é de uma entrega em '{received}'; só se troca o que já foi enviado: {allowed}.",
    en: "The item {pointer} is of a shipping in '{received}'; only what was shipped is exchanged: {allowed}.",
  }),
  exchange_quantity_exceeded: businessRule(422, {
    "pt-BR": "O item {pointer} pede a troca de {received}, e restam {allowed} por trocar.",
    en: "The item {pointer} asks to exchange {received}, and {allowed} are left to exchange.",
  }),
  exchange_nothing_left: businessRule(422, {
    "pt-BR": "Nada do pedido {received} pode ser trocado: só o que foi enviado, e ainda não foi trocado.",
    en: "Nothing of order {received} can be exchanged: only what was shipped, and was not exchanged yet.",
  }),
});
