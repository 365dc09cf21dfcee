import { PAYMENT_INSTITUTIONS, PLATFORMS } from "../../orders/index.ts";
import { seededRandom, seededBoolean, seededPick } from "../../platform/basics/seeded-chance.ts";
import { HOUR_MS, localHourOf } from "../../platform/basics/clock.ts";
import { MOST_ORDERS_PER_HOUR, type Parameters } from "./roster.ts";
import { BASKETS, HOURS } from "./delay-distributions.ts";

/** Something on sale, and how many units of it are left. */
export interface Offer {
  readonly sku: string;
  readonly left: number;
}

/** A shopper: whose chance, and which one in a row. */
export interface Shopper {
  readonly seed: number;
  readonly nth: number;
  readonly parameters: Parameters;
}

/** The body of a checkout without its seller. */
export interface Basket {
  readonly orderNumber: string;
  readonly paid: boolean;
  readonly paymentGatewayInfos: readonly { readonly paymentGatewayRegistrationNumber: string; readonly totalValue: number }[];
  readonly shippings: readonly {
    readonly platformId: string;
    readonly items: readonly { readonly sku: string; readonly quantity: number }[];
  }[];
}

/** Order numbers have fifteen digits. */
const LEAST_NUMBER = 1e14;
/** Whoever takes several units takes so many. */
const FEW = [2, 2, 2, 3, 3, 4] as const;
const SEVERAL_SHARE = 0.06;

/** What a shopper buys of what is on sale; undefined when nothing is. */
export function basketOf({ seed, nth, parameters }: Shopper, offers: readonly Offer[]): Basket | undefined {
  if (offers.length === 0) return undefined;
  const draw = seededRandom(seed, "lines", nth);
  const lines = BASKETS.find(([below]) => draw < below)![1];
  const chosen = new Map<string, number>();
  for (let line = 0; line < lines; line += 1) {
    const { sku, left } = seededPick(offers, seed, "what", nth, line)!;
    chosen.set(sku, quantityOf({ seed, nth, parameters }, line, left));
  }
  const means = seededBoolean(parameters["cardShare"]!, seed, "card", nth) ? "card" : "other";
  const platformId = seededBoolean(parameters["marketplaceShare"]!, seed, "delivery", nth) ? PLATFORMS.marketplace : PLATFORMS.seller;
  return {
    // The same shopper who buys again after a crash meets the number of what was bought.
    orderNumber: String(Math.floor((1 + 9 * seededRandom(seed, "number", nth)) * LEAST_NUMBER)),
    paid: seededBoolean(parameters["paidShare"]!, seed, "paid", nth),
    paymentGatewayInfos: [{ paymentGatewayRegistrationNumber: PAYMENT_INSTITUTIONS[means], totalValue: 0 }],
    shippings: [{ platformId, items: [...chosen].map(([sku, quantity]) => ({ sku, quantity })) }],
  };
}

function quantityOf({ seed, nth, parameters }: Shopper, line: number, left: number): number {
  if (seededBoolean(parameters["greedShare"]!, seed, "greed", nth, line)) return left + 1;
  const wanted = seededBoolean(SEVERAL_SHARE, seed, "several", nth, line) ? seededPick(FEW, seed, "how many", nth, line)! : 1;
  return Math.min(wanted, left);
}

const HOURS_OF_DAY = HOURS.length;
const MEAN = HOURS.reduce<number>((sum, count) => sum + count, 0) / HOURS_OF_DAY;

/** When the shopper after this instant comes, epoch ms: at random, more often in hours when people buy. Undefined when nobody ever does. */
export function nextShopperAt({ seed, nth, parameters }: Shopper, after: number): number | undefined {
  const { ordersPerHour = 0, pace = 1 } = parameters;
  if (ordersPerHour === 0) return undefined;
  // At pace 0 everything is at once; shoppers would never end.
  const perHour = Math.min(MOST_ORDERS_PER_HOUR, ordersPerHour / pace);
  const hours = -Math.log(1 - seededRandom(seed, "wait", nth)) / perHour;
  return Math.max(after + 1, Math.round(whenAsBusy(hours, after)));
}

/** When, from an instant on, as much has been bought as in so many average hours; hours in which many buy count for more of them. */
function whenAsBusy(hours: number, from: number): number {
  let left = hours % HOURS_OF_DAY;
  let at = from + (hours - left) * HOUR_MS;
  for (;;) {
    const busy = HOURS[localHourOf(at)]! / MEAN;
    const rest = HOUR_MS - (at % HOUR_MS);
    if (left * HOUR_MS <= rest * busy) return at + (left * HOUR_MS) / busy;
    left -= (rest * busy) / HOUR_MS;
    at += rest;
  }
}
