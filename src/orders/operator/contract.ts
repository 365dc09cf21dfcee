import {
  dateTimeField,
  enumOf,
  EXAMPLE_IDS,
  extendObject,
  int32Field,
  links,
  list,
  named,
  namedObject,
  NON_BLANK,
  object,
  openEnum,
  operation,
  optional,
  requestIdField,
  text,
  textField,
} from "../../platform/contract/index.ts";
import { sellerId } from "../../sellers/index.ts";
import { moveErrors } from "../move-errors.ts";
import { Customer } from "../customer-fields.ts";
import { actionFields, Order, OrderBase } from "../shapes.ts";
import { OrderTimeline, TimelineEntry } from "../timeline-shapes.ts";
import { OPERATOR_ACTION_NAMES, SHIPPING_MOVES } from "./actions.ts";
import { operatorErrors } from "./errors.ts";

const byOrders = { api: "operator", audience: "operator", permission: ["orders"], tag: "Pedidos", confidential: true } as const;
const byRisk = { ...byOrders, permission: ["risk"] } as const;
/** The roles that read orders, which show nothing of the customer. */
export const READERS = ["orders", "risk", "fulfillment", "support"] as const;
/** Path parameters in the URL of an order for operators. */
export const orderAddress = object({
  sellerId,
  orderNumber: text({ maxLength: 300, description: "Número do pedido.", examples: [EXAMPLE_IDS.order] }),
});
const at = <const Word extends string>(word: Word) => `/operator/v1/sellers/{sellerId}/orders/{orderNumber}/${word}` as const;

/** An order as operators see it. They see the same as its seller, but with the customer masked. */
export const OperatorOrder = extendObject(
  "OperatorOrder",
  OrderBase,
  "Um pedido como o marketplace o vê: inteiro, com o cliente mascarado.",
  {
    sellerId,
    shippings: Order.properties.shippings,
    actions: list(
      namedObject(
        "OperatorAction",
        "Um movimento que o operador pode pedir, ou o que o impede.",
        {
          rel: named(
            "OperatorMove",
            enumOf(OPERATOR_ACTION_NAMES, {
              description: "O movimento.",
              meanings: {
                "approve-payment": "Aprovar o pagamento.",
                cancel: "Cancelar.",
                freeze: "Congelar para análise de risco.",
                release: "Liberar da análise de risco.",
                refuse: "Recusar na análise de risco.",
                "check-in": "Registrar a chegada do que uma troca devolve.",
              },
              examples: ["freeze"],
            }),
          ),
          ...actionFields("/operator/v1/sellers/1001/orders/217350000584167/freeze"),
        },
        { examples: [{ blockedBy: undefined }] },
      ),
      { description: "O que se pode pedir agora, e o que impede o resto." },
    ),
    shippingActions: list(
      namedObject(
        "OperatorShippingAction",
        "Um movimento que o operador pode pedir de uma entrega, ou o que o impede.",
        {
          shippingCode: int32Field("A entrega.", EXAMPLE_IDS.shippingCode),
          rel: named(
            "OperatorShippingMove",
            enumOf(SHIPPING_MOVES, {
              description: "O movimento.",
              meanings: { invoice: "Faturar.", ship: "Informar o envio.", deliver: "Informar a entrega." },
              examples: ["ship"],
            }),
          ),
          ...actionFields("/operator/v1/sellers/1001/orders/217350000584167/shippings/1/ship"),
        },
        { examples: [{ blockedBy: undefined }] },
      ),
      { description: "O mesmo das entregas que o lojista não leva.", examples: [[]] },
    ),
    signals: list(
      namedObject("RiskSignal", "O que merece um segundo olhar em um pedido; não prova nada.", {
        code: openEnum(
          {
            high_amount: "O valor é alto.",
            many_units: "Muitas unidades do mesmo produto.",
            several_payments: "Mais de um meio de pagamento.",
            unpaid: "O pagamento ainda não foi aprovado.",
            at_night: "Feito de madrugada.",
            deep_discount: "O desconto é grande.",
            dear_freight: "O frete é caro para o que se compra.",
          },
          { description: "O sinal; outros podem surgir.", examples: ["many_units"] },
        ),
        message: textField("O mesmo em uma frase.", "6 unidades do mesmo produto."),
      }),
      { description: "O que a análise de risco olha primeiro.", examples: [[]] },
    ),
  },
);

const MAX_REASON = 500;
const reason = text({
  ...NON_BLANK,
  maxLength: MAX_REASON,
  description: "Por quê, sem dados pessoais do cliente; fica no registro de auditoria, que não esquece.",
  examples: ["Divergência no endereço de cobrança"],
});
const reasoned = {
  body: namedObject("ReasonBody", "Por que se pede isto.", { reason }),
  bodyExample: { reason: "Divergência no endereço de cobrança" },
};
const moved = { replies: { 200: { description: "O pedido, depois do movimento; o cliente vem mascarado.", schema: OperatorOrder } } };
const moving = {
  method: "POST",
  description: "Um pedido que já está assim por este movimento responde 200 como está; nada muda.",
  parameters: orderAddress,
  ...moved,
  refuses: [moveErrors.order_move_refused, moveErrors.order_unknown],
} as const;

