import { LocalizedError } from "../platform/contract/errors.ts";
import { silenceReason } from "./silence-reasons.ts";

/** An answer of a marketplace; `body` is undefined when it came without one, or with something that is no JSON. */
export interface Reply<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body | undefined;
}

/** The documented error body, as far as the command line reads it (decisions 2). */
export interface ErrorReply {
  readonly description?: string;
  readonly notifications?: readonly string[];
  readonly details?: readonly { readonly code: string; readonly pointer?: string; readonly message: string }[];
}

/** No answer came: nobody listens, the connection broke, or the wait was too long. The call may have taken effect. */
export class Silence extends LocalizedError {}

/** Tells what was asked for with `bin/vitrine fault` from what is wrong. */
const FAULT_HEADER = "Vitrine-Fault";

/** The marketplace said no; the message is what it said, one sentence per line, and whether it did so on purpose. */
export class Declined extends Error {
  /** Its HTTP status. */
  readonly status: number;
  /** What it is called, item by item. */
  readonly codes: readonly string[];
  constructor({ status, headers, body }: Reply) {
    const { notifications = [], description, details = [] } = (body ?? {}) as ErrorReply;
    const fault = headers.get(FAULT_HEADER);
    const said = notifications.length > 0 ? notifications : [description ?? `HTTP ${status}`];
    super([...said, ...(fault === null ? [] : [`${FAULT_HEADER}: ${fault}`])].join("\n  "));
    this.status = status;
    this.codes = details.map(({ code }) => code);
  }
}

/** What to send beside the address. */
export interface CallOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, sent as it is. */
  readonly body?: string | Buffer;
}

/** Longest wait for a whole answer. */
const ANSWER_WITHIN_MS = 30_000;

/** One call, whatever its answer; throws `Silence` when there is none. Redirects are not followed: no API call redirects. */
export async function call<Body>(url: string, { method, headers, body }: CallOptions): Promise<Reply<Body>> {
  try {
    const response = await fetch(url, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) as Body | undefined };
  } catch (error) {
    throw new Silence(silenceReason(error), { cause: error });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An answer of something else that listens there; its status still tells.
    return undefined;
  }
}
