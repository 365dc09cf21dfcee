import { isoDateTime, kindOfActor } from "../platform/basics/index.ts";
import type { EventRow } from "./queries.ts";
import type { OrderStatus } from "./status.ts";

/** The payload of an order's event. It has no personal data. */
export interface OrderEventFacts {
  readonly from?: OrderStatus | null;
  readonly to?: OrderStatus;
  readonly shippingCode?: number;
  readonly orderStatus?: OrderStatus;
  readonly requestId?: string;
  readonly reason?: string;
}

/** A notification of an event to one of the seller's endpoints. The links lead to the sent notification and the answers. */
export interface NotificationDelivery {
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly status: string;
  readonly nextAttemptAt: string | undefined;
  readonly attempts: readonly {
    readonly attempt: number;
    readonly outcome: string;
    readonly at: string;
    readonly responseStatus: number | undefined;
    readonly elapsedMs: number;
    readonly trouble: string | undefined;
  }[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}
/** Finds the notifications of events, by their `seq`. The notifications slice implements it, because it imports this one. */
export type FindDeliveries = (sellerId: number, seqs: readonly number[]) => Promise<ReadonlyMap<number, readonly NotificationDelivery[]>>;

/** Builds one entry of an order's timeline. Its field `by` says only what acted (such as `credential` or `timer`), never who. */
export function timelineEntry(
  { seq, at, name, version, actor, cause, payload }: EventRow,
  deliveries: readonly NotificationDelivery[] = [],
) {
  const { from, to, shippingCode, orderStatus, requestId, reason } = JSON.parse(payload) as OrderEventFacts;
  return {
    seq,
    date: isoDateTime(at),
    event: name,
    move: cause,
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(shippingCode === undefined ? {} : { shippingCode }),
    ...(orderStatus ? { orderStatus } : {}),
    version,
    by: kindOfActor(actor),
    ...(reason === undefined ? {} : { reason }),
    ...(requestId === undefined ? {} : { requestId }),
    deliveries,
  };
}
