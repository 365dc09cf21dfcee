import type { SellerIdentity } from "../caller-identity.ts";
import type { Lane } from "./headers.ts";

/** Identifies a quota. All access tokens that an application has for the same seller share the quota. */
export interface MeterKey {
  /** Unique name of the bucket. */
  readonly name: string;
  readonly sellerId: number;
  readonly clientId: string;
  readonly lane: Lane;
  /** Calls per minute that the plan allows. */
  readonly perMinute: number;
  /** Maximum calls per minute of the application for all its sellers together; absent = only the plans limit it. */
  readonly ceiling?: number | undefined;
}

/** The quota keys of a seller's integration. Create them once per credential, not in each call. */
export function meterKeys({ sellerId, clientId, quotaPerMinute, ceilingPerMinute }: SellerIdentity): Readonly<Record<Lane, MeterKey>> {
  const keyOf = (lane: Lane): MeterKey => {
    const name = `${sellerId} ${lane} ${clientId}`;
    return { name, sellerId, clientId, lane, perMinute: quotaPerMinute, ceiling: ceilingPerMinute };
  };
  return { default: keyOf("default"), orders: keyOf("orders"), bulk: keyOf("bulk") };
}
