import type { Clock } from "../platform/basics/clock.ts";
import type { Endpoint } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import type { Lang } from "../platform/contract/errors.ts";
import type { KeyRing } from "../platform/crypto/key-ring.ts";
import type { Log } from "../platform/observability/log.ts";
import type { HealthSections } from "../platform/jobs/slice-definition.ts";
import type { Job } from "../platform/jobs/job.ts";
import type { ReferenceSnapshot } from "../reference/index.ts";
import type { Asking } from "./actions.ts";
import { openOrders, type Orders } from "./change.ts";
import { openCustomer } from "./customer.ts";
import { nextOrderAt, sellersDue } from "./due/queries.ts";
import { timetableOf, type IsSimulated, type TimetableSettings } from "./due/timetable.ts";
import { moveDueOrders } from "./due/worker.ts";
import { exchangeEndpoints } from "./exchange/operations.ts";
import { openGlances } from "./summary-reader.ts";
import { listEndpoints } from "./lists/operations.ts";
import { type KeyUse, openKeyUse } from "./invoice/access-key-lookup.ts";
import { invoiceEndpoints } from "./invoice/operations.ts";
import type { IssueInvoice } from "./invoice/read-request.ts";
import { moveEndpoints, type MovesContext } from "./move-operations.ts";
import type { Timetable } from "./move.ts";
import type { OrderRecord } from "./order.ts";
import { ALL, orderText } from "./order-view.ts";
import { operatorOrderEndpoints } from "./operator/operations.ts";
import { operatorOrderText } from "./operator/order-view.ts";
import { nextToForgetAt } from "./privacy/queries.ts";
import { forgetDueCustomers } from "./privacy/worker.ts";
import { needsCustomer } from "./privacy/needed.ts";
import { purchaseEndpoints, type PurchaseContext } from "./purchase/operations.ts";
import { wareReader } from "./purchase/load.ts";
import { readEndpoints } from "./read-operations.ts";
import { shippingText } from "./shipping-view.ts";
import type { DeliveriesOf } from "./timeline.ts";
import type { Showing } from "./rendering-options.ts";

export interface OrdersSettings extends TimetableSettings {
  /** How long after delivery a seller still sees who bought. */
  readonly customerShownDays: number;
  /** The marketplace as invoices name it; empty = it is not compared. */
  readonly marketplaceCnpj: string;
  /** The marketplace may switch paymentGatewayInfos off (seed 2.4). */
  readonly paymentsShown: boolean;
}

export interface OrdersContext {
  readonly db: Database;
  readonly keys: KeyRing;
  readonly reference: () => ReferenceSnapshot;
  readonly settings: OrdersSettings;
  readonly clock: Clock;
  readonly log: Log;
  /** The fulfilment operator's hand; the slice behind it knows orders, not they it. */
  readonly issueInvoice: IssueInvoice;
  readonly deliveriesOf: DeliveriesOf;
  /** Shippings that do not go on by themselves, because a simulator says when. */
  readonly isSimulated?: IsSimulated;
}

/** The operations of orders. */
export interface OrdersSlice {
  readonly endpoints: readonly Endpoint[];
  /** For whoever else moves shippings: the orders, where, by which times, and how a moved shipping is shown. */
  readonly orders: Orders;
  readonly asking: Pick<Asking, "environment">;
  readonly timetable: Timetable;
  readonly keyUse: KeyUse;
  /** As the marketplace's people see it. */
  readonly view: MovesContext["view"];
  /** How many sellers wait for what is due. */
  readonly health: HealthSections;
  readonly jobs: readonly Job[];
}

const DUE_POLL_MS = 250;
const FORGET_POLL_MS = 60_000;
/** Health counts sellers up to here. */
const MOST_COUNTED = 1_000;

