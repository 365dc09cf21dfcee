import { endpoint, type Endpoint, type Operation } from "../platform/contract/operation.ts";
import { type Failure, Refusal } from "../platform/contract/errors.ts";
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
  shippingUnknown,
  addFailures,
} from "../orders/index.ts";
import type { OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";

export interface OperatedMovesContext {
  readonly orders: Pick<OrdersSlice, "orders" | "environment" | "schedule" | "view" | "findKeyUse">;
  readonly issueInvoice: IssueInvoice;
  /** Reads the document that the operator brought. */
  readonly readInvoiceFromDocument: (danfeXml: string, order: OrderRecord, shipping: ShippingRecord, at: number) => MoveInput;
}

type MoveRow = Operation<typeof contract.shipShipping.parameters & object>;

/** What the fulfilment operator and the marketplace's carriers report (decisions 5, 8): invoice, shipment, delivery. */
export function operatedMoveEndpoints({ orders: slice, issueInvoice, readInvoiceFromDocument }: OperatedMovesContext): readonly Endpoint[] {
  const { orders, environment, schedule, view, findKeyUse } = slice;
  const requester = { environment, mover: "operator" } as const;

  const moving = <Row extends MoveRow>(
    row: Row,
    move: OrderMoveName,
    read: (call: OperatorCall<Row>, order: OrderRecord, shipping: ShippingRecord) => MoveInput,
    madeAt?: "shipDate" | "deliveryDate",
  ): Endpoint => {
    /** What a report says that is on record as it says it: it is answered so, and nothing is written (decisions 9). */
    const repeated = (call: OperatorCall<Row>, order: OrderRecord, shipping: ShippingRecord): MoveInput | undefined => {
      const at = madeAt && shipping.status === leadsTo(move) ? shipping.transport[madeAt] : undefined;
      const reading = at === undefined ? undefined : read({ ...call, at }, order, shipping);
      return reading && isOnRecord(reading, shipping) ? reading : undefined;
    };
    return endpoint(
      row,
      async (call: OperatorCall<Row>) => {
        const { sellerId, orderNumber, shippingCode } = call.path as OperatorCall<typeof contract.shipShipping>["path"];
        const shippingOf = (order: OrderRecord) => order.shippings.find((one) => one.shippingCode === shippingCode);
        let warnings: readonly Failure[] = [];
        let refusedKey: MoveInput["key"];
        const decide: DecideChange = (order) => {
          refusedKey = undefined;
          const shipping = shippingOf(order);
          if (shipping === undefined) return shippingUnknown(order, shippingCode);
          if (call.bodyFailures.length > 0) return new Refusal(call.bodyFailures);
          const blocked = blockedBy(move, order, shipping, requester);
          if (blocked) {
            const again = isStatusFailure(blocked) ? repeated(call, order, shipping) : undefined;
            warnings = again?.warnings ?? [];
            return again ? undefined : new Refusal([blocked]);
          }
          const { failures, patch, registration, ...more } = read(call, order, shipping);
          if (failures.length > 0) {
            refusedKey = more.key;
            return new Refusal(failures);
          }
          warnings = more.warnings ?? [];
          const change = moveShipping(order, shippingCode, { ...requester, move, at: call.at, schedule, patch: () => patch });
          return change instanceof Refusal || registration === undefined ? change : { ...change, registration };
        };
        const author = { actor: call.who.actor, requestId: call.requestId, at: call.at };
        const responder = createResponder(call.idempotencyKey, (order) => ({
          status: 200,
          text: view(order, shippingOf(order)!, call.lang, warnings),
        }));
        const order = await orders.change(
          { sellerId, orderNumber },
          author,
          decide,
          availableActions(shippingCode, environment),
          responder,
        );
        return order instanceof Refusal
          ? addFailures(order, await findKeyUse(refusedKey, { sellerId, orderNumber }))
          : responder.answer(order);
      },
      { bodyFailures: "handler's" },
    );
  };

  return [
    moving(contract.invoiceShipping, "invoice", ({ body: { danfeXml }, at }, order, shipping) =>
      danfeXml === undefined ? issueInvoice(order, shipping, at) : readInvoiceFromDocument(danfeXml, order, shipping, at),
    ),
    moving(contract.shipShipping, "ship", ({ body, at }, _order, shipping) => readOperatedShipment(body, shipping, at), "shipDate"),
    moving(contract.deliverShipping, "deliver", ({ body, at }, _order, shipping) => readDelivery(body, shipping, at), "deliveryDate"),
  ];
}

const leadsTo = (move: OrderMoveName) => ORDER_MOVES.find((row) => row.move === move)!.to;

/** Whether nothing that a call says is new. */
const isOnRecord = ({ failures, patch }: MoveInput, shipping: ShippingRecord): boolean =>
  failures.length === 0 && JSON.stringify({ ...shipping, ...patch }) === JSON.stringify(shipping);

/** A shipment by the carrier that the shipping has: nobody need say where it can be tracked. */
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
