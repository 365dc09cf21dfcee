import type { Failure } from "../platform/contract/index.ts";
import { readCancellationReason } from "./cancellation-reasons.ts";
import type { CanceledBody, DeliveredBody, ShippedBody } from "./move-bodies.ts";
import type { InvoiceRegistration, InvoiceKey } from "./move.ts";
import type { ShippingRecord } from "./order.ts";
import { readTracking } from "./tracking.ts";

/** Result of reading a move's body for one shipping: all failures, or the patch to apply. */
export interface MoveInput {
  readonly failures: readonly Failure[];
  readonly patch: Partial<ShippingRecord>;
  readonly registration?: InvoiceRegistration;
  /** The access key of the invoice. If another order uses it, this is reported even if the move is refused for other reasons. */
  readonly key?: InvoiceKey;
  /** Findings that do not refuse the move. */
  readonly warnings?: readonly Failure[];
}

/** Reads an approval. Its body contains no data. */
export const readApproval = (): MoveInput => ({ failures: [], patch: {} });

/** Reads a shipment (seed 4.3 rule 2): carrier, tracking, ship date and estimated delivery. */
export function readShipment(body: Partial<ShippedBody>, shipping: ShippingRecord, at: number): MoveInput {
  // The carrier's name and code are replaced together, so that they never belong to different carriers.
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

/** Reads a delivery: its date. */
export const readDelivery = (body: Partial<DeliveredBody>, shipping: ShippingRecord, at: number): MoveInput => ({
  failures: [],
  patch: { transport: { ...shipping.transport, deliveryDate: body.deliveryDate ?? at } },
});

/** Reads a cancellation (seed 4.3 rule 3): the reason, and whether it may count against the seller. */
export function readCancellation(body: Partial<CanceledBody>, at: number): MoveInput {
  const read = readCancellationReason(body);
  if ("failure" in read) return { failures: [read.failure], patch: {} };
  const { canceledBy } = body;
  const { code, canBePenalty } = read.reason;
  const cancellation = { cause: { reason: code }, canBePenalty, ...(canceledBy === undefined ? {} : { canceledBy }), at };
  return { failures: [], patch: { cancellation } };
}
