import { businessRule, errorCatalogue } from "../../platform/contract/index.ts";

// The seed does not specify the status codes of POST /orders. Failures of its rules have status 422 (decisions 2).

/** Refusals of purchases, except those of the schema. All problems are reported at once, at most one per item. */
export const purchaseErrors = errorCatalogue({
  item_unknown: businessRule(422, {
    "pt-BR": 'O item {pointer} pede o sku "{received}", que este lojista não tem; confira maiúsculas e minúsculas.',
    en: 'The item {pointer} asks for the sku "{received}", which this seller does not have; check its letter case.',
  }),
  item_not_approved: businessRule(422, {
    "pt-BR": "O item {pointer} pede o sku \"{received}\", que está como '{status}'; só produtos em 'Aprovado' são vendidos.",
    en: "The item {pointer} asks for the sku \"{received}\", which is in '{status}'; only products in 'Aprovado' are sold.",
  }),
  item_without_price: businessRule(422, {
    "pt-BR": 'O item {pointer} pede o sku "{received}", que não tem preço registrado; envie o primeiro em POST .../prices.',
    en: 'The item {pointer} asks for the sku "{received}", which has no price on record; send the first one at POST .../prices.',
  }),
  item_insufficient: businessRule(422, {
    "pt-BR": 'O item {pointer} pede {received} de "{sku}" e há {allowed} à venda (físico menos reservado); nada foi reservado.',
    en: 'The item {pointer} asks for {received} of "{sku}" and {allowed} are for sale (physical less reserved); nothing was reserved.',
  }),
  item_amounts_disagree: businessRule(422, {
    "pt-BR": "O item {pointer} veio com netUnitValue {received}, mas bruto menos desconto dá {allowed}; envie valores que combinem.",
    en: "The item {pointer} came with netUnitValue {received}, but gross less discount is {allowed}; send values that agree.",
  }),
  item_discount_above_gross: businessRule(422, {
    "pt-BR": "O item {pointer} tem desconto {received}, maior que o valor bruto {allowed}; envie um desconto que caiba nele.",
    en: "The item {pointer} has the discount {received}, above its gross value {allowed}; send a discount that fits in it.",
  }),
  buyer_seller_unknown: businessRule(422, {
    "pt-BR": "Não há lojista {received}; confira em GET /operator/v1/sellers.",
    en: "There is no seller {received}; look it up in GET /operator/v1/sellers.",
  }),
  buyer_seller_suspended: businessRule(422, {
    "pt-BR": "O lojista {received} está suspenso; reative-o antes de vender os produtos dele.",
    en: "The seller {received} is suspended; make it active before its products are sold.",
  }),
  items_missing: businessRule(422, {
    "pt-BR": "O pedido veio sem itens em {pointer}; envie items, ou shippings com os items de cada entrega.",
    en: "The order came without items at {pointer}; send items, or shippings with the items of each.",
  }),
  items_disagree: businessRule(422, {
    "pt-BR": 'O pedido pede {received} de "{sku}" em items e {allowed} em shippings; envie as mesmas quantidades, ou só um dos dois.',
    en: 'The order asks for {received} of "{sku}" in items and {allowed} in shippings; send the same quantities, or one of the two.',
  }),
  customer_missing: businessRule(422, {
    "pt-BR": "A compra veio sem customer; envie quem comprou. Só o sandbox inventa um cliente.",
    en: "The purchase came without customer; send who bought. Only the sandbox makes a customer up.",
  }),
  customers_differ: businessRule(422, {
    "pt-BR": "{pointer} difere de {first}, e um pedido tem um só cliente; envie o mesmo, ou um pedido para cada um.",
    en: "{pointer} differs from {first}, and an order has one customer; send the same one, or an order for each.",
  }),
  states_differ: businessRule(422, {
    "pt-BR": "{pointer} não é o estado de state; envie a UF e o nome do mesmo estado, ou só um dos dois.",
    en: "{pointer} is not the state in state; send letters and name of the same state, or one of the two.",
  }),
  paid_and_status_disagree: businessRule(422, {
    "pt-BR": 'O pedido veio com paid {paid} e orderStatus "{received}", que se contradizem; envie só um dos dois.',
    en: 'The order came with paid {paid} and orderStatus "{received}", which contradict each other; send one of the two.',
  }),
  order_amount_above_maximum: businessRule(422, {
    "pt-BR": "O pedido somaria R$ {received:reais}; o máximo é R$ {allowed:reais}. Divida-o em pedidos menores.",
    en: "The order would come to R$ {received:reais}; the maximum is R$ {allowed:reais}. Split it into smaller orders.",
  }),
  carrier_and_platform_disagree: businessRule(422, {
    "pt-BR":
      "A entrega veio com platformId {received} em {pointer} e com a transportadora do fulfillment ({carrierId}, {carrier}), que só leva {allowed}; envie um dos dois.",
    en: "The shipping came with platformId {received} at {pointer} and with the fulfilment operator as its carrier ({carrierId}, {carrier}), which carries {allowed} only; send one of the two.",
  }),
  store_unknown: businessRule(422, {
    "pt-BR": 'A loja "{received}" não existe; use uma destas: {allowed}.',
    en: 'There is no store "{received}"; use one of these: {allowed}.',
  }),
  order_number_registered: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR":
        "Já existe o pedido {received} deste lojista, em /api/v1/orders/{received}. Se foi este envio que o criou, siga adiante; senão escolha outro orderNumber, ou deixe-o de fora para receber um.",
      en: "This seller has an order {received} already, at /api/v1/orders/{received}. If this very call created it, go on; otherwise choose another orderNumber, or leave it out to be given one.",
    },
  },
  orders_sandbox_only: {
    status: 403,
    type: "Permission_Error",
    text: {
      "pt-BR": "POST /orders de lojistas só existe no ambiente sandbox; em produção os pedidos vêm das compras dos clientes.",
      en: "Sellers' POST /orders exists in the sandbox environment only; in production orders come from what customers buy.",
    },
  },
});
