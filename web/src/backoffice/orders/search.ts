import { PLATFORMS, type PlatformName } from "../../ui/order/Platform.tsx";

/** The states of orders, as an order goes through them. */
export const STATES = ["Created", "Waiting Checkin", "Frozen", "approved", "Invoiced", "shipped", "delivered", "canceled"] as const;

/** The filters in the address. They are those of the list's operation, so that a number's link leads here as it is. */
export interface OrdersSearch {
  readonly orderStatus?: (typeof STATES)[number] | undefined;
  readonly platformId?: PlatformName | undefined;
  /** A store, by its code. */
  readonly businessUnit?: string | undefined;
  readonly sellerId?: number | undefined;
  readonly late?: true | undefined;
  readonly frozen?: true | undefined;
}

/** Reads the address; what the list does not understand is left out. */
export const ordersSearch = (sent: Readonly<Record<string, unknown>>): OrdersSearch => ({
  orderStatus: STATES.find((one) => one === sent["orderStatus"]),
  platformId: PLATFORMS.find((one) => one === sent["platformId"]),
  businessUnit: typeof sent["businessUnit"] === "string" ? sent["businessUnit"] : undefined,
  sellerId: sellerIdOf(sent["sellerId"]),
  late: sent["late"] === true || undefined,
  frozen: sent["frozen"] === true || undefined,
});

/** A seller's number, typed or in the address. */
function sellerIdOf(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
