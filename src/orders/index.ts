import type { Clock } from "../platform/basics/index.ts";
import type { Endpoint, Environment } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { KeyRing } from "../platform/crypto/index.ts";
import type { Log } from "../platform/observability/index.ts";
import type { HealthSections, Job } from "../platform/jobs/index.ts";
import type { ReferenceSnapshot } from "../reference/index.ts";
import { openViews, type Views } from "./audience-views.ts";
import { createOrderStore, type OrderStore } from "./change.ts";
import { nextOrderAt, sellersDue } from "./due/queries.ts";
import { createMoveSchedule, type IsSimulated, type ScheduleSettings } from "./due/schedule.ts";
import { runDueMoves } from "./due/worker.ts";
import { exchangeEndpoints } from "./exchange/operations.ts";
import { createSummaryReader } from "./stored-order-summary.ts";
import { listEndpoints } from "./lists/operations.ts";
import { createOrderCounts, type OrderCounts } from "./lists/waiting/counts.ts";
import { type FindAccessKeyUse, createAccessKeyLookup } from "./invoice/access-key-lookup.ts";
import { invoiceEndpoints } from "./invoice/operations.ts";
import type { IssueInvoice } from "./invoice/read-request.ts";
import { moveEndpoints, type MovesContext } from "./move-operations.ts";
import type { MoveSchedule } from "./move.ts";
import { operatorOrderEndpoints } from "./operator/operations.ts";
import { nextErasureAt } from "./privacy/queries.ts";
import { eraseExpiredCustomers } from "./privacy/worker.ts";
import { purchaseEndpoints } from "./purchase/operations.ts";
import { createProductReader } from "./purchase/load.ts";
import { readEndpoints } from "./read-operations.ts";
import type { FindDeliveries } from "./timeline.ts";

export interface OrdersSettings extends ScheduleSettings {
  /** Number of days after delivery for which a seller still sees the customer. */
  readonly customerShownDays: number;
  /** The marketplace's CNPJ on invoices; empty = not compared. */
  readonly marketplaceCnpj: string;
  /** Whether releasing and refusing frozen orders takes two people. */
  readonly riskFourEyes: boolean;
  /** Whether orders show paymentGatewayInfos; the marketplace may hide it (seed 2.4). */
  readonly paymentsShown: boolean;
}

export interface OrdersContext {
  readonly db: Database;
  readonly keys: KeyRing;
  readonly reference: () => ReferenceSnapshot;
  readonly settings: OrdersSettings;
  readonly clock: Clock;
  readonly log: Log;
  /** Issues invoices for the fulfilment operator. Passed in because the fulfilment slice imports the orders slice. */
  readonly issueInvoice: IssueInvoice;
  /** Finds the notifications that were sent for events. Passed in because the notifications slice imports the orders slice. */
  readonly findDeliveries: FindDeliveries;
  /** Whether a simulator decides when a shipping moves. If so, the shipping has no due moves. */
  readonly isSimulated?: IsSimulated;
}

/** The interface of the orders slice for the application and for other slices. */
export interface OrdersSlice {
  readonly counts: OrderCounts;
  readonly endpoints: readonly Endpoint[];
  /** The five members from here to `view` are for other slices that move shippings. */
  readonly orders: OrderStore;
  readonly environment: Environment;
  readonly schedule: MoveSchedule;
  readonly findKeyUse: FindAccessKeyUse;
  /** The seller's moves, whose statements run in an open transaction. */
  readonly movesIn: (transaction: Pick<Database, "run" | "transaction">) => readonly Endpoint[];
  /** Renders a moved shipping for operators. */
  readonly view: MovesContext["view"];
  /** Reports the number of sellers that have due moves. */
  readonly health: HealthSections;
  readonly jobs: readonly Job[];
}

const DUE_POLL_MS = 250;
const FORGET_POLL_MS = 60_000;
/** Maximum number of due orders, and of due shippings, that the health page reads to count their sellers. */
const MAX_COUNTED = 1_000;

/** Opens the orders slice: orders from purchase to delivery (seed 2.4-2.6, 3.2, 3.3, 4.3). */
export function openOrderOperations(context: OrdersContext): OrdersSlice {
  const { db, settings, clock } = context;
  const base: Base = {
    orders: createOrderStore(db),
    schedule: createMoveSchedule(settings, context.isSimulated),
    views: openViews(context),
  };
  return {
    counts: createOrderCounts(db),
    orders: base.orders,
    environment: settings.environment,
    schedule: base.schedule,
    findKeyUse: createAccessKeyLookup(db),
    movesIn: (runner) => moveEndpoints({ ...invoicingOf(context), db: runner, orders: createOrderStore(runner), ...moveViews(base) }),
    view: base.views.movedShipping.operator,
    endpoints: endpointsOf(context, base),
    health: { orders: async () => ({ dueSellers: (await db.wide.run("every seller", sellersDue, [clock.now(), MAX_COUNTED])).length }) },
    jobs: jobsOf(context, base),
  };
}

