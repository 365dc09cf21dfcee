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
/** Renders a shipping as JSON after a move. */
type ShippingView = (order: OrderRecord, shipping: ShippingRecord, lang: Lang, warnings: readonly Failure[]) => string;

/** Functions that render orders for each audience. */
export interface Views {
  readonly customerOf: RenderingOptions["customerOf"];
  /** Options for rendering orders for sellers. Sellers see the customer only while they need the data. */
  readonly renderingOptions: Omit<RenderingOptions, "lang">;
  /** Renders a complete new order. */
  readonly createdOrder: Readonly<Record<AuthenticatedAudience, OrderView>>;
  /** Renders an order with the actions and URLs for operators. */
  readonly operatorOrder: OrderView;
  readonly movedShipping: Readonly<Record<AuthenticatedAudience, ShippingView>>;
}

/** Dependencies of the views. */
interface ViewsContext {
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly settings: {
    readonly environment: Environment;
    readonly customerShownDays: number;
    readonly paymentsShown: boolean;
  };
}

/** Creates the views. They decrypt customers with the key ring. The current time decides whether a customer is shown. */
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
