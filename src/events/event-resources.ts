/** The kinds of resource that events are about. Credential, endpoint and bulk events appear only in the feed; the others can be pushed too. */
export type EventResourceKind = "product" | "order" | "reference" | "credential" | "endpoint" | "bulk" | "orderBulk";

/** Where the id of a change request begins in the resource of its events: `product/<sku>/changes/<id>`. */
const CHANGE = "/changes/";

/** The parts of a resource after its kind: its id and, of the change request of a product, the id of that. */
export function resourceIds(kind: EventResourceKind, rest: string): { readonly id: string; readonly changeRequestId?: string } {
  const at = kind === "product" ? rest.indexOf(CHANGE) : -1;
  return at < 0 ? { id: rest } : { id: rest.slice(0, at), changeRequestId: rest.slice(at + CHANGE.length) };
}

/** The texts and links of events about one kind of resource (decisions 7). */
export interface ResourceTexts {
  readonly code: string;
  readonly action: string;
  /** The name under which the event's `parameters` contain the resource's id. */
  readonly parameter: string;
  /** The parts of the resource that a read includes only when `expand` names them. */
  readonly expands: readonly string[];
  readonly links: (id: string, changeRequestId: string | undefined) => Readonly<Record<string, string>>;
  /** The message of an event that has no message for its name and cause. */
  readonly message: string;
}

/** The texts and links of every kind of resource that has events. */
export const EVENT_RESOURCES: Readonly<Record<EventResourceKind, ResourceTexts>> = {
  product: {
    code: "PRODUTO_ALTERADO",
    action: "PRODUTO",
    parameter: "sku",
    expands: ["images", "attributes", "status"],
    links: (sku, changeRequestId) => ({
      self: `/api/v2/products/${sku}`,
      status: `/api/v2/products/${sku}/status`,
      ...(changeRequestId === undefined ? {} : { change: `/api/v2/products/${sku}/changes/${changeRequestId}` }),
    }),
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
  reference: {
    code: "REFERENCIA_ALTERADA",
    action: "REFERENCIA",
    parameter: "changeId",
    expands: [],
    links: (id) => ({ affected: `/api/v1/reference/changes/${id}/affected`, changes: "/api/v1/changes" }),
    message: "Mudança nos dados de referência que atinge produtos seus",
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
  bulk: {
    code: "LOTE_ALTERADO",
    action: "LOTE",
    parameter: "jobId",
    expands: [],
    links: (id) => ({ self: `/api/v2/bulk/${id}`, results: `/api/v2/bulk/${id}/results` }),
    message: "Lote alterado",
  },
  orderBulk: {
    code: "LOTE_ALTERADO",
    action: "LOTE",
    parameter: "jobId",
    expands: [],
    links: (id) => ({ self: `/api/v1/bulk/${id}`, results: `/api/v1/bulk/${id}/results` }),
    message: "Lote de pedidos alterado",
  },
};
