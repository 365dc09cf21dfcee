import { type Endpoint, endpoint, type Failure, type Operation, Refusal } from "../platform/contract/index.ts";
import {
  createResponder,
  blockedBy,
  type DecideChange,
  isStatusFailure,
  type IssueInvoice,
  type MoveInput,
  moveShipping,
  availableActions,
  ORDER_MOVES,
  type OrderMoveName,
  type OrderRecord,
  type OrdersSlice,
  readDelivery,
  readMarketplaceTracking,
  type ShippingRecord,
  refuseUnknownShipping,
  addFailures,
} from "../orders/index.ts";
import type { OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";

type OrdersParts = Pick<OrdersSlice, "orders" | "environment" | "schedule" | "view" | "findKeyUse">;

export interface FulfillmentShippingContext {
  readonly orders: OrdersParts;
  readonly issueInvoice: IssueInvoice;
  /** Reads the invoice document that the operator sent. */
  readonly readInvoiceFromDocument: (danfeXml: string, order: OrderRecord, shipping: ShippingRecord, at: number) => MoveInput;
}

type ReportOperation = Operation<typeof contract.shipShipping.parameters & object>;

/**
 * How a report is handled: its operation, the move that it makes, and the function that reads its body. A report is about an invoice, a
 * shipment or a delivery.
 */
interface Report<Row extends ReportOperation> {
  readonly operation: Row;
  readonly move: OrderMoveName;
  readonly read: (call: OperatorCall<Row>, order: OrderRecord, shipping: ShippingRecord) => MoveInput;
  /** The field that stores the reported time. Invoices have none, so a repeated report of an invoice is refused. */
  readonly recordedAt?: "shipDate" | "deliveryDate";
}

/** Endpoints for the reports of the fulfilment operator and the marketplace's carriers (decisions 5, 8): invoice, shipment, delivery. */
export function fulfillmentShippingEndpoints({
  orders,
  issueInvoice,
  readInvoiceFromDocument,
}: FulfillmentShippingContext): readonly Endpoint[] {
  return [
    reportEndpoint(orders, {
      operation: contract.invoiceShipping,
      move: "invoice",
      read: ({ body: { danfeXml }, at }, order, shipping) =>
        danfeXml === undefined ? issueInvoice(order, shipping, at) : readInvoiceFromDocument(danfeXml, order, shipping, at),
    }),
    reportEndpoint(orders, {
      operation: contract.shipShipping,
      move: "ship",
      read: ({ body, at }, _order, shipping) => readOperatedShipment(body, shipping, at),
      recordedAt: "shipDate",
    }),
    reportEndpoint(orders, {
      operation: contract.deliverShipping,
      move: "deliver",
      read: ({ body, at }, _order, shipping) => readDelivery(body, shipping, at),
      recordedAt: "deliveryDate",
    }),
  ];
}

function reportEndpoint<Row extends ReportOperation>(slice: OrdersParts, report: Report<Row>): Endpoint {
  const { orders, environment, view, findKeyUse } = slice;
  return endpoint(
    report.operation,
    async (call: OperatorCall<Row>) => {
      const { sellerId, orderNumber, shippingCode } = pathOf(call);
      const notes: Notes = { warnings: [], refusedKey: undefined };
      const responder = createResponder(call.idempotencyKey, (order) => ({
        status: 200,
        text: view(order, shippingOf(order, shippingCode)!, call.lang, notes.warnings),
      }));
      const author = { actor: call.who.actor, requestId: call.requestId, at: call.at };
      const decide: DecideChange = (order) => decideReport(slice, report, { call, order, notes });
      const order = await orders.change({ sellerId, orderNumber }, author, decide, availableActions(shippingCode, environment), responder);
      return order instanceof Refusal
        ? addFailures(order, await findKeyUse(notes.refusedKey, { sellerId, orderNumber }))
        : responder.answer(order);
    },
    { bodyFailures: "handler's" },
  );
}

/** Data that the answer to a report needs in addition to the order. Each attempt to change the order overwrites this data. */
interface Notes {
  warnings: readonly Failure[];
  /** The access key of an invoice that was refused because of its content; otherwise undefined. */
  refusedKey: MoveInput["key"];
}

interface Deciding<Row extends ReportOperation> {
  readonly call: OperatorCall<Row>;
  readonly order: OrderRecord;
  readonly notes: Notes;
}

/** The change that a report makes to an order, or the report's refusal. Undefined when everything in the report is already recorded. */
function decideReport<Row extends ReportOperation>(
  slice: OrdersParts,
  report: Report<Row>,
  { call, order, notes }: Deciding<Row>,
): ReturnType<DecideChange> {
  const { move, read } = report;
  const requester = { environment: slice.environment, mover: "operator" } as const;
  const { shippingCode } = pathOf(call);
  notes.refusedKey = undefined;
  const shipping = shippingOf(order, shippingCode);
  if (shipping === undefined) return refuseUnknownShipping(order, shippingCode);
  if (call.bodyFailures.length > 0) return new Refusal(call.bodyFailures);
  const blocked = blockedBy(move, order, shipping, requester);
  if (blocked) {
    const repeated = isStatusFailure(blocked) ? repeatedReport(report, call, order, shipping) : undefined;
    notes.warnings = repeated?.warnings ?? [];
    return repeated ? undefined : new Refusal([blocked]);
  }
  const { failures, patch, registration, key, warnings = [] } = read(call, order, shipping);
  if (failures.length > 0) {
    notes.refusedKey = key;
    return new Refusal(failures);
  }
  notes.warnings = warnings;
  const change = moveShipping(order, shippingCode, { ...requester, move, at: call.at, schedule: slice.schedule, patch: () => patch });
  return change instanceof Refusal || registration === undefined ? change : { ...change, registration };
}

/**
 * The data of a report when all of it is already recorded; undefined for any other report. Such a repeated report gets the same answer
 * again, and nothing is written (decisions 9).
 */
function repeatedReport<Row extends ReportOperation>(
  { move, read, recordedAt }: Report<Row>,
  call: OperatorCall<Row>,
  order: OrderRecord,
  shipping: ShippingRecord,
): MoveInput | undefined {
  const at = recordedAt && shipping.status === leadsTo(move) ? shipping.transport[recordedAt] : undefined;
  const reading = at === undefined ? undefined : read({ ...call, at }, order, shipping);
  return reading && isOnRecord(reading, shipping) ? reading : undefined;
}

const pathOf = (call: { readonly path: unknown }) => call.path as OperatorCall<typeof contract.shipShipping>["path"];

const shippingOf = (order: OrderRecord, shippingCode: number) => order.shippings.find((one) => one.shippingCode === shippingCode);

const leadsTo = (move: OrderMoveName) => ORDER_MOVES.find((row) => row.move === move)!.to;

/** Whether a report is valid and would not change the shipping. */
const isOnRecord = ({ failures, patch }: MoveInput, shipping: ShippingRecord): boolean =>
  failures.length === 0 && JSON.stringify({ ...shipping, ...patch }) === JSON.stringify(shipping);

/** Reads the report of a shipment. Tracking details are optional. */
function readOperatedShipment(
  { trackingNumber, trackingLink, shipDate, estimatedDelivery }: OperatorCall<typeof contract.shipShipping>["body"],
  shipping: ShippingRecord,
  at: number,
): MoveInput {
  const shipped = shipDate ?? at;
  const { failures, tracking, warnings } = readMarketplaceTracking({ trackingNumber, trackingLink }, shipping.transport);
  return {
    failures,
    warnings,
    patch: {
      transport: { ...shipping.transport, ...tracking, shipDate: shipped },
      estimateAt: estimatedDelivery ?? shipping.estimateAt,
      invoice: shipping.invoice && { ...shipping.invoice, shipDate: shipped },
    },
  };
}
