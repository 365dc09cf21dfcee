import { STATES } from "../catalog/index.ts";
import { isoDateTime, kindOfActor } from "../platform/basics/index.ts";
import { eventMessage } from "./event-messages.ts";
import { EVENT_RESOURCES, type EventResourceKind, resourceIds } from "./event-resources.ts";

/** An event as it is stored. */
export interface EventRow {
  readonly seller_id: number;
  readonly seq: number;
  /** Epoch ms of the marketplace's clock. */
  readonly at: number;
  readonly name: string;
  /**
   * The thing that the event is about: `product/<sku>`, `product/<sku>/changes/<id>`, `order/<number>`,
   * `reference/<changeId>`, `credential/<id>` or `endpoint/<id>`.
   */
  readonly resource: string;
  readonly version: number;
  readonly actor: string;
  readonly cause: string;
  /** JSON. */
  readonly payload: string;
}

interface Link {
  readonly rel: string;
  readonly href: string;
}

/** An event as sellers get it. The feed and notifications use the same form (decisions 7), but the feed omits `urlNotifyService`. */
export interface Envelope {
  /**
   * `evt_<sellerId>_<seq>`. All attempts to deliver an event have the same id. The id contains no dot, because dots separate the parts of
   * the text that is signed.
   */
  readonly id: string;
  readonly seq: number;
  /**
   * The seq of the previous event for the same recipient, which is the seller's feed or one notification endpoint; null = there is no previous
   * event. A recipient that has not received that event has missed something.
   */
  readonly prevSeq: number | null;
  readonly sellerId: number;
  readonly name: string;
  readonly eventCode: string;
  readonly eventAction: string;
  readonly eventMessage: string;
  readonly eventDate: string;
  readonly urlNotifyService?: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The status of the product or order after the event, spelled as in the seed. */
  readonly status?: string;
  readonly resourceVersion: number;
  readonly expands: readonly string[];
  readonly links: readonly Link[];
}

/**
 * An event in the feed. In addition to the envelope, it says what kind of actor caused the event, by which move or operation, and which
 * statuses changed.
 */
export interface FeedItem extends Envelope {
  /** The kind of actor that caused the event: credential, operator, simulator, timer, automatic validation. */
  readonly by: string;
  readonly cause: string;
  /** The status change of the product, or of the shippings that moved. */
  readonly changes: {
    readonly from?: string;
    readonly via?: string;
    readonly to?: string;
    readonly shippingCode?: number;
    readonly fields?: readonly ChangedField[];
  };
  /** The id of the call that caused the event. */
  readonly requestId?: string;
}

/** A field of a change request, and the state that it is in after the event. */
interface ChangedField {
  readonly pointer: string;
  readonly state: string;
  /** The kind of actor that decided it, and the rule if it was one; absent while it is open. */
  readonly decidedBy?: string;
  readonly rule?: string;
}

/** The fields of a stored payload that are shown to sellers. All other fields are internal. */
interface EventPayload {
  readonly from?: string | null;
  /** The status between `from` and `to`, when two moves were made at once. */
  readonly via?: string;
  readonly to?: string;
  readonly shippingCode?: number;
  readonly changeRequestId?: string;
  readonly fields?: readonly ChangedField[];
  readonly orderStatus?: string;
  readonly requestId?: string;
}

/** An event's id, which is also its delivery id. */
export const eventId = (sellerId: number, seq: number): string => `evt_${sellerId}_${seq}`;

/** The kind of resource that an event is about. */
export const resourceKindOf = ({ resource }: Pick<EventRow, "resource">): EventResourceKind =>
  resource.slice(0, resource.indexOf("/")) as EventResourceKind;

/**
 * An event as it is sent to a notification endpoint. `prevSeq` is the seq of the previous event that the endpoint subscribes to; null = there is
 * none. `url` is the address of the endpoint.
 */
export const envelope = (row: EventRow, facts: { readonly prevSeq: number | null; readonly url?: string }): Envelope =>
  envelopeOf(row, JSON.parse(row.payload) as EventPayload, facts);

/** An event as the feed shows it. The feed contains all events of a seller, so `prevSeq` is simply `seq - 1` (null for the first event). */
export function feedItem(row: EventRow): FeedItem {
  const payload = JSON.parse(row.payload) as EventPayload;
  const { from, via, to, shippingCode, fields, requestId } = payload;
  return {
    ...envelopeOf(row, payload, { prevSeq: row.seq > 1 ? row.seq - 1 : null }),
    by: kindOfActor(row.actor),
    cause: row.cause,
    changes: {
      ...(from ? { from: statusWordOf(from) } : {}),
      ...(via === undefined ? {} : { via: statusWordOf(via) }),
      ...(to === undefined ? {} : { to: statusWordOf(to) }),
      ...(shippingCode === undefined ? {} : { shippingCode }),
      ...(fields === undefined ? {} : { fields }),
    },
    ...(requestId === undefined ? {} : { requestId }),
  };
}

function envelopeOf(
  row: EventRow,
  payload: EventPayload,
  { prevSeq, url }: { readonly prevSeq: number | null; readonly url?: string },
): Envelope {
  const kind = resourceKindOf(row);
  const { id, changeRequestId = payload.changeRequestId } = resourceIds(kind, row.resource.slice(kind.length + 1));
  const texts = EVENT_RESOURCES[kind];
  const status = payload.orderStatus ?? payload.to;
  return {
    id: eventId(row.seller_id, row.seq),
    seq: row.seq,
    prevSeq,
    sellerId: row.seller_id,
    name: row.name,
    eventCode: texts.code,
    eventAction: texts.action,
    eventMessage: eventMessage(kind, { name: row.name, cause: row.cause, to: payload.to, orderStatus: payload.orderStatus }),
    eventDate: isoDateTime(row.at),
    ...(url === undefined ? {} : { urlNotifyService: url }),
    parameters: { [texts.parameter]: id, ...(changeRequestId === undefined ? {} : { changeRequestId }) },
    ...(status === undefined ? {} : { status: statusWordOf(status) }),
    resourceVersion: row.version,
    expands: texts.expands,
    links: Object.entries(texts.links(encodeURIComponent(id), changeRequestId)).map(([rel, href]) => ({ rel, href })),
  };
}

const PRODUCT_STATUS_WORDS: ReadonlyMap<string, string> = new Map(STATES.map(({ code, status }) => [code, status]));
/** The seed's word for a stored status. Product statuses are stored as codes, but order statuses are stored as the seed's words already. */
const statusWordOf = (status: string): string => PRODUCT_STATUS_WORDS.get(status) ?? status;
