import { random } from "../basics/random.ts";
import type { Refusal } from "../contract/errors.ts";
import { Overloaded } from "../database/batching/batcher.ts";
import { DatabaseConflict, DatabaseUnavailable } from "../database/database.ts";
import { httpErrors } from "./errors.ts";
import { NO_HEADERS, type Headers } from "./headers.ts";

/** The framework's codes for a refused body, each with the code of our refusal. */
const FRAMEWORK_CODES: Readonly<Record<string, "payload_too_large" | "body_incomplete" | "unsupported_media_type">> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "body_incomplete",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
};
/** Maximum random `Retry-After`, in seconds. It makes callers that are refused at the same moment retry at different moments. */
const LONGEST_RETRY_SECONDS = 5;

/** The refusal that a thrown error becomes: 503 for a temporary failure, 4xx for a bad body, 500 for everything else. */
export function refusalOfFailure(error: unknown, contentType: string | undefined, limitBytes: number): Refusal {
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseConflict) return httpErrors.refuse("database_unavailable");
  if (error instanceof Overloaded) return httpErrors.refuse("overloaded");
  const code = FRAMEWORK_CODES[(error as { code?: string }).code ?? ""];
  if (code === "payload_too_large") return httpErrors.refuse(code, { params: { limitBytes } });
  if (code === "unsupported_media_type") return httpErrors.refuse(code, { pointer: "header.Content-Type", received: contentType ?? "-" });
  return httpErrors.refuse(code ?? "unexpected");
}

/** Whether a thrown error comes from many simultaneous calls, so that nothing needs repair. */
export const isContention = (error: unknown): boolean => error instanceof DatabaseConflict || error instanceof Overloaded;

/** `Retry-After`: the refusal's own seconds, or a random number of seconds with a 503. */
export function retryHeaders({ retryAfterSeconds }: Refusal, status: number): Headers {
  if (retryAfterSeconds === undefined && status !== httpErrors.overloaded.status) return NO_HEADERS;
  return { "retry-after": String(retryAfterSeconds ?? 1 + Math.floor(random() * LONGEST_RETRY_SECONDS)) };
}
