import type { Database } from "../platform/database/database.ts";
import { eventId } from "../events/index.ts";
import type { NotificationDelivery } from "../orders/index.ts";
import { toldView } from "./delivery-view.ts";
import * as queries from "./queries.ts";

/** Attempts that are told of together, the newest; an endpoint gets ten for each event. */
const MOST_ATTEMPTS = 2_000;

/** How a seller's endpoints were told of events, by the events' seq: what was tried, and what is still to be tried. */
export async function deliveriesOf(
  db: Pick<Database, "run">,
  sellerId: number,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, readonly NotificationDelivery[]>> {
  const ids = seqs.map((seq) => eventId(sellerId, seq));
  // In this order: what is settled in between is found among the attempts.
  const retries = await db.run([sellerId], queries.retriesAt, [sellerId, ids]);
  const attempts = await db.run([sellerId], queries.attemptsAt, [sellerId, ids, MOST_ATTEMPTS]);
  const keyOf = (row: { readonly endpoint_id: string; readonly delivery_id: string }) => `${row.endpoint_id} ${row.delivery_id}`;
  const tried = Map.groupBy(attempts, keyOf);
  const waiting = new Map(retries.map((row) => [keyOf(row), row]));
  const told = [...new Set([...tried.keys(), ...waiting.keys()])].toSorted().map((key) => {
    const rows = (tried.get(key) ?? []).toReversed();
    const { endpoint_id: endpointId, seq } = waiting.get(key) ?? rows[0]!;
    return { seq: seq!, delivery: toldView(endpointId, waiting.get(key), rows) };
  });
  return new Map([...Map.groupBy(told, ({ seq }) => seq)].map(([seq, deliveries]) => [seq, deliveries.map(({ delivery }) => delivery)]));
}
