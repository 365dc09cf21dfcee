import { createBatcher } from "../../platform/database/batching/batcher.ts";
import { isoDay, realNow } from "../../platform/basics/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { CHAIN_START, chainHash } from "../../platform/crypto/hash-chain.ts";
import type { CompletedCall } from "../../platform/http/server.ts";
import type { Log } from "../../platform/observability/log.ts";
import { dayOf } from "../../platform/database/partitions/partitions.ts";
import { canonical, entryOf, type AuditEntry } from "./entry.ts";
import * as queries from "./queries.ts";

/** Writes the row of one call; `at` is when it came. */
export type Audit = (who: Pick<AuditEntry, "actor" | "role">, at: number, call: CompletedCall) => Promise<void>;

/** Who calls an operation with a key that is nobody's, or nobody's any more. */
export const STRANGER = { actor: "stranger", role: "none" } as const;

/**
 * The audit log: a row for every call of an operator and every change that sellers make to their credentials, carried out or
 * refused (decisions 8), and for wrong keys as the door lets through. What reaches no operation (no such address, no such method) is
 * no call. Rows are only added, and those of a day (UTC, real time) are a chain, whatever process adds them; calls that end
 * together are added together. The head of a day that ended is logged with the first row of the next.
 */
export function createAudit(db: Database, log: Log): Audit {
  const lane = createBatcher<AuditEntry, undefined>({
    name: "audit rows",
    maxInFlight: 1,
    run: async (entries) => {
      const day = dayOf(realNow());
      const isFirst = await append(db, day, entries);
      // The rows are there: what is told beside them may fail.
      if (isFirst)
        await tellEnd(db, log, day).catch((error: unknown) => log.warn({ error }, "the end of the audit log's day was not told"));
      return entries.map(() => undefined);
    },
  });
  return async (who, at, call) => lane.submit(entryOf(who, at, call));
}

/** Adds entries to the end of a day's chain; answers whether they are its first. */
const append = (db: Database, day: number, entries: readonly AuditEntry[]): Promise<boolean> =>
  db.transaction([], async (transaction) => {
    const [before] = await transaction.run(queries.lockDay, [day, CHAIN_START]);
    const { rows } = before!;
    let { head } = before!;
    const nths = entries.map((_, i) => rows + i + 1);
    const hashes = entries.map((entry, i) => (head = chainHash(head, canonical(day, nths[i]!, entry))));
    const column = <Field extends keyof AuditEntry>(field: Field) => entries.map((entry) => entry[field]);
    await transaction.run(queries.append, [
      day,
      nths,
      hashes,
      column("at"),
      column("actor"),
      column("role"),
      column("operation"),
      column("target"),
      column("status"),
      column("requestId"),
      rows + entries.length,
      head,
      column("change"),
    ]);
    return rows === 0;
  });

/** Where the day before ended, for whoever keeps the logs: a chain that was made anew ends elsewhere. */
async function tellEnd(db: Database, log: Log, day: number): Promise<void> {
  const [ended] = await db.run([], queries.dayBefore, [day]);
  if (!ended) return;
  const head = ended.head.toString("hex");
  log.info({ name: isoDay(ended.day), count: ended.rows }, `the audit log of the day ended with ${head}`);
}
