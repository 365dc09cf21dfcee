import { operation } from "../../platform/contract/operation.ts";
import { extended, FILLED, integer, links, list, oneOfWords, optional, record, shape, text } from "../../platform/contract/schema.ts";
import { moveErrors } from "../move-errors.ts";
import { Customer } from "../customer-fields.ts";
import { blockedBy, Order, OrderBase } from "../shapes.ts";
import { OPERATOR_WORDS } from "./actions.ts";
import { operatorErrors } from "./errors.ts";

const byOrders = { api: "operator", audience: "operator", permission: ["orders"], confidential: true } as const;
const byRisk = { ...byOrders, permission: ["risk"] } as const;
/** The address of an order, for the marketplace's people. */
export const ofOrder = record({
  sellerId: integer({ minimum: 1, description: "Código do lojista" }),
  orderNumber: text({ maxLength: 300, description: "Número do pedido" }),
});
const at = <const Word extends string>(word: Word) => `/operator/v1/sellers/{sellerId}/orders/{orderNumber}/${word}` as const;

/** An order as the marketplace's people see it: as its seller does, its customer masked. */
export const OperatorOrder = extended("OperatorOrder", OrderBase, {
  sellerId: integer(),
  shippings: Order.properties.shippings,
  actions: list(
    shape("OperatorAction", {
      rel: oneOfWords(OPERATOR_WORDS),
      href: optional(text({ description: "Para onde pedir; ausente quando não dá agora" })),
      blockedBy: optional(blockedBy),
    }),
  ),
});

const MOST_REASON = 500;
const reason = text({
  ...FILLED,
  maxLength: MOST_REASON,
  description: "Por quê, sem dados pessoais do cliente; fica no registro de auditoria, que não esquece",
});
const reasoned = { body: shape("ReasonBody", { reason }), bodyExample: { reason: "Divergência no endereço de cobrança" } };
const moved = { replies: { 200: { description: "O pedido, depois do movimento; o cliente vem mascarado", schema: OperatorOrder } } };
const moving = {
  method: "POST",
  description: "Um pedido que já está assim por este movimento responde 200 como está; nada muda.",
  parameters: ofOrder,
  ...moved,
  refuses: [moveErrors.order_move_refused, moveErrors.order_unknown],
} as const;

export const approvePayment = operation({
  ...byOrders,
  ...moving,
  id: "approvePayment",
  path: at("approve-payment"),
  summary: "Aprova o pagamento de um pedido",
});
export const cancelOrder = operation({
  ...byOrders,
  ...moving,
  id: "cancelOrder",
  path: at("cancel"),
  summary: "Cancela um pedido ainda não faturado; a reserva volta",
  body: shape("CancelBody", {
    reason: optional(text({ maxLength: MOST_REASON, personal: true, description: "O lojista lê; é esquecido com o cliente" })),
  }),
  bodyExample: { reason: "O cliente desistiu da compra" },
});
export const freezeOrder = operation({
  ...byRisk,
  ...moving,
  ...reasoned,
  id: "freezeOrder",
  path: at("freeze"),
  summary: "Congela um pedido para análise de risco",
});
export const releaseOrder = operation({
  ...byRisk,
  ...moving,
  ...reasoned,
  id: "releaseOrder",
  path: at("release"),
  summary: "Libera um pedido congelado",
});
export const refuseOrder = operation({
  ...byRisk,
  ...moving,
  ...reasoned,
  id: "refuseOrder",
  path: at("refuse"),
  summary: "Recusa um pedido congelado; a reserva volta",
});

export const getAnyOrder = operation({
  ...byOrders,
  permission: ["orders", "risk", "fulfillment", "support"],
  id: "getAnyOrder",
  method: "GET",
  path: "/operator/v1/sellers/{sellerId}/orders/{orderNumber}",
  summary: "Consulta um pedido, inteiro, com o cliente mascarado",
  parameters: ofOrder,
  replies: { 200: { description: "O pedido", schema: OperatorOrder } },
  refuses: [moveErrors.order_unknown],
});
export const revealCustomer = operation({
  ...byOrders,
  ...reasoned,
  permission: ["orders", "risk"],
  id: "revealCustomer",
  method: "POST",
  path: at("reveal"),
  summary: "Mostra o cliente de um pedido; quem o viu e por quê fica registrado",
  parameters: ofOrder,
  replies: { 200: { description: "O cliente", schema: shape("RevealedCustomer", { orderNumber: text(), customer: Customer }) } },
  refuses: [moveErrors.order_unknown, operatorErrors.customer_forgotten],
});
export const listAccesses = operation({
  ...byOrders,
  permission: ["orders", "risk"],
  id: "listAccesses",
  method: "GET",
  path: at("accesses"),
  summary: "Lista quem viu o cliente de um pedido e por quê, do mais novo ao mais antigo",
  parameters: ofOrder,
  replies: {
    200: {
      description: "Os acessos, até 100",
      schema: shape("CustomerAccessList", {
        items: list(shape("CustomerAccess", { date: text(), actor: text(), role: text(), reason: text(), requestId: text() })),
        links,
      }),
    },
    204: { description: "Ninguém o viu" },
  },
  refuses: [moveErrors.order_unknown],
});
