import { pino, type DestinationStream } from "pino";

/**
 * Structured logs, one JSON object per line. Fields are an allow-list: what a caller passes beside them is dropped,
 * so no token, body or customer data can reach a log by accident (reliability finding 11).
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

/** Lines for operators. Fields are an allow-list: nothing a caller sent gets in by accident. */
export interface Log {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  /** One line per request. */
  access(requestId: string, operation: string, status: number, ms: number, sellerId: number | undefined): void;
  flush(): void;
}

/** How severe a line must be to be written; `silent` writes none. */
export type LogLevel = "silent" | "error" | "warn" | "info" | "debug";

const FIELDS = ["requestId", "operation", "sellerId", "worker", "count", "ms", "port", "version", "name"] as const;

const allowed = (fields: LogFields): Record<string, unknown> => {
  const line: Record<string, unknown> = {};
  for (const field of FIELDS) if (fields[field] !== undefined) line[field] = fields[field];
  if (fields.error !== undefined) line["error"] = described(fields.error);
  return line;
};

/** Class, message and first frame of an error and its causes; never its other properties, which may hold data. */
function described(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: "not an Error" };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    name,
    // The driver quotes row values after the first line and in its detail; only our own first line is logged.
    message: message.split("\n", 1)[0]!.slice(0, 300),
    ...(typeof code === "string" ? { code } : {}),
    at: stack
      ?.split("\n")
      .slice(1, 4)
      .map((line) => line.trim()),
    ...(cause === undefined || depth > 2 ? {} : { cause: described(cause, depth + 1) }),
  };
}

/** Longest time a line waits to be written. */
const FLUSH_MS = 500;

/** A log of one JSON object per line, to standard error unless told otherwise. */
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
