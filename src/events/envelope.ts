import { STATES } from "../catalog/index.ts";
import { kindOfActor } from "../platform/basics/actor-kind.ts";
import { isoDateTime } from "../platform/basics/clock.ts";
import { KINDS, messageOf, type EventKind } from "./event-texts.ts";

/** An event as it is stored. */
export interface EventRow {
  readonly seller_id: number;
  readonly seq: number;
  /** Epoch ms. */
  readonly at: number;
  readonly name: string;
  /** `product/<sku>`, `order/<number>`, `credential/<id>`, `endpoint/<id>`. */
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

/** An event on the wire, in the feed and pushed alike (decisions 7); the feed leaves `urlNotifyService` out. */
export interface Envelope {
  /** `evt_<sellerId>_<seq>`: the same on every try, no dot in it. */
  readonly id: string;
  readonly seq: number;
  /** Of the event before it that this reader gets; null = there is none. Whoever did not see that one missed something. */
  readonly prevSeq: number | null;
  readonly sellerId: number;
  readonly name: string;
  readonly eventCode: string;
  readonly eventAction: string;
  readonly eventMessage: string;
  readonly eventDate: string;
  readonly urlNotifyService?: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Where the product or the order is after the event, in the seed's word. */
  readonly status?: string;
  readonly resourceVersion: number;
  readonly expands: readonly string[];
  readonly links: readonly Link[];
}

/** An event in the feed: who is there may know how it came. */
export interface FeedItem extends Envelope {
  /** The kind of who did it: credential, operator, simulator, timer, automatic validation. */
  readonly by: string;
  readonly cause: string;
  /** Of the product, or of the shippings that moved. */
  readonly changes: { readonly from?: string; readonly via?: string; readonly to?: string; readonly shippingCode?: number };
  /** The call that caused it. */
  readonly requestId?: string;
}

/** What is told of a payload; whatever else it holds stays here. */
interface Told {
  readonly from?: string | null;
  /** The status in between, where two moves were made at once. */
  readonly via?: string;
  readonly to?: string;
  readonly shippingCode?: number;
  readonly orderStatus?: string;
  readonly requestId?: string;
}

/** An event's id, under which it is delivered too. */
export const eventId = (sellerId: number, seq: number): string => `evt_${sellerId}_${seq}`;

/** What an event is about. */
export const kindOf = ({ resource }: Pick<EventRow, "resource">): EventKind => resource.slice(0, resource.indexOf("/")) as EventKind;

/** An event as it is sent. `prevSeq` is the one before it that the reader gets; `url` is where it is pushed to. */
export const envelope = (row: EventRow, facts: { readonly prevSeq: number | null; readonly url?: string }): Envelope =>
  told(row, JSON.parse(row.payload) as Told, facts);

/** An event as the feed shows it: there the one before it is the seq before it. */
export function feedItem(row: EventRow): FeedItem {
  const payload = JSON.parse(row.payload) as Told;
  const { from, via, to, shippingCode, requestId } = payload;
  return {
    ...told(row, payload, { prevSeq: row.seq > 1 ? row.seq - 1 : null }),
    by: kindOfActor(row.actor),
    cause: row.cause,
    changes: {
      ...(from ? { from: wordOf(from) } : {}),
      ...(via === undefined ? {} : { via: wordOf(via) }),
      ...(to === undefined ? {} : { to: wordOf(to) }),
      ...(shippingCode === undefined ? {} : { shippingCode }),
    },
    ...(requestId === undefined ? {} : { requestId }),
  };
}

function told(row: EventRow, payload: Told, { prevSeq, url }: { readonly prevSeq: number | null; readonly url?: string }): Envelope {
  const kind = kindOf(row);
  const id = row.resource.slice(kind.length + 1);
  const words = KINDS[kind];
  const status = payload.orderStatus ?? payload.to;
  return {
    id: eventId(row.seller_id, row.seq),
    seq: row.seq,
    prevSeq,
    sellerId: row.seller_id,
    name: row.name,
    eventCode: words.code,
    eventAction: words.action,
    eventMessage: messageOf(kind, { name: row.name, cause: row.cause, to: payload.to, orderStatus: payload.orderStatus }),
    eventDate: isoDateTime(row.at),
    ...(url === undefined ? {} : { urlNotifyService: url }),
    parameters: { [words.parameter]: id },
    ...(status === undefined ? {} : { status: wordOf(status) }),
    resourceVersion: row.version,
    expands: words.expands,
    links: Object.entries(words.links(encodeURIComponent(id))).map(([rel, href]) => ({ rel, href })),
  };
}

const PUBLICATION_WORDS: ReadonlyMap<string, string> = new Map(STATES.map(({ code, status }) => [code, status]));
/** Products are stored by their code and shown by the seed's word; orders are stored by that word. */
const wordOf = (status: string): string => PUBLICATION_WORDS.get(status) ?? status;
