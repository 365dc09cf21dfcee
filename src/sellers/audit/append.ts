import { createBatcher, type Database, dayOf } from "../../platform/database/index.ts";
import { isoDay, realNow } from "../../platform/basics/index.ts";
import { CHAIN_START, chainHash } from "../../platform/crypto/index.ts";
import type { CompletedCall } from "../../platform/http/index.ts";
import type { Log } from "../../platform/observability/index.ts";
import { canonicalText, entryOf, type AuditEntry } from "./entry.ts";
import * as queries from "./queries.ts";

/** Appends a row for one call to the audit log. `at` is the time when the call arrived, in epoch ms of the marketplace's clock. */
export type AppendAudit = (who: Pick<AuditEntry, "actor" | "role">, at: number, call: CompletedCall) => Promise<void>;

/** Identity in the audit log for a caller whose key is unknown or no longer valid. */
export const UNKNOWN_CALLER = { actor: "stranger", role: "none" } as const;

/**
 * Creates the writer of the audit log. It writes a row for every call with a valid operator key and for every change that sellers make to
 * their credentials, successful or refused (decisions 8). It also writes a limited number of calls with wrong operator keys. It writes no
 * row for requests that match no operation. Rows are never changed or deleted. The rows of each day (UTC, real time) form one chain of hashes,
 * to which all processes append. Calls that end together share a statement. The process that starts a day's chain also logs the last hash
 * of the day before.
 */
export function createAudit(db: Database, log: Log): AppendAudit {
  const batcher = createBatcher<AuditEntry, undefined>({
    name: "audit rows",
    maxInFlight: 1,
    run: async (entries) => {
      const day = dayOf(realNow());
      const isFirst = await append(db, day, entries);
      // The rows are already committed, so a failure to log is only a warning.
      if (isFirst)
        await logHeadBefore(db, log, day).catch((error: unknown) => log.warn({ error }, "the end of the audit log's day was not told"));
      return entries.map(() => undefined);
    },
  });
  return async (who, at, call) => batcher.submit(entryOf(who, at, call));
}

/** Adds entries to the end of a day's chain. Resolves to true if they are the first of the day. */
const append = (db: Database, day: number, entries: readonly AuditEntry[]): Promise<boolean> =>
  db.transaction([], async (transaction) => {
    const [last] = await transaction.run(queries.lockDay, [day, CHAIN_START]);
    const { rows } = last!;
    let { head } = last!;
    const nths = entries.map((_, i) => rows + i + 1);
    const hashes = entries.map((entry, i) => (head = chainHash(head, canonicalText(day, nths[i]!, entry))));
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

/**
 * Logs the last hash of the last day before `day` that has rows. A forged chain ends with a different hash, so comparing it with the logs reveals
 * the forgery.
 */
async function logHeadBefore(db: Database, log: Log, day: number): Promise<void> {
  const [ended] = await db.run([], queries.dayBefore, [day]);
  if (!ended) return;
  const head = ended.head.toString("hex");
  log.info({ name: isoDay(ended.day), count: ended.rows }, `the audit log of the day ended with ${head}`);
}
