import { DAY_MS } from "../../platform/basics/clock.ts";
import type { Environment } from "../../platform/contract/operation.ts";
import type { Timetable } from "../move.ts";
import type { Due } from "../order.ts";
import { deliveryOf, type Delivery, type OrderMoveName, type OrderStatus } from "../status.ts";

/** After how long things happen by themselves; 0 = never. */
export interface TimetableSettings {
  readonly environment: Environment;
  readonly paymentApprovalSeconds: number;
  readonly paymentExpirySeconds: number;
  readonly fulfillmentInvoicingSeconds: number;
  readonly fulfillmentShipmentSeconds: number;
  readonly fulfillmentDeliverySeconds: number;
  readonly marketplaceShipmentSeconds: number;
  readonly marketplaceDeliverySeconds: number;
  readonly customerRetentionDays: number;
}
type Seconds = { readonly [Name in keyof TimetableSettings]: Name extends `${string}Seconds` ? Name : never }[keyof TimetableSettings];

/** What follows a status by itself, and which setting says when. Of several the earliest happens. */
interface Entry {
  readonly status: OrderStatus;
  readonly move: OrderMoveName;
  readonly after: Seconds;
  readonly environment?: Environment;
}

const OF_ORDERS: readonly Entry[] = [
  { status: "Created", move: "approve", after: "paymentApprovalSeconds", environment: "sandbox" },
  { status: "Created", move: "expire", after: "paymentExpirySeconds" },
];

const OF_SHIPPINGS: Readonly<Record<Delivery, readonly Entry[]>> = {
  fulfillment: [
    { status: "approved", move: "invoice", after: "fulfillmentInvoicingSeconds" },
    { status: "Invoiced", move: "ship", after: "fulfillmentShipmentSeconds" },
    { status: "shipped", move: "deliver", after: "fulfillmentDeliverySeconds" },
  ],
  marketplace: [
    { status: "Invoiced", move: "ship", after: "marketplaceShipmentSeconds" },
    { status: "shipped", move: "deliver", after: "marketplaceDeliverySeconds" },
  ],
  seller: [],
};

/** States from which nothing follows: from then on the customer's data has its term. */
const ENDS: ReadonlySet<OrderStatus> = new Set(["delivered", "canceled"]);
const SECOND_MS = 1_000;

/** Whether somebody else says when a seller's shippings of this kind go on. */
export type IsSimulated = (sellerId: number, delivery: Delivery) => boolean;

/** The timetable that settings make. Whatever was due before a setting changed stays due. */
export function timetableOf(settings: TimetableSettings, isSimulated: IsSimulated = () => false): Timetable {
  const { environment, customerRetentionDays } = settings;
  const earliest = (entries: readonly Entry[], status: OrderStatus, statusAt: number): Due | undefined =>
    entries
      .filter((entry) => entry.status === status && (entry.environment ?? environment) === environment && settings[entry.after] > 0)
      .map(({ move, after }) => ({ move, at: statusAt + settings[after] * SECOND_MS }))
      .reduce<Due | undefined>((first, due) => (first === undefined || due.at < first.at ? due : first), undefined);
  return {
    ofOrder: ({ status, statusAt }) => earliest(OF_ORDERS, status, statusAt),
    ofShipping(shipping, sellerId) {
      const delivery = deliveryOf(shipping);
      return isSimulated(sellerId, delivery) ? undefined : earliest(OF_SHIPPINGS[delivery], shipping.status, shipping.statusAt);
    },
    forgetsCustomerAt: ({ status, statusAt }) =>
      ENDS.has(status) && customerRetentionDays > 0 ? statusAt + customerRetentionDays * DAY_MS : undefined,
  };
}
