import type { EventRow } from "../../events/index.ts";
import { createBatcher, type Database } from "../../platform/database/index.ts";
import * as queries from "./queries.ts";

interface ReadRequest {
  readonly sellerId: number;
  /** Only events above this seq. */
  readonly after: number;
}

/** Reads the next events of a seller, oldest first, at most `EVENTS_PER_READ`; empty when there are no more. */
export type EventReader = (request: ReadRequest) => Promise<readonly EventRow[]>;

/** Maximum number of events per read. */
export const EVENTS_PER_READ = 256;
/** Maximum number of reads per statement, so that its rows fit into memory. */
const MAX_READS = 32;

/** Creates a reader that reads for many endpoints in one statement. */
export function createEventReader(db: Database): EventReader {
  const reads = createBatcher({
    name: "events for notifications",
    maxItems: MAX_READS,
    maxQueued: 4_096,
    async run(requests: readonly ReadRequest[]) {
      const sellers = [...new Set(requests.map(({ sellerId }) => sellerId))];
      const rows = await db.run(sellers, queries.nextEvents, [
        requests.map(({ sellerId }) => sellerId),
        requests.map(({ after }) => after),
        EVENTS_PER_READ,
      ]);
      const found: EventRow[][] = requests.map(() => []);
      for (const row of rows) found[row.ord - 1]!.push(row);
      return found;
    },
  });
  return (request) => reads.submit(request);
}
