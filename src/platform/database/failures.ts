/** The database is down, full or overloaded. The caller gets 503 and should retry; it is never the caller's fault. */
export class DatabaseUnavailable extends Error {}
/** Two transactions conflicted. Callers of `Database` get this only when repeating the transaction did not help. */
export class DatabaseConflict extends Error {}
/** A row stayed locked for longer than a pipelined statement waits. The call is retried individually and then waits up to `LOCK_MS`. */
export class LockTimeout extends DatabaseUnavailable {}
/**
 * Another process has already recorded an answer under the Idempotency-Key of this call. The transaction of this call is rolled back and never
 * repeated.
 */
export class IdempotencyConflict extends Error {}
/** Another transaction took a unique key between the check and the write. */
export class UniqueViolation extends Error {}
/** A statement failed and will fail again. This is a defect in Vitrine, unless the server turns out to be read-only. */
export class StatementFailed extends Error {}
/** The server is a standby or was set to read-only: its connections cannot be used. */
export class ReadOnlyServer extends Error {}

/** A row of `TRANSIENT_ERRORS`: temporary errors of the database or of the network to it. They are neither defects nor the caller's fault. */
export interface TransientError {
  /** A SQLSTATE or its beginning (PostgreSQL documentation, appendix A), or the code of a socket error; empty = an error without a code. */
  readonly code: string;
  /** A pattern that the message must match, where other errors have the same code. */
  readonly text?: RegExp;
  /** The cause. */
  readonly when: string;
  /** A `conflict` is first retried internally. If that fails, or if the outcome is `unavailable`, the caller is asked to retry later. */
  readonly outcome: "unavailable" | "conflict";
  /** Whether the connection can be used afterwards. */
  readonly connection: "kept" | "lost";
}

const unreachable = (code: string): TransientError => ({
  code,
  when: "the server cannot be reached",
  outcome: "unavailable",
  connection: "lost",
});

/**
 * All temporary errors; the first match is used. An error that matches none is a defect in Vitrine, except a unique violation and an error
 * that ended the session.
 */
export const TRANSIENT_ERRORS: readonly TransientError[] = [
  { code: "08", when: "the connection broke, or a pooler has none", outcome: "unavailable", connection: "lost" },
  { code: "0A000", text: /recovery|hot standby/, when: "a standby has no unlogged tables", outcome: "unavailable", connection: "lost" },
  { code: "0A000", text: /cached plan/, when: "a migration changed a prepared statement", outcome: "conflict", connection: "lost" },
  { code: "25006", when: "the server is read-only", outcome: "unavailable", connection: "lost" },
  { code: "25P03", when: "the transaction was idle for too long", outcome: "unavailable", connection: "lost" },
  { code: "25P04", when: "the transaction took too long", outcome: "unavailable", connection: "lost" },
  {
    code: "26000",
    when: "an earlier statement of the pipeline should have prepared it, and failed",
    outcome: "conflict",
    connection: "kept",
  },
  { code: "40001", when: "another transaction changed the same rows", outcome: "conflict", connection: "kept" },
  { code: "40P01", when: "two transactions waited for each other", outcome: "conflict", connection: "kept" },
  // The connection is kept, because a new one may fail too while the server is short of resources.
  { code: "53", when: "the server is short of disk space, memory or connections", outcome: "unavailable", connection: "kept" },
  { code: "55000", text: /recovery/, when: "a standby grants no such lock", outcome: "unavailable", connection: "lost" },
  { code: "55P03", when: "another transaction holds a lock", outcome: "unavailable", connection: "kept" },
  { code: "57014", when: "the statement took too long", outcome: "unavailable", connection: "kept" },
  { code: "57P", when: "the server is shutting down or starting", outcome: "unavailable", connection: "lost" },
  { code: "58", when: "the server's disk fails", outcome: "unavailable", connection: "kept" },
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ENOENT", "ETIMEDOUT", "EPROTO"].map(unreachable),
  ...["EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH", "ENETDOWN", "ENOTFOUND", "EAI_AGAIN"].map(unreachable),
  { ...unreachable(""), text: /Connection terminated|timeout exceeded|timeout expired|not queryable|read timeout|Client was closed/ },
];

const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? "";

/** The first of `kinds` that an error of the driver matches; undefined = none. */
export function findTransientError(kinds: readonly TransientError[], error: unknown): TransientError | undefined {
  const code = codeOf(error);
  const { message } = error as Error;
  return kinds.find((kind) => (kind.code === "" ? code === "" : code.startsWith(kind.code)) && (kind.text?.test(message) ?? true));
}

const kindOf = (error: unknown) => findTransientError(TRANSIENT_ERRORS, error);
/** Whether PostgreSQL ended the session after an error. It does so after every fatal error, whatever its code. */
const isFatal = (error: unknown) => /^(FATAL|PANIC)$/.test((error as { severity?: string } | undefined)?.severity ?? "");
/** Whether the connection can no longer be used. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof ReadOnlyServer || isFatal(error) || (error instanceof Error && kindOf(error)?.connection === "lost");
/** Whether a lock was held for longer than we waited. */
export const isLockNotAvailable = (error: unknown): boolean => codeOf(error) === "55P03";

const TRANSLATED = [DatabaseUnavailable, DatabaseConflict, IdempotencyConflict, UniqueViolation] as const;
const UNIQUE_VIOLATION = "23505";
/** Matches the names of the primary keys of the partitions of `once`, the table of recorded answers. */
const ANSWER_KEY = /^once_\w*pkey$/;

/** Translates an error of the driver into one of the errors above, with the original as its cause. `query` is the statement's name. */
export function translateError(error: unknown, query: string): Error {
  if (TRANSLATED.some((type) => error instanceof type)) return error as Error;
  const code = codeOf(error);
  if (code === UNIQUE_VIOLATION && ANSWER_KEY.test((error as { constraint?: string }).constraint ?? ""))
    return new IdempotencyConflict("answered elsewhere meanwhile", { cause: error });
  if (code === UNIQUE_VIOLATION) return new UniqueViolation(`key taken in ${query}`, { cause: error });
  const kind = kindOf(error);
  if (kind?.outcome === "conflict") return new DatabaseConflict(`conflict in ${query}`, { cause: error });
  if (kind !== undefined || isConnectionLost(error)) return new DatabaseUnavailable(`database unavailable in ${query}`, { cause: error });
  return new StatementFailed(`statement ${query} failed: ${(error as Error).message}`, { cause: error });
}
