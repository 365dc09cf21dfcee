import type { Headers } from "../../platform/http/index.ts";

/** The lanes of a quota. Each lane counts its calls separately. */
export const LANES = ["default", "orders", "bulk"] as const;
export type Lane = (typeof LANES)[number];

/** Length of the period of a quota, in seconds. */
export const WINDOW_SECONDS = 60;

/** An item of `RateLimit`: a lane and what is left of it. */
export const rateLimitItem = (lane: Lane, remaining: number, resetSeconds: number): string => `"${lane}";r=${remaining};t=${resetSeconds}`;

/** The headers that tell a caller the remaining quota of the lane `used` (decisions 1; draft-ietf-httpapi-ratelimit-headers). */
export const quotaHeaders = (perMinute: number, remaining: number, resetSeconds: number, used: Lane = "default"): Headers => ({
  "ratelimit-policy": LANES.map((lane) => `"${lane}";q=${perMinute};w=${WINDOW_SECONDS}`).join(", "),
  ratelimit: rateLimitItem(used, remaining, resetSeconds),
});
