import { DAY_MS } from "../../platform/basics/index.ts";
import type { Environment } from "../../platform/contract/index.ts";
import type { MoveSchedule } from "../move.ts";
import type { DueMove } from "../order.ts";
import { deliveryPartyOf, type DeliveryParty, type OrderMoveName, type OrderStatus } from "../status.ts";

/**
 * Delays of automatic moves and of the erasure of the customer's data, counted from the time of the latest status change. 0 = it never
 * happens.
 */
export interface ScheduleSettings {
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
type Seconds = { readonly [Name in keyof ScheduleSettings]: Name extends `${string}Seconds` ? Name : never }[keyof ScheduleSettings];

/** An automatic move from a status, and the setting with its delay. If a status has several moves, only the earliest is scheduled. */
interface DueRule {
  readonly status: OrderStatus;
  readonly move: OrderMoveName;
  readonly after: Seconds;
  readonly environment?: Environment;
}

const ORDER_RULES: readonly DueRule[] = [
  { status: "Created", move: "approve", after: "paymentApprovalSeconds", environment: "sandbox" },
  { status: "Created", move: "expire", after: "paymentExpirySeconds" },
];

const SHIPPING_RULES: Readonly<Record<DeliveryParty, readonly DueRule[]>> = {
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

/** Final statuses. The retention period of customer data starts when an order reaches one of them. */
const FINAL_STATUSES: ReadonlySet<OrderStatus> = new Set(["delivered", "canceled"]);
const SECOND_MS = 1_000;

/** Whether a simulator, instead of this schedule, moves those shippings of a seller that the party `delivery` delivers. */
export type IsSimulated = (sellerId: number, delivery: DeliveryParty) => boolean;

/** Creates the schedule from the settings. When a setting changes, moves that are already scheduled keep their time. */
export function createMoveSchedule(settings: ScheduleSettings, isSimulated: IsSimulated = () => false): MoveSchedule {
  const { environment, customerRetentionDays } = settings;
  const earliest = (rules: readonly DueRule[], status: OrderStatus, statusAt: number): DueMove | undefined =>
    rules
      .filter((rule) => rule.status === status && (rule.environment ?? environment) === environment && settings[rule.after] > 0)
      .map(({ move, after }) => ({ move, at: statusAt + settings[after] * SECOND_MS }))
      .reduce<DueMove | undefined>((first, due) => (first === undefined || due.at < first.at ? due : first), undefined);
  return {
    orderDue: ({ status, statusAt }) => earliest(ORDER_RULES, status, statusAt),
    shippingDue(shipping, sellerId) {
      const delivery = deliveryPartyOf(shipping);
      return isSimulated(sellerId, delivery) ? undefined : earliest(SHIPPING_RULES[delivery], shipping.status, shipping.statusAt);
    },
    forgetCustomerAt: ({ status, statusAt }) =>
      FINAL_STATUSES.has(status) && customerRetentionDays > 0 ? statusAt + customerRetentionDays * DAY_MS : undefined,
  };
}
