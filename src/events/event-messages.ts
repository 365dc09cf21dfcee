import { causeMeanings, CHANGE_CAUSES, STATUS_CAUSES } from "../catalog/index.ts";
import type { OrderMoveName } from "../orders/index.ts";
import { EVENT_RESOURCES, type EventResourceKind } from "./event-resources.ts";

const ORDER_MOVE_MESSAGES: Readonly<Record<OrderMoveName, string>> = {
  purchase: "Pedido criado; aguarda o pagamento",
  purchasePaid: "Pedido criado e pago",
  exchange: "Pedido de troca criado; aguarda a devolução",
  approve: "Pagamento aprovado",
  expire: "Pedido cancelado por falta de pagamento",
  invoice: "Pedido faturado",
  ship: "Pedido enviado",
  deliver: "Pedido entregue",
  cancel: "Pedido cancelado",
  freeze: "Pedido em análise de risco; não fature nem envie",
  release: "Pedido liberado pela análise de risco",
  refuse: "Pedido recusado pela análise de risco",
  checkIn: "Recebimento da devolução confirmado",
};

/** Messages for the move of one shipping of an order when the order itself does not get the shipping's new status. */
const SHIPPING_MOVE_MESSAGES: Partial<Record<OrderMoveName, string>> = {
  approve: "Pagamento de uma entrega do pedido aprovado",
  expire: "Uma entrega do pedido cancelada por falta de pagamento",
  invoice: "Uma entrega do pedido faturada",
  ship: "Uma entrega do pedido enviada",
  deliver: "Uma entrega do pedido entregue",
  cancel: "Uma entrega do pedido cancelada",
  release: "Uma entrega do pedido liberada pela análise de risco",
  refuse: "Uma entrega do pedido recusada pela análise de risco",
};

/** Messages by event name and cause of the event. Some causes have a separate message for each new status. */
const MESSAGES: Readonly<Record<string, Readonly<Record<string, string | Readonly<Record<string, string>>>>>> = {
  "product.status": STATUS_CAUSES,
  "product.change": CHANGE_CAUSES,
  "order.status": ORDER_MOVE_MESSAGES,
  "order.exchange": {
    exchange: "Troca pedida para itens do pedido",
    checkIn: "Itens do pedido devolvidos",
    cancel: "Troca de itens do pedido cancelada",
    refuse: "Troca de itens do pedido recusada",
  },
  "reference.change": {
    announced: "Anunciada uma mudança nos dados de referência que atinge produtos seus",
    sevenDays: "Em 7 dias ou menos passa a valer uma mudança que atinge produtos seus",
    oneDay: "Em 1 dia ou menos passa a valer uma mudança que atinge produtos seus",
    inEffect: "Passou a valer uma mudança nos dados de referência que atinge produtos seus",
    withdrawn: "Retirada uma mudança anunciada nos dados de referência",
  },
  "bulk.finished": {
    finish: "Lote terminado: todas as linhas têm resultado",
    cancel: "Lote cancelado",
    expire: "Lote cancelado: ficou em pausa por dias demais",
  },
  "bulk.paused": { pause: "Lote em pausa; retome-o para seguir" },
  "credential.expiring": { timer: "Credencial perto de vencer; gere a próxima" },
  "notification.endpoint_disabled": {
    failing: "Endereço de notificações desativado depois de 5 dias de falhas",
    gone: "Endereço de notificações desativado: o destino respondeu 410",
  },
};

/** The causes of all events, with what each means. */
export const EVENT_CAUSES: Readonly<Record<string, string>> = causeMeanings(...Object.values(MESSAGES));

/** The facts that a message depends on. */
interface MessageFacts {
  readonly name: string;
  readonly cause: string;
  /** The new status of the product or shipping. */
  readonly to?: string | undefined;
  /** The status of the whole order after the event. */
  readonly orderStatus?: string | undefined;
}

/** An event's message in pt-BR. An event that has no specific message gets the general message for its kind of resource. */
export function eventMessage(kind: EventResourceKind, { name, cause, to = "", orderStatus = to }: MessageFacts): string {
  const ofShipping = name === "order.status" && orderStatus !== to ? SHIPPING_MOVE_MESSAGES[cause as OrderMoveName] : undefined;
  const message = ofShipping ?? MESSAGES[name]?.[cause];
  return (typeof message === "object" ? message[to] : message) ?? EVENT_RESOURCES[kind].message;
}