/** Orders from purchase to delivery (seed 2.4-2.6, 3.2, 3.3, 4.3). */
export function openOrderOperations(context: OrdersContext): OrdersSlice {
  const { db, keys, reference, settings, clock, log, issueInvoice, deliveriesOf, isSimulated } = context;
  const { environment } = settings;
  const orders = openOrders(db);
  const timetable = timetableOf(settings, isSimulated);
  const customerOf = ({ supplier, orderNumber, customer }: OrderRecord) =>
    customer && openCustomer(keys, supplier.sellerId, orderNumber, customer);
  const forSellers: Omit<Showing, "lang"> = {
    environment,
    customerOf,
    seesCustomer: (shipping) => needsCustomer(shipping, { ...settings, now: clock.now() }),
    paymentsShown: settings.paymentsShown,
  };
  const forOperators = { ...forSellers, seesCustomer: () => false };
  const shippingShown =
    (showing: Omit<Showing, "lang">): MovesContext["view"] =>
    (order, shipping, lang, warnings) =>
      shippingText(order, shipping, customerOf(order), { ...showing, lang }, { warnings });
  const views: PurchaseContext["views"] = {
    seller: (order, lang) => orderText(order, ALL, { ...forSellers, lang }),
    operator: (order, lang) => orderText(order, ALL, { ...forOperators, lang }),
  };
  const operatorViews = { ...views, operator: (order: OrderRecord, lang: Lang) => operatorOrderText(order, { ...forOperators, lang }) };
  const moving = { db, keys, orders, environment, timetable, customerOf };
  const invoicing = { db, orders, keys, environment, marketplaceCnpj: settings.marketplaceCnpj || undefined };
  const buying = { ...moving, reference, waresOf: wareReader(db) };
  const due = { db, orders, clock, log, environment, timetable, issueInvoice };
  return {
    orders,
    asking: { environment },
    timetable,
    keyUse: openKeyUse(db),
    view: shippingShown(forOperators),
    endpoints: [
      ...purchaseEndpoints({ ...buying, views }),
      ...listEndpoints({ db, showing: forSellers }),
      ...readEndpoints({ db, orders, glanceAt: openGlances(db), showing: forSellers, deliveriesOf }),
      ...moveEndpoints({ ...invoicing, timetable, view: shippingShown(forSellers) }),
      ...invoiceEndpoints(invoicing),
      ...operatorOrderEndpoints({ ...moving, view: operatorViews.operator }),
      ...exchangeEndpoints({ ...buying, views: operatorViews }),
    ],
    health: { orders: async () => ({ dueSellers: (await db.wide.run("every seller", sellersDue, [clock.now(), MOST_COUNTED])).length }) },
    jobs: [
      {
        name: "due orders",
        role: "worker",
        pollMs: DUE_POLL_MS,
        run: () => moveDueOrders(due),
        nextDueAt: async () => (await db.wide.run("every seller", nextOrderAt, []))[0]!.due_at ?? undefined,
      },
      {
        name: "customers to forget",
        role: "worker",
        pollMs: FORGET_POLL_MS,
        run: () => forgetDueCustomers({ db, clock }),
        nextDueAt: async () => (await db.wide.run("every seller", nextToForgetAt, []))[0]!.due_at ?? undefined,
      },
    ],
  };
}

export * as orderContract from "./contract.ts";
export * as operatorOrderContract from "./operator/contract.ts";
export * as exchangeContract from "./exchange/contract.ts";
export * as invoiceContract from "./invoice/contract.ts";
export { readAccessKey } from "./access-key.ts";
export { blockedBy, isOfStatus, offersOn } from "./actions.ts";
export { Attempt, deliveryStatus, trouble, type Trouble } from "./delivery-attempt-shapes.ts";
export { answering, type Decide, type Orders } from "./change.ts";
export { orderPathAliases } from "./path-suggestions.ts";
export { INVOICING_LIMIT_BYTES, movedReplies, orderNumber, shippingCode } from "./contract.ts";
export { openCustomer } from "./customer.ts";
export { invoiceKey, invoiceXml, type InvoiceToWrite } from "./invoice/generate-xml.ts";
export { MOST_XML_BYTES } from "./invoice/xml.ts";
export { withMore } from "./invoice/access-key-lookup.ts";
export { documentPlace, readDocument, readInvoicing, type IssueInvoice } from "./invoice/read-request.ts";
export { readDelivery, type MoveReading } from "./move-inputs.ts";
export { moveShipping, shippingUnknown } from "./move.ts";
export { postalCheckDigit, readOperatedTracking } from "./tracking.ts";
export type { OrderRecord, ShippingRecord } from "./order.ts";
export { PAYMENT_INSTITUTIONS } from "./purchase/payments.ts";
export { inventedCnpj, isCnpj, isCpf, plainTaxId, withCnpjDigits } from "./tax-ids.ts";
export { orderErrors } from "./errors.ts";
export { invoiceErrors } from "./invoice/errors.ts";
export { exchangeErrors } from "./exchange/errors.ts";
export { operatorErrors } from "./operator/errors.ts";
export { moveErrors } from "./move-errors.ts";
export { purchaseErrors } from "./purchase/errors.ts";
export type { ToldDelivery } from "./timeline.ts";
export type { IsSimulated } from "./due/timetable.ts";
export { deliveryOf, MOVES as ORDER_MOVES, PLATFORMS, STATES as ORDER_STATES, type Delivery, type OrderMoveName } from "./status.ts";