/** Objects that the endpoints and the background jobs share. */
interface Base {
  readonly orders: OrderStore;
  readonly schedule: MoveSchedule;
  readonly views: Views;
}

function endpointsOf(context: OrdersContext, { orders, schedule, views }: Base): readonly Endpoint[] {
  const { db, keys, reference, settings, findDeliveries } = context;
  const { environment } = settings;
  const { customerOf, renderingOptions, createdOrder, operatorOrder } = views;
  const moving = { db, keys, orders, environment, schedule, customerOf };
  const invoicing = { ...invoicingOf(context), orders };
  const buying = { ...moving, reference, readProducts: createProductReader(db) };
  return [
    ...purchaseEndpoints({ ...buying, views: createdOrder }),
    ...listEndpoints({ db, renderingOptions }),
    ...readEndpoints({ db, orders, readStoredSummary: createSummaryReader(db), renderingOptions, findDeliveries }),
    ...moveEndpoints({ ...invoicing, ...moveViews({ schedule, views }) }),
    ...invoiceEndpoints(invoicing),
    ...operatorOrderEndpoints({ ...moving, findDeliveries, isRiskDecidedByTwo: settings.riskFourEyes, view: operatorOrder }),
    ...exchangeEndpoints({ ...buying, views: { seller: createdOrder.seller, operator: operatorOrder } }),
  ];
}

const invoicingOf = ({ db, keys, settings }: OrdersContext) => ({
  db,
  keys,
  environment: settings.environment,
  marketplaceCnpj: settings.marketplaceCnpj || undefined,
});

const moveViews = ({ schedule, views }: Pick<Base, "schedule" | "views">) => ({ schedule, view: views.movedShipping.seller });

function jobsOf({ db, clock, log, settings, issueInvoice }: OrdersContext, { orders, schedule }: Base): readonly Job[] {
  const due = { db, orders, clock, log, environment: settings.environment, schedule, issueInvoice };
  return [
    {
      name: "due orders",
      role: "worker",
      pollMs: DUE_POLL_MS,
      run: () => runDueMoves(due),
      nextDueAt: async () => (await db.wide.run("every seller", nextOrderAt, []))[0]!.due_at ?? undefined,
    },
    {
      name: "customers to forget",
      role: "worker",
      pollMs: FORGET_POLL_MS,
      run: () => eraseExpiredCustomers({ db, clock }),
      nextDueAt: async () => (await db.wide.run("every seller", nextErasureAt, []))[0]!.due_at ?? undefined,
    },
  ];
}

export * as orderContract from "./contract.ts";
export * as orderListContract from "./lists/contract.ts";
export * as purchaseContract from "./purchase/contract.ts";
export * as moveContract from "./move-contract.ts";
export * as operatorOrderContract from "./operator/contract.ts";
export * as exchangeContract from "./exchange/contract.ts";
export * as invoiceContract from "./invoice/contract.ts";
export type { OrderCounts } from "./lists/waiting/counts.ts";
export { readAccessKey } from "./access-key.ts";
export { blockedBy, isStatusFailure, availableActions } from "./actions.ts";
export { DeliveryAttempt, deliveryStatus, type DeliveryError, deliveryErrorSchema } from "./notification-attempt-shapes.ts";
export { createResponder, type DecideChange, type OrderStore } from "./change.ts";
export { orderPathAliases } from "./path-suggestions.ts";
export { orderNumber, shippingCode } from "./contract-parameters.ts";
export { INVOICING_LIMIT_BYTES, movedReplies } from "./move-contract.ts";
export { openCustomer } from "./customer.ts";
export { invoiceKey, generateInvoiceXml, type InvoiceXmlInput } from "./invoice/generate-xml.ts";
export { MAX_XML_BYTES } from "./invoice/xml.ts";
export { addFailures } from "./invoice/access-key-lookup.ts";
export { documentSealContext, readInvoiceFromDocument, readInvoicing, type IssueInvoice } from "./invoice/read-request.ts";
export { readDelivery, type MoveInput } from "./move-inputs.ts";
export { moveShipping, refuseUnknownShipping } from "./move.ts";
export { postalCheckDigit, readMarketplaceTracking } from "./tracking.ts";
export type { OrderRecord, ShippingRecord } from "./order.ts";
export { PAYMENT_INSTITUTIONS } from "./purchase/payments.ts";
export { fakeCnpj, isCnpj, isCpf, normalizeTaxId, withCnpjDigits } from "./tax-ids.ts";
export { orderErrors } from "./errors.ts";
export { invoiceErrors } from "./invoice/errors.ts";
export { exchangeErrors } from "./exchange/errors.ts";
export { operatorErrors } from "./operator/errors.ts";
export { moveErrors } from "./move-errors.ts";
export { purchaseErrors } from "./purchase/errors.ts";
export type { NotificationDelivery } from "./timeline.ts";
export type { IsSimulated } from "./due/schedule.ts";
export { deliveryPartyOf, ORDER_MOVES, PLATFORMS, ORDER_STATES, type DeliveryParty, type OrderMoveName } from "./status.ts";
