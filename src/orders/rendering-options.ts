import { type Environment, type Failure, failureMessage, type Lang } from "../platform/contract/index.ts";
import type { Customer } from "./customer.ts";
import type { OrderRecord, ShippingRecord } from "./order.ts";

/** Options for rendering an order. */
export interface RenderingOptions {
  readonly lang: Lang;
  readonly environment: Environment;
  /** Decrypts the customer of an order; called only when shippings are rendered. */
  readonly customerOf: (order: OrderRecord) => Customer | undefined;
  /** Whether the customer is shown in clear text; otherwise it is masked. */
  readonly showsCustomer: (shipping: ShippingRecord) => boolean;
  /** Whether payments are shown; the marketplace may hide them (seed 2.4). */
  readonly paymentsShown: boolean;
}

/** Renders a warning about an accepted body, with its message in `lang`. */
export const warningView = (warning: Failure, lang: Lang) => ({
  code: warning.code,
  pointer: warning.pointer,
  message: failureMessage(warning, lang),
});
