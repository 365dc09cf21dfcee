import type { Clock } from "../platform/basics/index.ts";
import type { AuthenticatedAudience, Environment, Failure, Lang } from "../platform/contract/index.ts";
import type { KeyRing } from "../platform/crypto/index.ts";
import { openCustomer } from "./customer.ts";
import { operatorOrderJson } from "./operator/order-view.ts";
import { ALL_EXPANSIONS, orderJson } from "./order-view.ts";
import type { OrderRecord, ShippingRecord } from "./order.ts";
import { needsCustomer } from "./privacy/needed.ts";
import type { RenderingOptions } from "./rendering-options.ts";
import { shippingJson } from "./shipping-view.ts";

/** Renders an order as JSON. */
type OrderView = (order: OrderRecord, lang: Lang) => string;
/** Renders a shipping that was just moved as JSON. */
type ShippingView = (order: OrderRecord, shipping: ShippingRecord, lang: Lang, warnings: readonly Failure[]) => string;

/** How orders are rendered for each audience. */
export interface Views {
  readonly customerOf: RenderingOptions["customerOf"];
  /** For sellers, who see the customer only while they need to. */
  readonly renderingOptions: Omit<RenderingOptions, "lang">;
  /** A created order, whole. */
  readonly createdOrder: Readonly<Record<AuthenticatedAudience, OrderView>>;
  /** An order with the actions and addresses of operators. */
  readonly operatorOrder: OrderView;
  readonly movedShipping: Readonly<Record<AuthenticatedAudience, ShippingView>>;
}

/** What rendering depends on. */
interface ViewsContext {
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly settings: {
    readonly environment: Environment;
    readonly customerShownDays: number;
    readonly paymentsShown: boolean;
  };
}

/** Opens the views: customers are decrypted with the key ring, and shown according to the clock. */
export function openViews({ keys, settings, clock }: ViewsContext): Views {
  const { environment, paymentsShown } = settings;
  const customerOf = ({ supplier, orderNumber, customer }: OrderRecord) =>
    customer && openCustomer(keys, supplier.sellerId, orderNumber, customer);
  const showsCustomer = (shipping: ShippingRecord) => needsCustomer(shipping, { ...settings, now: clock.now() });
  const forSellers: Omit<RenderingOptions, "lang"> = { environment, customerOf, showsCustomer, paymentsShown };
  const forOperators = { ...forSellers, showsCustomer: () => false };
  const shippingView =
    (options: Omit<RenderingOptions, "lang">): ShippingView =>
    (order, shipping, lang, warnings) =>
      shippingJson(order, shipping, customerOf(order), { ...options, lang }, { warnings });
  return {
    customerOf,
    renderingOptions: forSellers,
    createdOrder: {
      seller: (order, lang) => orderJson(order, ALL_EXPANSIONS, { ...forSellers, lang }),
      operator: (order, lang) => orderJson(order, ALL_EXPANSIONS, { ...forOperators, lang }),
    },
    operatorOrder: (order, lang) => operatorOrderJson(order, { ...forOperators, lang }),
    movedShipping: { seller: shippingView(forSellers), operator: shippingView(forOperators) },
  };
}
