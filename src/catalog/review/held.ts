import { isoDateTime } from "../../platform/basics/index.ts";
import type { Failure, Refusal } from "../../platform/contract/index.ts";
import { reviewErrors } from "./errors.ts";

/** Who else holds an item, and until when; epoch ms of real time. */
interface Holder {
  readonly reviewer: string;
  /** Null for a key, which has no person. */
  readonly name: string | null;
  readonly until: number;
}

/** The refusal of a decision on what another reviewer holds. Names the reviewer, and until when. */
export function refuseHeld(sku: string, requested: Pick<Failure, "pointer" | "received">, { reviewer, name, until }: Holder): Refusal {
  const current = { reviewer, leaseUntil: isoDateTime(until) };
  return reviewErrors.refuse("review_claimed", { ...requested, current, params: { sku, ...current, reviewer: name ?? reviewer } });
}
