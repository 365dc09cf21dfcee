import { type Lines, linesOf } from "../../platform/header-lines.ts";

/** The parts of a seller's quota that take nothing from each other. */
export const LANES = ["default", "orders"] as const;
export type Lane = (typeof LANES)[number];

/** Seconds over which a quota is counted. */
export const WINDOW_SECONDS = 60;

const policies = new Map<number, Lines>();
const MAX_POLICIES = 1_000;

/** Which lanes a quota has, and their sizes; there are few plans, so each is written once. */
function policyOf(perMinute: number): Lines {
  const known = policies.get(perMinute);
  if (known !== undefined) return known;
  const lanes = LANES.map((lane) => `"${lane}";q=${perMinute};w=${WINDOW_SECONDS}`);
  const policy = linesOf({ "ratelimit-policy": lanes.join(", ") });
  if (policies.size >= MAX_POLICIES) policies.clear();
  policies.set(perMinute, policy);
  return policy;
}

/** The headers that tell a caller what is left of the lane that was used (decisions 1; draft-ietf-httpapi-ratelimit-headers). */
export const quotaHeaders = (perMinute: number, remaining: number, resetSeconds: number, lane: Lane = "default"): Lines =>
  `${policyOf(perMinute)}ratelimit: "${lane}";r=${remaining};t=${resetSeconds}\r\n` as Lines;
