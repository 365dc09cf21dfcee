import { integer, list, namedObject, object, operation, optional, type Static, text } from "../../platform/contract/index.ts";
import { moveErrors } from "../move-errors.ts";
import { orderAddress, OperatorOrder } from "../operator/contract.ts";
import { purchaseErrors } from "../purchase/errors.ts";
import { Order } from "../shapes.ts";
import { exchangeErrors } from "./errors.ts";

const byOrders = {
  api: "operator",
  audience: "operator",
  permission: ["orders"],
  tag: "Trocas",
  confidential: true,
  method: "POST",
  parameters: orderAddress,
} as const;
const at = <const Word extends string>(word: Word) => `/operator/v1/sellers/{sellerId}/orders/{orderNumber}/${word}` as const;
const MAX_ITEMS = 100;
const MAX_UNITS = 100_000;

/** Items to return, and the products that replace them. */
export const ExchangeBody = namedObject("ExchangeBody", "O que volta, e o que sai em troca; vazio = tudo.", {
  items: optional(
    list(
      namedObject("ExchangeItem", "Um item que volta; diga `itemId` ou `sku`.", {
        itemId: optional(integer({ minimum: 1, description: "O item do pedido.", examples: [7001] })),
        sku: optional(
          text({ minLength: 1, maxLength: 50, description: "O produto, quando não vem `itemId`.", examples: ["TEN-BRISA-PRETO-39"] }),
        ),
        quantity: optional(
          integer({ minimum: 1, maximum: MAX_UNITS, description: "Unidades; sem ela, tudo o que resta do item.", examples: [1] }),
        ),
        replacementSku: optional(
          text({
            minLength: 1,
            maxLength: 50,
            description: "O que sai em troca, outro tamanho, por exemplo; sem ele, o mesmo sku.",
            examples: ["TEN-BRISA-PRETO-40"],
          }),
        ),
      }),
      { minItems: 1, maxItems: MAX_ITEMS, description: "O que volta; sem eles, tudo o que foi enviado e ainda não foi trocado." },
    ),
  ),
});
export type ExchangeBody = Static<typeof ExchangeBody>;

export const exchangeOrder = operation({
  ...byOrders,
  id: "exchangeOrder",
  path: at("exchange"),
  summary: "Abre a troca de um pedido enviado: outro pedido, com o número do original e T, à espera do check-in",
  description: "O estoque do que sai é reservado já. O pedido original continua como está e mostra o que volta em `devolutionItems`.",
  body: ExchangeBody,
  bodyExample: {},
  replies: {
    201: {
      description: "O pedido de troca.",
      schema: OperatorOrder,
      headers: { Location: { description: "Endereço do pedido de troca.", example: "/operator/v1/sellers/1001/orders/217350000584167T" } },
    },
  },
  refuses: [exchangeErrors.exchange_item_unknown, purchaseErrors.item_insufficient, moveErrors.order_unknown],
});
export const checkInOrder = operation({
  ...byOrders,
  id: "checkInOrder",
  path: at("check-in"),
  summary: "Registra a chegada do que um pedido de troca devolve",
  description: "Um pedido que já está assim por este movimento responde 200 como está; nada muda.",
  replies: { 200: { description: "O pedido de troca, aprovado.", schema: OperatorOrder } },
  refuses: [moveErrors.order_move_refused, moveErrors.order_unknown],
});
export const postCheckIn = operation({
  api: "v1",
  audience: "seller",
  permission: "orders",
  confidential: true,
  tag: "Pedidos",
  id: "postCheckIn",
  method: "POST",
  priority: "orders",
  path: "/api/v1/orders/{orderNumber}/check-in",
  summary: "Confirma o recebimento do que um pedido de troca devolve",
  description: "Como no portal: o pedido de troca passa de Waiting Checkin a approved e aceita faturamento, envio e entrega.",
  parameters: object({ orderNumber: orderAddress.properties.orderNumber }),
  replies: { 200: { description: "O pedido de troca, aprovado.", schema: Order } },
  refuses: [moveErrors.order_move_refused, moveErrors.order_unknown],
});
