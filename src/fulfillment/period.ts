import { DAY_MS, isoDateTime } from "../platform/basics/clock.ts";
import type { Refusal } from "../platform/contract/errors.ts";
import { fulfillmentErrors } from "./errors.ts";

const MOST_DAYS = 30;

/** Why a period cannot be asked for: it is longer than 30 days (seed 4.3, 8). Epoch ms. */
export function refusedPeriod(from: number, until: number): Refusal | undefined {
  const about = { pointer: "query.until", received: isoDateTime(until), params: { from: isoDateTime(from) } };
  if (until - from > MOST_DAYS * DAY_MS) return fulfillmentErrors.refuse("period_too_long", { ...about, allowed: MOST_DAYS });
  return undefined;
}
