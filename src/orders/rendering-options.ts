import type { Environment } from "../platform/contract/operation.ts";
import { failureMessage, type Failure, type Lang } from "../platform/contract/errors.ts";
import type { Customer } from "./customer.ts";
import type { OrderRecord, ShippingRecord } from "./order.ts";

/** How an order is shown. */
export interface Showing {
  readonly lang: Lang;
  readonly environment: Environment;
  /** Opens the customer of an order; asked only where shippings are shown. */
  readonly customerOf: (order: OrderRecord) => Customer | undefined;
  /** Whether who bought is shown as it is, and not masked. */
  readonly seesCustomer: (shipping: ShippingRecord) => boolean;
  /** The marketplace may switch the payments off (seed 2.4). */
  readonly paymentsShown: boolean;
}

/** What is odd about a body that was taken. */
export const warningView = (warning: Failure, lang: Lang) => ({
  code: warning.code,
  pointer: warning.pointer,
  message: failureMessage(warning, lang),
});
