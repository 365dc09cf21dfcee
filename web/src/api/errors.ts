import type { schemas } from "./generated/index.ts";

/** The body of every refusal. */
export type ErrorBody = schemas["v2"]["Error"];
/** One thing that is wrong with a call: its code, where it is in the call, and the server's sentence. */
export type ErrorDetail = schemas["v2"]["ErrorDetail"];

/** The call that a failure answers. */
export interface FailedCall {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
}

/** A call that the server refused, with the server's own words. */
export class ApiError extends Error {
  readonly status: number;
  readonly requestId: string;
  readonly details: readonly ErrorDetail[];
  readonly call: FailedCall;
  /** The body as it came; undefined when it was not the server's JSON. */
  readonly body: ErrorBody | undefined;

  constructor(call: FailedCall, status: number, requestId: string, body: ErrorBody | undefined) {
    super(body?.details[0]?.message ?? body?.description ?? `HTTP ${status}`);
    this.name = "ApiError";
    this.call = call;
    this.status = status;
    this.requestId = body?.requestId ?? requestId;
    this.details = body?.details ?? [];
    this.body = body;
  }

  /** The code of the first detail, such as `sku_unknown`. */
  get code(): string | undefined {
    return this.details[0]?.code;
  }
}

/** A call that got no answer: no connection, or a server that is down. */
export class UnreachableError extends Error {
  readonly call: FailedCall;
  constructor(call: FailedCall, cause: unknown) {
    super("unreachable", { cause });
    this.name = "UnreachableError";
    this.call = call;
  }
}
