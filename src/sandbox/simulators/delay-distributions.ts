import type { Distribution } from "../../platform/basics/index.ts";

/**
 * Delays before the acts of simulators, in hours, as quantiles: each pair is a share of cases and the maximum delay of that share. For
 * example, half of all card payments are approved within 0.35 hours, and 95 % of shippings are delivered within 593 hours (24.7 days) after
 * they are shipped. A simulator's delays are multiplied by its `pace`.
 */
export const DELAY_DISTRIBUTIONS = {
  pix: [
    [0, 0.002],
    [0.5, 0.02],
    [0.9, 0.2],
    [1, 1],
  ],
  card: [
    [0, 0.01],
    [0.5, 0.35],
    [0.9, 3],
    [1, 14],
  ],
  boleto: [
    [0, 4],
    [0.25, 14],
    [0.5, 24],
    [0.75, 35],
    [0.9, 49],
    [1, 71],
  ],
  purchaseCancellation: [
    [0, 0.02],
    [0.5, 1],
    [1, 12],
  ],
  riskFreeze: [
    [0, 0.01],
    [0.5, 0.1],
    [1, 0.5],
  ],
  riskAnalysis: [
    [0, 0.1],
    [0.5, 4],
    [0.9, 24],
    [1, 48],
  ],
  invoicing: [
    [0, 0.1],
    [0.5, 3],
    [1, 24],
  ],
  handling: [
    [0, 2],
    [0.5, 46],
    [0.9, 146],
    [1, 240],
  ],
  transit: [
    [0, 24],
    [0.5, 170],
    [0.95, 593],
    [1, 900],
  ],
  exchangeRequest: [
    [0, 4],
    [0.5, 60],
    [1, 168],
  ],
  returnTransit: [
    [0, 24],
    [0.5, 140],
    [1, 400],
  ],
  review: [
    [0, 0.05],
    [0.5, 4],
    [0.9, 20],
    [1, 47],
  ],
} as const satisfies Readonly<Record<string, Distribution>>;

export type DelayName = keyof typeof DELAY_DISTRIBUTIONS;

/** Number of orders placed in each hour of the day in São Paulo, out of a thousand. */
export const ORDERS_BY_HOUR = [24, 12, 6, 3, 2, 2, 5, 13, 30, 48, 62, 67, 60, 64, 67, 65, 67, 62, 58, 60, 62, 63, 58, 40] as const;

/** Number of products drawn for a cart, by cumulative share: one product in 90.4 % of carts, two in 7.3 %, 1.13 on average. */
export const CART_SIZES = [
  [0.904, 1],
  [0.977, 2],
  [0.993, 3],
  [1, 4],
] as const;
