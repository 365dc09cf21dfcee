import type { Database } from "../platform/database/index.ts";
import { eventId } from "../events/index.ts";
import type { NotificationDelivery } from "../orders/index.ts";
import { deliverySummaryView } from "./delivery-view.ts";
import * as queries from "./queries.ts";

/** Maximum number of attempts shown; older ones are left out. By default, each endpoint may have ten attempts for each event. */
const MAX_ATTEMPTS = 2_000;

/** The deliveries of a seller's events by seq, with their attempts. Events without a delivery are absent. */
export async function deliveriesOfEvents(
  db: Pick<Database, "run">,
  sellerId: number,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, readonly NotificationDelivery[]>> {
  const ids = seqs.map((seq) => eventId(sellerId, seq));
  // Retries are read first, so that a retry that is completed between the two reads is found among the attempts.
  const retries = await db.run([sellerId], queries.listRetriesOfDeliveries, [sellerId, ids]);
  const attempts = await db.run([sellerId], queries.listAttemptsOfDeliveries, [sellerId, ids, MAX_ATTEMPTS]);
  const keyOf = (row: { readonly endpoint_id: string; readonly delivery_id: string }) => `${row.endpoint_id} ${row.delivery_id}`;
  const attemptsByKey = Map.groupBy(attempts, keyOf);
  const retryByKey = new Map(retries.map((row) => [keyOf(row), row]));
  const deliveries = [...new Set([...attemptsByKey.keys(), ...retryByKey.keys()])].toSorted().map((key) => {
    const rows = (attemptsByKey.get(key) ?? []).toReversed();
    const { endpoint_id: endpointId, seq } = retryByKey.get(key) ?? rows[0]!;
    return { seq: seq!, delivery: deliverySummaryView(endpointId, retryByKey.get(key), rows) };
  });
  return new Map([...Map.groupBy(deliveries, ({ seq }) => seq)].map(([seq, ofEvent]) => [seq, ofEvent.map(({ delivery }) => delivery)]));
}
