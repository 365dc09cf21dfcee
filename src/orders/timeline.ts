import { kindOfActor } from "../platform/actor.ts";
import { isoDateTime } from "../platform/clock.ts";
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

/** One entry of an order's timeline (beyond M8); by whom is a kind, never a name. */
export function timelineEntry({ seq, at, name, version, actor, cause, payload }: EventRow) {
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
  };
}
