import { PAYMENT_INSTITUTIONS, PLATFORMS } from "../../orders/index.ts";
import { HOUR_MS, localHourOf, seededBoolean, seededPick, seededRandom } from "../../platform/basics/index.ts";
import { MAX_ORDERS_PER_HOUR, type Parameters } from "./definitions.ts";
import { CART_SIZES, ORDERS_BY_HOUR } from "./delay-distributions.ts";

/** A product on sale. */
export interface ProductForSale {
  readonly sku: string;
  readonly availableUnits: number;
}

/** One simulated shopper of a seller: the seed of all random choices, the shopper's number and the simulator's parameters. */
export interface Shopper {
  readonly seed: number;
  readonly nth: number;
  readonly parameters: Parameters;
}

/** The body of a purchase request, without the seller. */
export interface Cart {
  readonly orderNumber: string;
  readonly paid: boolean;
  readonly paymentGatewayInfos: readonly { readonly paymentGatewayRegistrationNumber: string; readonly totalValue: number }[];
  readonly shippings: readonly {
    readonly platformId: string;
    readonly items: readonly { readonly sku: string; readonly quantity: number }[];
  }[];
}

/** The lowest order number: order numbers have fifteen digits. */
const FIRST_ORDER_NUMBER = 1e14;
/** Quantities for a shopper who buys several units of a product. One is drawn at random, so repeated numbers are more likely. */
const SEVERAL_UNITS = [2, 2, 2, 3, 3, 4] as const;
const SEVERAL_SHARE = 0.06;

/** The random cart of a shopper; undefined when no products are on sale. */
export function randomCart({ seed, nth, parameters }: Shopper, products: readonly ProductForSale[]): Cart | undefined {
  if (products.length === 0) return undefined;
  const draw = seededRandom(seed, "lines", nth);
  const lines = CART_SIZES.find(([below]) => draw < below)![1];
  const chosen = new Map<string, number>();
  for (let line = 0; line < lines; line += 1) {
    const { sku, availableUnits } = seededPick(products, seed, "what", nth, line)!;
    chosen.set(sku, quantityOf({ seed, nth, parameters }, line, availableUnits));
  }
  const means = seededBoolean(parameters["cardShare"]!, seed, "card", nth) ? "card" : "other";
  const platformId = seededBoolean(parameters["marketplaceShare"]!, seed, "delivery", nth) ? PLATFORMS.marketplace : PLATFORMS.seller;
  return {
    // The number depends only on the seed and `nth`. So a purchase that is repeated after a crash has the same number and is recognised.
    orderNumber: String(Math.floor((1 + 9 * seededRandom(seed, "number", nth)) * FIRST_ORDER_NUMBER)),
    paid: seededBoolean(parameters["paidShare"]!, seed, "paid", nth),
    paymentGatewayInfos: [{ paymentGatewayRegistrationNumber: PAYMENT_INSTITUTIONS[means], totalValue: 0 }],
    shippings: [{ platformId, items: [...chosen].map(([sku, quantity]) => ({ sku, quantity })) }],
  };
}

function quantityOf({ seed, nth, parameters }: Shopper, line: number, availableUnits: number): number {
  if (seededBoolean(parameters["greedShare"]!, seed, "greed", nth, line)) return availableUnits + 1;
  const wanted = seededBoolean(SEVERAL_SHARE, seed, "several", nth, line) ? seededPick(SEVERAL_UNITS, seed, "how many", nth, line)! : 1;
  return Math.min(wanted, availableUnits);
}

const HOURS_OF_DAY = ORDERS_BY_HOUR.length;
const MEAN_ORDERS = ORDERS_BY_HOUR.reduce<number>((sum, count) => sum + count, 0) / HOURS_OF_DAY;

/**
 * A random time for the next purchase after `after`, both epoch ms of the marketplace's clock; undefined when shoppers never buy. Busy hours
 * have more purchases.
 */
export function nextPurchaseAt({ seed, nth, parameters }: Shopper, after: number): number | undefined {
  const { ordersPerHour = 0, pace = 1 } = parameters;
  if (ordersPerHour === 0) return undefined;
  // At pace 0 there is no delay, so there would be no end to the purchases. The maximum prevents that.
  const perHour = Math.min(MAX_ORDERS_PER_HOUR, ordersPerHour / pace);
  const hours = -Math.log(1 - seededRandom(seed, "wait", nth)) / perHour;
  return Math.max(after + 1, Math.round(addAverageHours(after, hours)));
}

/**
 * Adds `hours` hours of average traffic to `start`, epoch ms. Returns the instant at which the orders since `start` are as many as in
 * `hours` average hours. A busy hour counts for more than one average hour, and a quiet hour for less.
 */
function addAverageHours(start: number, hours: number): number {
  let left = hours % HOURS_OF_DAY;
  let at = start + (hours - left) * HOUR_MS;
  for (;;) {
    const traffic = ORDERS_BY_HOUR[localHourOf(at)]! / MEAN_ORDERS;
    const restOfHourMs = HOUR_MS - (at % HOUR_MS);
    if (left * HOUR_MS <= restOfHourMs * traffic) return at + (left * HOUR_MS) / traffic;
    left -= (restOfHourMs * traffic) / HOUR_MS;
    at += restOfHourMs;
  }
}
