import { realNow } from "../../platform/basics/index.ts";
import type { KeyRing } from "../../platform/crypto/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { openSecret, secretBytes } from "../secret.ts";
import { FAILURES_TO_OPEN } from "./endpoint-health.ts";
import type { LeasedEndpoint } from "./endpoint-state.ts";
import * as queries from "./queries.ts";
import { LEASE_SECONDS } from "./persist-results.ts";

interface EndpointKey {
  readonly seller_id: number;
  readonly endpoint_id: string;
}

/** Names an endpoint within the whole marketplace. */
export const endpointKey = ({ seller_id, endpoint_id }: EndpointKey): string => `${seller_id} ${endpoint_id}`;

export interface LeasingContext {
  readonly db: Database;
  readonly keys: KeyRing;
  /** Number of consecutive failures of an endpoint, by its key, as counted by this process. */
  readonly failuresOf: (key: string) => number;
}

/**
 * Leases endpoints and reads their stored retries. Leaves out endpoints that, in the meantime, another process has leased or somebody has paused,
 * disabled or removed.
 */
export async function leaseEndpoints(context: LeasingContext, ready: readonly EndpointKey[]): Promise<readonly LeasedEndpoint[]> {
  const sellers = [...new Set(ready.map(({ seller_id }) => seller_id))];
  const sorted = ready.toSorted((a, b) => a.seller_id - b.seller_id || (a.endpoint_id < b.endpoint_id ? -1 : 1));
  const [rows, retries] = await context.db.transaction(sellers, async (transaction) => {
    const leased = await transaction.run(queries.claimEndpoints, [
      sorted.map(({ seller_id }) => seller_id),
      sorted.map(({ endpoint_id }) => endpoint_id),
      LEASE_SECONDS,
    ]);
    const stored = await transaction.run(queries.listStoredRetries, [
      leased.map(({ seller_id }) => seller_id),
      leased.map(({ endpoint_id }) => endpoint_id),
      leased.map(({ cursor_seq }) => cursor_seq),
    ]);
    return [leased, stored] as const;
  });
  const retriesOf = Map.groupBy(retries, endpointKey);
  return rows.map((endpoint) => toLeasedEndpoint(context, endpoint, retriesOf.get(endpointKey(endpoint)) ?? []));
}

function toLeasedEndpoint(
  { keys, failuresOf }: LeasingContext,
  endpoint: queries.ClaimedRow,
  retries: readonly { readonly resource: string; readonly seq: number | null; readonly dead: boolean; readonly delivery_id: string }[],
): LeasedEndpoint {
  const { seller_id: sellerId, endpoint_id: endpointId } = endpoint;
  const stillSigns = endpoint.previous_secret !== null && endpoint.previous_until! > realNow();
  const secrets = [endpoint.secret, ...(stillSigns ? [endpoint.previous_secret] : [])];
  const storedRetries = new Map<string, Set<string>>();
  for (const { resource, delivery_id, dead } of retries) {
    if (!dead) storedRetries.set(resource, (storedRetries.get(resource) ?? new Set()).add(delivery_id));
  }
  return {
    endpoint,
    signingKeys: secrets.map((secret) => secretBytes(openSecret(keys, secret, { sellerId, endpointId }))),
    storedRetries,
    handled: new Set(retries.flatMap(({ seq }) => seq ?? [])),
    failures: endpoint.open_since === null ? failuresOf(endpointKey(endpoint)) : FAILURES_TO_OPEN,
  };
}
