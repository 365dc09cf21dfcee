import { operation } from "../../platform/contract/index.ts";
import { sellerOrders } from "../contract-parameters.ts";
import { Order } from "../shapes.ts";
import { CheckoutBody, PurchaseBody } from "./body.ts";
import { purchaseErrors } from "./errors.ts";

const created = {
  201: {
    description: "O pedido criado, inteiro.",
    schema: Order,
    headers: { Location: { description: "Endereço do pedido.", example: "/api/v1/orders/217350000584167" } },
  },
};
const { customer_missing, item_unknown, order_number_registered } = purchaseErrors;

export const postOrder = operation({
  ...sellerOrders,
  id: "postOrder",
  method: "POST",
  path: "/api/v1/orders",
  environments: ["sandbox"],
  elsewhere: purchaseErrors.failure("orders_sandbox_only"),
  summary: "Cria um pedido de teste (somente no sandbox)",
  description: "O pedido inteiro, ou só `{items: [{sku, quantity}]}`: uma entrega, um cliente inventado e os preços do catálogo.",
  body: PurchaseBody,
  bodyExample: { items: [{ sku: "TEN-BRISA-PRETO-39", quantity: 1 }] },
  replies: created,
  refuses: [item_unknown, order_number_registered],
});
export const createOrder = operation({
  api: "operator",
  audience: "operator",
  permission: ["orders"],
  confidential: true,
  tag: "Pedidos",
  id: "createOrder",
  method: "POST",
  path: "/operator/v1/orders",
  summary: "Registra uma compra do marketplace",
  description: "Em produção `customer` é obrigatório, no pedido ou em uma entrega; só o sandbox inventa um cliente.",
  body: CheckoutBody,
  bodyExample: { sellerId: 1001, items: [{ sku: "TEN-BRISA-PRETO-39", quantity: 1 }], paid: true },
  replies: created,
  refuses: [item_unknown, customer_missing, order_number_registered],
});
