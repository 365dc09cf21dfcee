/** The database refused for a reason of its own (down, full, overloaded): 503 and try again, never the caller's fault. */
export class DatabaseUnavailable extends Error {}
/** Two transactions were in each other's way and repeating did not help. */
export class DatabaseConflict extends Error {}
/** Somebody keeps a lock for longer than a line waits: whoever rides with others goes by itself, and waits as long as everywhere. */
export class Blocked extends DatabaseUnavailable {}
/** Another process noted its answer under the same Idempotency-Key first; of this transaction nothing is left. Never repeated. */
export class Overtaken extends Error {}
/** A unique key was taken between the check and the write. */
export class KeyTaken extends Error {}
/** A statement failed for no reason that passes: a defect of ours, unless the server turns out to take no writes. */
export class StatementFailed extends Error {}
/** The server is a standby, or was told to take no writes: its connections are of no use to us. */
export class TakesNoWrites extends Error {}

/** A state of the database, or of the way to it, that passes: nobody's fault and no defect. */
export interface PassingState {
  /** A SQLSTATE (PostgreSQL documentation, appendix A), its class, or the code of a socket's error; empty = the driver's own, without code. */
  readonly code: string;
  /** What the message says, where the code alone may mean something else. */
  readonly text?: RegExp;
  /** What it comes from. */
  readonly when: string;
  /** `conflict` is repeated here first; then, or at once, the caller is asked to come back. */
  readonly told: "unavailable" | "conflict";
  /** Whether the connection is of any use afterwards. */
  readonly connection: "kept" | "lost";
}

const gone = (code: string): PassingState => ({ code, when: "the way to the server is broken", told: "unavailable", connection: "lost" });

/** All of them; the first that fits counts. What is none of them is a defect of ours. */
export const PASSING_STATES: readonly PassingState[] = [
  { code: "08", when: "the connection broke, or a pooler has none", told: "unavailable", connection: "lost" },
  { code: "0A000", text: /recovery|hot standby/, when: "a standby has no unlogged tables", told: "unavailable", connection: "lost" },
  { code: "0A000", text: /cached plan/, when: "a migration changed what was prepared before", told: "conflict", connection: "lost" },
  { code: "25006", when: "the server takes no writes", told: "unavailable", connection: "lost" },
  { code: "25P03", when: "the transaction was idle for too long", told: "unavailable", connection: "lost" },
  { code: "25P04", when: "the transaction took too long", told: "unavailable", connection: "lost" },
  { code: "26000", when: "a statement in line before it was to prepare it, and failed", told: "conflict", connection: "kept" },
  { code: "40001", when: "somebody changed the same meanwhile", told: "conflict", connection: "kept" },
  { code: "40P01", when: "two waited for each other", told: "conflict", connection: "kept" },
  // Where there is no room on the disk, a new connection may not come to be.
  { code: "53", when: "the server lacks room, memory or connections", told: "unavailable", connection: "kept" },
  { code: "55000", text: /recovery/, when: "a standby gives no such lock", told: "unavailable", connection: "lost" },
  { code: "55P03", when: "somebody keeps a lock", told: "unavailable", connection: "kept" },
  { code: "57014", when: "the statement took too long", told: "unavailable", connection: "kept" },
  { code: "57P", when: "the server shuts down or starts", told: "unavailable", connection: "lost" },
  { code: "58", when: "the server's disk fails", told: "unavailable", connection: "kept" },
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ENOENT", "ETIMEDOUT", "EPROTO"].map(gone),
  ...["EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH", "ENETDOWN", "ENOTFOUND", "EAI_AGAIN"].map(gone),
  { ...gone(""), text: /Connection terminated|timeout exceeded|timeout expired|not queryable|read timeout|Client was closed/ },
];

const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? "";

/** Which of the states an error of the driver tells of; undefined = none. */
export function stateIn(states: readonly PassingState[], error: unknown): PassingState | undefined {
  const code = codeOf(error);
  const { message } = error as Error;
  return states.find((state) => (state.code === "" ? code === "" : code.startsWith(state.code)) && (state.text?.test(message) ?? true));
}

const stateOf = (error: unknown) => stateIn(PASSING_STATES, error);
/** PostgreSQL ends a session with the error that it calls fatal, whatever its code. */
const isLast = (error: unknown) => /^(FATAL|PANIC)$/.test((error as { severity?: string } | undefined)?.severity ?? "");
/** The connection is of no use any more. */
export const isLost = (error: unknown): boolean =>
  error instanceof TakesNoWrites || isLast(error) || (error instanceof Error && stateOf(error)?.connection === "lost");
/** Somebody kept a lock for longer than we waited. */
export const isLockTaken = (error: unknown): boolean => codeOf(error) === "55P03";

const HOUSE = [DatabaseUnavailable, DatabaseConflict, Overtaken, KeyTaken] as const;
const KEY_TAKEN = "23505";
/** The primary keys of the partitions of `once`. */
const NOTED = /^once_\w*pkey$/;

/** The driver's error in the house's words; what is none of them is a defect of ours and keeps its cause. */
export function named(error: unknown, query: string): Error {
  if (HOUSE.some((kind) => error instanceof kind)) return error as Error;
  const code = codeOf(error);
  if (code === KEY_TAKEN && NOTED.test((error as { constraint?: string }).constraint ?? ""))
    return new Overtaken("answered elsewhere meanwhile", { cause: error });
  if (code === KEY_TAKEN) return new KeyTaken(`key taken in ${query}`, { cause: error });
  const state = stateOf(error);
  if (state?.told === "conflict") return new DatabaseConflict(`conflict in ${query}`, { cause: error });
  if (state !== undefined || isLost(error)) return new DatabaseUnavailable(`database unavailable in ${query}`, { cause: error });
  return new StatementFailed(`statement ${query} failed: ${(error as Error).message}`, { cause: error });
}
