import { pino, type DestinationStream } from "pino";

/**
 * The fields that a line of the log may have. Only these are logged. Tokens, bodies and customer data therefore cannot get into a log by
 * accident.
 */
export interface LogFields {
  readonly requestId?: string | undefined;
  readonly operation?: string | undefined;
  readonly sellerId?: number | undefined;
  readonly worker?: string | undefined;
  readonly count?: number | undefined;
  readonly ms?: number | undefined;
  readonly port?: number | undefined;
  readonly version?: number | undefined;
  readonly name?: string | undefined;
  readonly error?: unknown;
}

/** The log for operators, with one JSON object per line. */
export interface Log {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  /** Writes one line per request. */
  access(requestId: string, operation: string, status: number, ms: number, sellerId: number | undefined): void;
  flush(): void;
}

/** Minimum severity of the lines that are written. `silent` writes no lines. */
export type LogLevel = "silent" | "error" | "warn" | "info" | "debug";

const FIELDS = ["requestId", "operation", "sellerId", "worker", "count", "ms", "port", "version", "name"] as const;

const allowed = (fields: LogFields): Record<string, unknown> => {
  const line: Record<string, unknown> = {};
  for (const field of FIELDS) if (fields[field] !== undefined) line[field] = fields[field];
  if (fields.error !== undefined) line["error"] = described(fields.error);
  return line;
};

/**
 * Describes an error and at most three of its causes: name, first line of the message, code, and the first three stack frames. Other
 * properties may contain data, so they are left out.
 */
function described(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: "not an Error" };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    name,
    // The database driver may quote values of rows in the further lines of a message.
    message: message.split("\n", 1)[0]!.slice(0, 300),
    ...(typeof code === "string" ? { code } : {}),
    at: stack
      ?.split("\n")
      .slice(1, 4)
      .map((line) => line.trim()),
    ...(cause === undefined || depth > 2 ? {} : { cause: described(cause, depth + 1) }),
  };
}

/** Maximum delay before a line is written to standard error. */
const FLUSH_MS = 500;

/** Creates a log that writes one JSON object per line. It writes to standard error unless another destination is given. */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const stream = destination ?? pino.destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: FLUSH_MS });
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  const accessOn = logger.isLevelEnabled("info");
  return {
    info: (fields, message) => logger.info(allowed(fields), message),
    warn: (fields, message) => logger.warn(allowed(fields), message),
    error: (fields, message) => logger.error(allowed(fields), message),
    access(requestId, operation, status, ms, sellerId) {
      if (accessOn) logger.info({ requestId, operation, status, ms: Math.round(ms * 10) / 10, sellerId }, "request");
    },
    flush: () => {
      if ("flushSync" in stream && typeof stream.flushSync === "function") stream.flushSync();
    },
  };
}
