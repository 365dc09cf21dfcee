import { DAY_MS, isoDateTime } from "../platform/basics/index.ts";
import type { Refusal } from "../platform/contract/index.ts";
import { fulfillmentErrors } from "./errors.ts";

const MAX_DAYS = 30;

/** Refuses a period longer than 30 days (seed 4.3, 8). Both instants are epoch ms. */
export function periodRefusal(from: number, until: number): Refusal | undefined {
  const details = { pointer: "query.until", received: isoDateTime(until), params: { from: isoDateTime(from) } };
  if (until - from > MAX_DAYS * DAY_MS) return fulfillmentErrors.refuse("period_too_long", { ...details, allowed: MAX_DAYS });
  return undefined;
}
