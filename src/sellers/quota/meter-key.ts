import type { SellerIdentity } from "../caller-identity.ts";
import type { Lane } from "./headers.ts";

/** Identifies a quota. Live tokens of one application and seller share it. */
export interface MeterKey {
  /** Unique name of the bucket. */
  readonly name: string;
  readonly sellerId: number;
  readonly clientId: string;
  readonly lane: Lane;
  /** Calls per minute of the plan. */
  readonly perMinute: number;
  /** Calls per minute of the application over all its sellers; absent = no limit beyond its plans. */
  readonly ceiling?: number | undefined;
}

/** The quota keys of a seller's integration, created once per credential and not per call. */
export function meterKeys({ sellerId, clientId, quotaPerMinute, ceilingPerMinute }: SellerIdentity): Readonly<Record<Lane, MeterKey>> {
  const keyOf = (lane: Lane): MeterKey => {
    const name = `${sellerId} ${lane} ${clientId}`;
    return { name, sellerId, clientId, lane, perMinute: quotaPerMinute, ceiling: ceilingPerMinute };
  };
  return { default: keyOf("default"), orders: keyOf("orders") };
}
