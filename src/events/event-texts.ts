import type { OrderMoveName } from "../orders/index.ts";

/** What an event is about. Only products and orders are pushed; the others are in the feed alone. */
export type EventKind = "product" | "order" | "credential" | "endpoint";

/** How events about one kind of resource speak (decisions 7). */
export interface KindWords {
  readonly code: string;
  readonly action: string;
  /** The name under which `parameters` has the resource. */
  readonly parameter: string;
  /** The parts of the resource that `expand` names where it is read: lists leave them out, and a product unless they are asked for. */
  readonly expands: readonly string[];
  readonly links: (id: string) => Readonly<Record<string, string>>;
  /** When no row below says it better. */
  readonly message: string;
}

/** What there are events about. */
export const KINDS: Readonly<Record<EventKind, KindWords>> = {
  product: {
    code: "PRODUTO_ALTERADO",
    action: "PRODUTO",
    parameter: "sku",
    expands: ["images", "attributes", "status"],
    links: (sku) => ({ self: `/api/v2/products/${sku}`, status: `/api/v2/products/${sku}/status` }),
    message: "Produto alterado",
  },
  order: {
    code: "PEDIDO_ALTERADO",
    action: "PEDIDO",
    parameter: "orderNumber",
    expands: ["shippings", "items", "devolutionItems"],
    links: (number) => ({ self: `/api/v1/orders/${number}`, timeline: `/api/v1/orders/${number}/timeline` }),
    message: "Pedido alterado",
  },
  credential: {
    code: "CREDENCIAL_ALTERADA",
    action: "CREDENCIAL",
    parameter: "credentialId",
    expands: [],
    links: () => ({ self: "/api/v1/credentials" }),
    message: "Credencial alterada",
  },
  endpoint: {
    code: "NOTIFICACAO_ALTERADA",
    action: "NOTIFICACAO",
    parameter: "endpointId",
    expands: [],
    links: (id) => ({ self: `/api/v1/notifications/endpoints/${id}` }),
    message: "Endereço de notificações alterado",
  },
};

const ORDER_MOVES: Readonly<Record<OrderMoveName, string>> = {
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

/** The same where another shipping keeps the order behind it: an order is where its least advanced shipping is. */
const PART_MOVES: Partial<Record<OrderMoveName, string>> = {
  approve: "Pagamento de uma entrega do pedido aprovado",
  expire: "Uma entrega do pedido cancelada por falta de pagamento",
  invoice: "Uma entrega do pedido faturada",
  ship: "Uma entrega do pedido enviada",
  deliver: "Uma entrega do pedido entregue",
  cancel: "Uma entrega do pedido cancelada",
  release: "Uma entrega do pedido liberada pela análise de risco",
  refuse: "Uma entrega do pedido recusada pela análise de risco",
};

/** What an event says to people, by its name and cause; where that is not all, by where it led, too. */
const MESSAGES: Readonly<Record<string, Readonly<Record<string, string | Readonly<Record<string, string>>>>>> = {
  "product.status": {
    submit: "Produto recebido",
    edit: "Produto alterado pelo lojista e recebido de novo",
    validation: {
      RECEIVED: "As críticas do produto mudaram; nenhuma impede a publicação",
      CRITICIZED: "Produto criticado pela validação automática",
      CATALOGING: "Produto em catalogação",
    },
    reviewCriticize: "Produto criticado pela revisão do catálogo",
    reviewApprove: "Produto aprovado pela revisão do catálogo",
    sellerApprove: "Produto aprovado",
  },
  "order.status": ORDER_MOVES,
  "order.exchange": {
    exchange: "Troca pedida para itens do pedido",
    checkIn: "Itens do pedido devolvidos",
    cancel: "Troca de itens do pedido cancelada",
    refuse: "Troca de itens do pedido recusada",
  },
  "credential.expiring": { timer: "Credencial perto de vencer; gere a próxima" },
  "notification.endpoint_disabled": {
    failing: "Endereço de notificações desativado depois de 5 dias de falhas",
    gone: "Endereço de notificações desativado: o destino respondeu 410",
  },
};

/** What a sentence is chosen by: what happened, and where it and, with an order, all of it led. */
interface Happened {
  readonly name: string;
  readonly cause: string;
  readonly to?: string | undefined;
  readonly orderStatus?: string | undefined;
}

/** The sentence of an event, pt-BR; one that no row has says what kind of thing changed. */
export function messageOf(kind: EventKind, { name, cause, to = "", orderStatus = to }: Happened): string {
  const part = name === "order.status" && orderStatus !== to ? PART_MOVES[cause as OrderMoveName] : undefined;
  const words = part ?? MESSAGES[name]?.[cause];
  return (typeof words === "object" ? words[to] : words) ?? KINDS[kind].message;
}
