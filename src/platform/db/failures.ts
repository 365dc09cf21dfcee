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

/** The last one is told to a statement in line behind the one that was to be prepared for both, and was not. */
const REPEATABLE = new Set(["40001", "40P01", "26000"]);
const KEY_TAKEN = "23505";
/** The primary keys of the partitions of `once`. */
const NOTED = /^once_\w*pkey$/;
const UNAVAILABLE_CODES = /^(08|53|57P|58)|^(55P03|57014|25006)$/;
/** Of these, the ones after which the connection is of no use. Where there is no room on the disk, a new one may not come to be. */
const LOST_CODES = /^(08|57P)|^25006$/;
const LOST_TEXTS =
  /Connection terminated|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|timeout exceeded|not queryable|read timeout|Client was closed/i;

const HOUSE = [DatabaseUnavailable, DatabaseConflict, Overtaken, KeyTaken] as const;
const codeOf = (error: unknown) => (error as { code?: string }).code ?? "";
/** PostgreSQL ends a session with the error that it calls fatal, whatever its code. */
const isLast = (error: unknown) => /^(FATAL|PANIC)$/.test((error as { severity?: string }).severity ?? "");
/** The connection is of no use any more. */
export const isLost = (error: unknown) =>
  isLast(error) || LOST_CODES.test(codeOf(error)) || (error instanceof Error && LOST_TEXTS.test(`${codeOf(error)} ${error.message}`));
/** Somebody kept a lock for longer than we waited. */
export const isLockTaken = (error: unknown) => codeOf(error) === "55P03";
const isUnavailable = (error: unknown) => UNAVAILABLE_CODES.test(codeOf(error)) || isLost(error);

/** The driver's error in the house's words; what is none of them is a defect of ours and keeps its cause. */
export function named(error: unknown, query: string): Error {
  if (HOUSE.some((kind) => error instanceof kind)) return error as Error;
  const code = codeOf(error);
  if (REPEATABLE.has(code)) return new DatabaseConflict(`conflict in ${query}`, { cause: error });
  if (code === KEY_TAKEN && NOTED.test((error as { constraint?: string }).constraint ?? ""))
    return new Overtaken("answered elsewhere meanwhile", { cause: error });
  if (code === KEY_TAKEN) return new KeyTaken(`key taken in ${query}`, { cause: error });
  if (isUnavailable(error)) return new DatabaseUnavailable(`database unavailable in ${query}`, { cause: error });
  return new Error(`statement ${query} failed: ${(error as Error).message}`, { cause: error });
}
