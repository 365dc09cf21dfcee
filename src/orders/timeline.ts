import { kindOfActor } from "../platform/basics/actor-kind.ts";
import { isoDateTime } from "../platform/basics/clock.ts";
import type { EventRow } from "./queries.ts";
import type { OrderStatus } from "./status.ts";

/** What an event of an order says; nothing personal. */
export interface OrderEventFacts {
  readonly from?: OrderStatus | null;
  readonly to?: OrderStatus;
  readonly shippingCode?: number;
  readonly orderStatus?: OrderStatus;
  readonly requestId?: string;
  readonly reason?: string;
}

/** How an endpoint of the seller was told of an event; what was sent and answered stands where the links lead. */
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
/** How a seller was told of events, by their seq; the slice that tells knows orders, not they it. */
export type FindDeliveries = (sellerId: number, seqs: readonly number[]) => Promise<ReadonlyMap<number, readonly NotificationDelivery[]>>;

/** One entry of an order's timeline (beyond M8); by whom is a kind, never a name. */
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
