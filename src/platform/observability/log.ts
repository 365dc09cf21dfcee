import { pino, type DestinationStream } from "pino";

/**
 * Structured logs with one JSON object per line. Only the fields of an allow-list are logged. Tokens, bodies and customer data therefore
 * cannot get into a log by accident (reliability finding 11).
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

/** The log for operators. An allow-list of fields ensures that nothing sent by a caller gets into it by accident. */
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
 * Describes an error and its causes: class, message, code and the first three stack frames. Other properties may contain data, so they are
 * left out.
 */
function described(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: "not an Error" };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    name,
    // Only the first line of the message is logged, because the database driver may quote values of rows in the lines after it.
    message: message.split("\n", 1)[0]!.slice(0, 300),
    ...(typeof code === "string" ? { code } : {}),
    at: stack
      ?.split("\n")
      .slice(1, 4)
      .map((line) => line.trim()),
    ...(cause === undefined || depth > 2 ? {} : { cause: described(cause, depth + 1) }),
  };
}

/** Maximum delay before a line is written. */
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
