import type { Database } from "../../platform/database/index.ts";
import type { EndpointState } from "./endpoint-state.ts";
import * as queries from "./queries.ts";

/** The retries of one endpoint that are due. */
export interface DueRetries {
  /** Takes the first due retry whose resource has nothing in flight. */
  next(): queries.DueRow | undefined;
  count(): number;
  /**
   * Reads the due retries, unless they were read recently. Returns true for a periodic read. Returns false for the first read, for the read after
   * `readSoon`, and when it did not read.
   */
  read(at: number): Promise<boolean>;
  /** Makes the next call of `read` read again, however recent the last read was. Call this when other retries have become due. */
  readSoon(): void;
}

const DUE_PER_READ = 64;
const READ_EVERY_MS = 500;

/** Creates the due retries of an endpoint. None are read yet. */
export function createDueRetries(db: Database, { lease, deliveries }: EndpointState): DueRetries {
  const { seller_id: sellerId, endpoint_id: endpointId } = lease.endpoint;
  let due: queries.DueRow[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  return {
    next() {
      const index = due.findIndex((row) => !deliveries.isInFlight(row.resource));
      return index < 0 ? undefined : due.splice(index, 1)[0];
    },
    count: () => due.length,
    async read(at) {
      if (performance.now() - readAt <= READ_EVERY_MS) return false;
      const isPeriodic = Number.isFinite(readAt);
      readAt = performance.now();
      const rows = await db.run([sellerId], queries.listDueRetries, [sellerId, endpointId, at, DUE_PER_READ]);
      due = rows.filter((row) => !deliveries.isPending(row.delivery_id));
      deliveries.addStored(due.map((row) => ({ resource: row.resource, deliveryId: row.delivery_id })));
      return isPeriodic;
    },
    readSoon() {
      readAt = Number.NEGATIVE_INFINITY;
    },
  };
}
