import type { EventRow } from "../../events/index.ts";
import { createBatcher } from "../../platform/database/batching/batcher.ts";
import type { Database } from "../../platform/database/database.ts";
import * as queries from "./queries.ts";

/** Answers a seller's events after a seq, oldest first; none when there are no more. */
export type EventReader = (asked: { readonly sellerId: number; readonly after: number }) => Promise<readonly EventRow[]>;

/** Events that an endpoint is handed at once. */
export const EVENTS_AT_ONCE = 256;
/** Endpoints in one statement: what they are handed fits into memory. */
const MOST_READERS = 32;

/** Reads for many endpoints in one statement. */
export function createReader(db: Database): EventReader {
  const reads = createBatcher({
    name: "events for notifications",
    maxItems: MOST_READERS,
    maxQueued: 4_096,
    async run(items: readonly { readonly sellerId: number; readonly after: number }[]) {
      const sellers = [...new Set(items.map(({ sellerId }) => sellerId))];
      const rows = await db.run(sellers, queries.nextEvents, [
        items.map(({ sellerId }) => sellerId),
        items.map(({ after }) => after),
        EVENTS_AT_ONCE,
      ]);
      const found: EventRow[][] = items.map(() => []);
      for (const row of rows) found[row.ord - 1]!.push(row);
      return found;
    },
  });
  return (asked) => reads.submit(asked);
}
