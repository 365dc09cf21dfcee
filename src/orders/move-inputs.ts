import type { Failure } from "../platform/contract/errors.ts";
import { readCancellationReason } from "./cancellation-reasons.ts";
import type { CanceledBody, DeliveredBody, ShippedBody } from "./move-bodies.ts";
import type { InvoiceClaim, InvoiceKey } from "./move.ts";
import type { ShippingRecord } from "./order.ts";
import { readTracking } from "./tracking.ts";

/** What a seller's body says of a shipping that may move: everything wrong with it, or what it makes of the shipping. */
export interface MoveReading {
  readonly failures: readonly Failure[];
  readonly patch: Partial<ShippingRecord>;
  readonly claim?: InvoiceClaim;
  /** The key that it would take: whether it could is to be told also when something else refuses it. */
  readonly key?: InvoiceKey;
  /** What is odd and refuses nothing. */
  readonly warnings?: readonly Failure[];
}

/** Approval needs no words. */
export const readApproval = (): MoveReading => ({ failures: [], patch: {} });

/** A shipment (seed 4.3 rule 2): how it travels, since when, and when it should arrive. */
export function readShipment(body: Partial<ShippedBody>, shipping: ShippingRecord, at: number): MoveReading {
  // A carrier is its name and its code: of another one than before, neither stays.
  const { carrier, carrierId, ...transport } = shipping.transport;
  const { failures, tracking, warnings } = readTracking(body, { ...(carrier && { carrier }), ...(carrierId && { carrierId }) });
  const shipDate = body.deliveredCarrierDate ?? at;
  return {
    failures,
    warnings,
    patch: {
      transport: { ...transport, ...tracking, shipDate },
      estimateAt: body.estimatedDelivery ?? shipping.estimateAt,
      invoice: shipping.invoice && { ...shipping.invoice, shipDate },
    },
  };
}

/** A delivery: when. */
export const readDelivery = (body: Partial<DeliveredBody>, shipping: ShippingRecord, at: number): MoveReading => ({
  failures: [],
  patch: { transport: { ...shipping.transport, deliveryDate: body.deliveryDate ?? at } },
});

/** A cancellation (seed 4.3 rule 3): its reason, and whether it may count against the seller. */
export function readCancellation(body: Partial<CanceledBody>, at: number): MoveReading {
  const read = readCancellationReason(body);
  if ("failure" in read) return { failures: [read.failure], patch: {} };
  const { canceledBy } = body;
  const { code, canBePenalty } = read.reason;
  const cancellation = { cause: { reason: code }, canBePenalty, ...(canceledBy === undefined ? {} : { canceledBy }), at };
  return { failures: [], patch: { cancellation } };
}
