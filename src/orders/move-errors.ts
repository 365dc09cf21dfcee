import { businessRule, errorCatalogue, notFound } from "../platform/contract/index.ts";

/** Refusals of moves (seed 7: 400 for every rule of an order move), and of unknown orders, shippings, documents and cursors. */
export const moveErrors = errorCatalogue({
  order_unknown: notFound({
    "pt-BR": "Não há pedido {received} deste lojista; confira o número em GET /api/v1/orders.",
    en: "This seller has no order {received}; look the number up in GET /api/v1/orders.",
  }),
  shipping_unknown: notFound({
    "pt-BR": "O pedido {orderNumber} não tem a entrega {received}; as dele são: {allowed}.",
    en: "Order {orderNumber} has no shipping {received}; its shippings are: {allowed}.",
  }),

  invoice_document_unknown: notFound({
    "pt-BR": "A entrega {received} não tem documento de nota guardado: só há o que veio em danfeXml, ou o que o operador emitiu.",
    en: "Shipping {received} has no invoice document on record: there is only what came in danfeXml, or what the operator issued.",
  }),
  cursor_unknown: {
    status: 400,
    type: "Parameter_Error",
    text: {
      "pt-BR": "O cursor {received} não veio de um links.next desta lista; comece de novo sem ele, ou siga o link como veio.",
      en: "The cursor {received} did not come from a links.next of this list; begin again without it, or follow the link as it came.",
    },
  },
  cursor_of_another_list: {
    status: 400,
    type: "Parameter_Error",
    text: {
      "pt-BR": "O cursor {received} é de outra lista: mantenha os filtros e o size com que ela começou, ou comece de novo sem ele.",
      en: "The cursor {received} is of another list: keep the filters and the size it began with, or begin again without it.",
    },
  },

  order_move_refused: businessRule(400, {
    "pt-BR": "A entrega {shippingCode} do pedido {orderNumber} está em '{status}' e não aceita {move}; daqui só: {possible}.",
    en: "Shipping {shippingCode} of order {orderNumber} is in '{status}' and does not take {move}; from here only: {possible}.",
  }),
  order_final: businessRule(400, {
    "pt-BR": "A entrega {shippingCode} do pedido {orderNumber} está em '{status}', de onde nenhum movimento parte; {move} não se aplica.",
    en: "Shipping {shippingCode} of order {orderNumber} is in '{status}', which no move leaves; {move} does not apply.",
  }),
  order_frozen: businessRule(400, {
    "pt-BR":
      "O pedido {orderNumber} está em 'Frozen', em análise de risco, e não aceita {move}: não o envie. Daqui só: {possible}. Se já enviou, fale com o marketplace.",
    en: "Order {orderNumber} is in 'Frozen', in risk analysis, and does not take {move}: do not ship it. From here only: {possible}. If you shipped it already, contact the marketplace.",
  }),
  order_part_frozen: businessRule(400, {
    "pt-BR":
      "O pedido {orderNumber} está em análise de risco (em 'Frozen': {frozen}), e a entrega {shippingCode}, em '{status}', não aceita {move} enquanto isso: não a envie. Ela segue quando o marketplace liberar ou recusar o resto. Se já enviou, fale com o marketplace.",
    en: "Order {orderNumber} is in risk analysis (in 'Frozen': {frozen}), and shipping {shippingCode}, in '{status}', does not take {move} meanwhile: do not ship it. It goes on when the marketplace releases or refuses the rest. If you shipped it already, contact the marketplace.",
  }),
  order_being_invoiced: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR":
        "Vieram requisições simultâneas para o mesmo orderNumber e lojista: outra entrega do pedido {orderNumber} foi faturada ao mesmo tempo que a {shippingCode}. Fature uma de cada vez, e envie esta de novo.",
      en: "There were simultaneous requests for the same orderNumber and seller: another shipping of order {orderNumber} was invoiced at the same time as {shippingCode}. Invoice one at a time, and send this one again.",
    },
  },
  order_already_invoiced: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR":
        "A entrega {shippingCode} do pedido {orderNumber} já tem nota fiscal registrada, em current. Se foi este envio que a registrou, siga adiante: falta o envio.",
      en: "Shipping {shippingCode} of order {orderNumber} has its invoice registered already, see current. If this very call registered it, go on: it is to be shipped.",
    },
  },
  approved_sandbox_only: {
    status: 403,
    type: "Permission_Error",
    text: {
      "pt-BR": "PUT .../status/approved só existe no ambiente sandbox; em produção o pagamento aprova o pedido.",
      en: "PUT .../status/approved exists in the sandbox environment only; in production the payment approves an order.",
    },
  },
  fulfillment_invoices: businessRule(400, {
    "pt-BR": "O pedido {orderNumber} é de fulfillment: foi ou será faturado pelo serviço de fulfillment, e não pelo lojista.",
    en: "Order {orderNumber} is a fulfilment order: it was or will be invoiced through the fulfillment service, not by the seller.",
  }),
  fulfillment_ships: businessRule(400, {
    "pt-BR": "O pedido {orderNumber} é de fulfillment: foi ou será enviado pelo serviço de fulfillment, e não pelo lojista.",
    en: "Order {orderNumber} is a fulfilment order: it was or will be shipped through the fulfillment service, not by the seller.",
  }),
  fulfillment_delivers: businessRule(400, {
    "pt-BR": "O pedido {orderNumber} é de fulfillment: foi ou será entregue pelo serviço de fulfillment, e não pelo lojista.",
    en: "Order {orderNumber} is a fulfilment order: it was or will be delivered through the fulfillment service, not by the seller.",
  }),
  fulfillment_not_cancelable: businessRule(400, {
    "pt-BR": "O pedido {orderNumber} usa o estoque do fulfillment: o lojista não pode cancelar pedidos do estoque de fulfillment.",
    en: "Order {orderNumber} uses fulfilment stock: the seller cannot cancel orders from fulfillment stock.",
  }),
  marketplace_ships: businessRule(400, {
    "pt-BR":
      "O pedido {orderNumber} tem entrega do marketplace (MARKETPLACE_ENTREGAS): esses pedidos não podem ter o status alterado para shipped ou delivered; isso acontece sozinho.",
    en: "Order {orderNumber} has marketplace-run delivery (MARKETPLACE_ENTREGAS): such orders cannot have their status changed to shipped or delivered; that happens by itself.",
  }),
  seller_delivers: businessRule(400, {
    "pt-BR": "O pedido {orderNumber} é faturado, enviado e entregue pelo próprio lojista; {move} não cabe ao marketplace.",
    en: "Order {orderNumber} is invoiced, shipped and delivered by its seller; {move} is not the marketplace's to do.",
  }),
  marketplace_invoices: businessRule(400, {
    "pt-BR": "O pedido {orderNumber} tem entrega do marketplace, mas é o lojista que o fatura.",
    en: "Order {orderNumber} has marketplace-run delivery, but it is its seller who invoices it.",
  }),
});
