import { createBatcher, type Database, dayOf } from "../../platform/database/index.ts";
import { isoDay, realNow } from "../../platform/basics/index.ts";
import { CHAIN_START, chainHash } from "../../platform/crypto/index.ts";
import type { CompletedCall } from "../../platform/http/index.ts";
import type { Log } from "../../platform/observability/index.ts";
import { canonicalText, entryOf, type AuditEntry } from "./entry.ts";
import * as queries from "./queries.ts";

/** Appends the row of one call; `at` is when the call came, epoch ms of the marketplace's clock. */
export type AppendAudit = (who: Pick<AuditEntry, "actor" | "role">, at: number, call: CompletedCall) => Promise<void>;

/** A caller whose key is unknown or no longer valid. */
export const UNKNOWN_CALLER = { actor: "stranger", role: "none" } as const;

/**
 * Creates the writer of the audit log. It has a row for every operator call and every change that sellers make to their credentials,
 * whether carried out or refused (decisions 8), and for a limited number of calls with wrong keys. Requests that match no operation have
 * none. Rows are only ever added. The rows of a day (UTC, real time) form one chain, whichever process adds them; calls that end together
 * share a statement. The first row of a day also logs the head of the day before.
 */
export function createAudit(db: Database, log: Log): AppendAudit {
  const batcher = createBatcher<AuditEntry, undefined>({
    name: "audit rows",
    maxInFlight: 1,
    run: async (entries) => {
      const day = dayOf(realNow());
      const isFirst = await append(db, day, entries);
      // The rows are committed; this log line may fail.
      if (isFirst)
        await logHeadBefore(db, log, day).catch((error: unknown) => log.warn({ error }, "the end of the audit log's day was not told"));
      return entries.map(() => undefined);
    },
  });
  return async (who, at, call) => batcher.submit(entryOf(who, at, call));
}

/** Adds entries to the end of a day's chain. Resolves to whether they are its first. */
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

/** Logs the last hash of the day before. A forged chain would end with a different hash, so it can be recognised from the logs. */
async function logHeadBefore(db: Database, log: Log, day: number): Promise<void> {
  const [ended] = await db.run([], queries.dayBefore, [day]);
  if (!ended) return;
  const head = ended.head.toString("hex");
  log.info({ name: isoDay(ended.day), count: ended.rows }, `the audit log of the day ended with ${head}`);
}