/** A proposal, until another person confirms it. */
export const Proposal = namedObject("OrderProposal", "O que uma pessoa propôs fazer com um pedido congelado; outra confirma.", {
  sellerId,
  orderNumber: textField("Número do pedido.", EXAMPLE_IDS.order),
  move: enumOf(["release", "refuse"], {
    description: "O movimento.",
    meanings: { release: "Liberar.", refuse: "Recusar." },
    examples: ["release"],
  }),
  proposedBy: textField("Quem propôs, e por isso não confirma.", "person:prs_2Hd7RmX4kWc9LvT1qYzN"),
  proposedByName: optional(textField("O nome de quem propôs, quando foi uma pessoa.", "Ana Prado")),
  proposedAt: dateTimeField("Quando."),
  reason: optional(textField("Por quê.", "Divergência no endereço de cobrança")),
  links,
});
/** Releasing and refusing: where `RISK_FOUR_EYES` says so, one person proposes and another, who calls the same, confirms. */
const byTwo = {
  ...moving,
  ...reasoned,
  description: `${moving.description} Com \`RISK_FOUR_EYES\`, a primeira chamada propõe (202), e a mesma chamada de outra pessoa confirma.`,
  replies: { ...moved.replies, 202: { description: "Proposto; outra pessoa confirma.", schema: Proposal } },
  refuses: [...moving.refuses, operatorErrors.second_person_needed, operatorErrors.order_changed_since],
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
  body: namedObject("CancelBody", "Por que o pedido é cancelado.", {
    reason: optional(
      text({
        maxLength: MAX_REASON,
        personal: true,
        description: "O que o lojista lê; é esquecido com o cliente.",
        examples: ["O cliente desistiu da compra"],
      }),
    ),
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
  ...byTwo,
  id: "releaseOrder",
  path: at("release"),
  summary: "Libera um pedido congelado",
});
export const refuseOrder = operation({
  ...byRisk,
  ...byTwo,
  id: "refuseOrder",
  path: at("refuse"),
  summary: "Recusa um pedido congelado; a reserva volta",
});

/** Who did something, and their name if it was a person. */
const actor = textField("Quem.", "person:prs_2Hd7RmX4kWc9LvT1qYzN");
const actorName = optional(textField("O nome, quando foi uma pessoa.", "Ana Prado"));

export const getAnyTimeline = operation({
  ...byOrders,
  permission: READERS,
  id: "getAnyTimeline",
  method: "GET",
  path: at("timeline"),
  summary: "Conta o que aconteceu com um pedido, do mais antigo ao mais novo, e quem o fez",
  description: "O motivo dado por quem analisa o risco vem em `reason`; o papel support não o vê.",
  parameters: orderAddress,
  replies: {
    200: {
      description: "A linha do tempo.",
      schema: namedObject("OperatorOrderTimeline", "A linha do tempo de um pedido, com quem fez o quê.", {
        items: list(
          extendObject("OperatorTimelineEntry", TimelineEntry, "Algo que aconteceu com um pedido, e quem o fez.", { actor, actorName }),
          {
            description: "Do mais antigo ao mais novo.",
          },
        ),
        orderStatus: OrderTimeline.properties.orderStatus,
        links,
      }),
    },
  },
  refuses: [moveErrors.order_unknown],
});

export const getAnyOrder = operation({
  ...byOrders,
  permission: READERS,
  id: "getAnyOrder",
  method: "GET",
  path: "/operator/v1/sellers/{sellerId}/orders/{orderNumber}",
  summary: "Consulta um pedido, inteiro, com o cliente mascarado",
  description: "Para ver o cliente, peça com o motivo em .../reveal.",
  parameters: orderAddress,
  replies: { 200: { description: "O pedido.", schema: OperatorOrder } },
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
  description: "O motivo fica no registro de auditoria. Depois de esquecido, o cliente já não aparece.",
  parameters: orderAddress,
  replies: {
    200: {
      description: "O cliente.",
      schema: namedObject("RevealedCustomer", "O cliente de um pedido, sem máscara.", {
        orderNumber: Order.properties.orderNumber,
        customer: Customer,
      }),
    },
  },
  refuses: [moveErrors.order_unknown, operatorErrors.customer_forgotten],
});
export const listAccesses = operation({
  ...byOrders,
  permission: ["orders", "risk"],
  id: "listAccesses",
  method: "GET",
  path: at("accesses"),
  summary: "Lista quem viu o cliente de um pedido e por quê, do mais novo ao mais antigo",
  description: "Cada vez que alguém do marketplace viu o cliente sem máscara.",
  parameters: orderAddress,
  replies: {
    200: {
      description: "Os acessos, até 100.",
      schema: namedObject("CustomerAccessList", "Quem viu um cliente.", {
        items: list(
          namedObject("CustomerAccess", "Um acesso ao cliente de um pedido.", {
            date: dateTimeField("Quando."),
            actor: textField("Quem.", `operator:${EXAMPLE_IDS.operatorKey}`),
            actorName,
            role: textField("O papel da chave.", "risk"),
            reason: textField("Por quê.", "Divergência no endereço de cobrança"),
            requestId: requestIdField(),
          }),
          { description: "Do mais novo ao mais antigo." },
        ),
        links,
      }),
    },
    204: { description: "Ninguém o viu." },
  },
  refuses: [moveErrors.order_unknown],
});

export const getProposal = operation({
  ...byRisk,
  id: "getProposal",
  method: "GET",
  path: at("proposal"),
  summary: "Consulta o que se propôs fazer com um pedido congelado",
  description: "Só com `RISK_FOUR_EYES`. O que se propôs antes de o pedido mudar já não conta.",
  parameters: orderAddress,
  replies: { 200: { description: "A proposta.", schema: Proposal }, 204: { description: "Nada está proposto." } },
  refuses: [moveErrors.order_unknown],
});
export const withdrawProposal = operation({
  ...byRisk,
  id: "withdrawProposal",
  method: "DELETE",
  path: at("proposal"),
  summary: "Retira o que se propôs fazer com um pedido congelado",
  description: "Quem propôs, ou outra pessoa; o pedido fica como está.",
  parameters: orderAddress,
  replies: { 204: { description: "Nada está proposto." } },
  refuses: [operatorErrors.proposal_unknown],
});
