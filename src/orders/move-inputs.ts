import type { Failure } from "../platform/contract/index.ts";
import { readCancellationReason } from "./cancellation-reasons.ts";
import type { CanceledBody, DeliveredBody, ShippedBody } from "./move-bodies.ts";
import type { InvoiceRegistration, InvoiceKey } from "./move.ts";
import type { ShippingRecord } from "./order.ts";
import { readTracking } from "./tracking.ts";

/** The body of a move, read for one shipping: everything that is wrong with it, or the patch that it applies. */
export interface MoveInput {
  readonly failures: readonly Failure[];
  readonly patch: Partial<ShippingRecord>;
  readonly registration?: InvoiceRegistration;
  /** The access key of the invoice. Whether another order uses it is reported even when something else is refused. */
  readonly key?: InvoiceKey;
  /** Findings that do not refuse the move. */
  readonly warnings?: readonly Failure[];
}

/** An approval. Its body contains no data. */
export const readApproval = (): MoveInput => ({ failures: [], patch: {} });

/** A shipment (seed 4.3 rule 2): carrier and tracking, when it left, and when it should arrive. */
export function readShipment(body: Partial<ShippedBody>, shipping: ShippingRecord, at: number): MoveInput {
  // Name and code are replaced together, so that they never name two carriers.
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

/** A delivery: when it happened. */
export const readDelivery = (body: Partial<DeliveredBody>, shipping: ShippingRecord, at: number): MoveInput => ({
  failures: [],
  patch: { transport: { ...shipping.transport, deliveryDate: body.deliveryDate ?? at } },
});

/** A cancellation (seed 4.3 rule 3): the reason, and whether it may count against the seller. */
export function readCancellation(body: Partial<CanceledBody>, at: number): MoveInput {
  const read = readCancellationReason(body);
  if ("failure" in read) return { failures: [read.failure], patch: {} };
  const { canceledBy } = body;
  const { code, canBePenalty } = read.reason;
  const cancellation = { cause: { reason: code }, canBePenalty, ...(canceledBy === undefined ? {} : { canceledBy }), at };
  return { failures: [], patch: { cancellation } };
}
