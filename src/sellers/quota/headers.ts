import type { Headers } from "../../platform/http/index.ts";

/** The independent parts of a seller's quota. */
export const LANES = ["default", "orders"] as const;
export type Lane = (typeof LANES)[number];

/** Seconds over which a quota is counted. */
export const WINDOW_SECONDS = 60;

/** The headers that show a caller what is left of the lane used (decisions 1; draft-ietf-httpapi-ratelimit-headers). */
export const quotaHeaders = (perMinute: number, remaining: number, resetSeconds: number, used: Lane = "default"): Headers => ({
  "ratelimit-policy": LANES.map((lane) => `"${lane}";q=${perMinute};w=${WINDOW_SECONDS}`).join(", "),
  ratelimit: `"${used}";r=${remaining};t=${resetSeconds}`,
});
