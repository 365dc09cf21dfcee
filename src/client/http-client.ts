import { LocalizedError } from "../platform/contract/index.ts";
import { networkErrorText } from "./network-errors.ts";

/** An answer of a marketplace. `body` is undefined if there is none, or if it is not JSON; `text` is the body as it came. */
export interface Reply<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body | undefined;
  readonly text?: string;
  /** The body of a file, which may be no text. */
  readonly bytes?: Buffer;
}

/** The members of the error body that a client reads (decisions 2). */
export interface ErrorBody {
  readonly description?: string;
  readonly notifications?: readonly string[];
  readonly details?: readonly { readonly code: string; readonly pointer?: string; readonly message: string }[];
}

/** Thrown if there is no answer: the connection failed, broke or timed out. The call may still have taken effect. */
export class NoAnswer extends LocalizedError {}

/** Header that names the fault which `bin/vitrine fault` injected into an answer. */
const FAULT_HEADER = "Vitrine-Fault";

/** Thrown if the marketplace refused a call. The message has the refusal's sentences, one per line, and the injected fault if any. */
export class RequestRefused extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Error codes, one per failing item. */
  readonly codes: readonly string[];
  constructor({ status, headers, body }: Reply) {
    const { notifications = [], description, details = [] } = (body ?? {}) as ErrorBody;
    const fault = headers.get(FAULT_HEADER);
    const sentences = notifications.length > 0 ? notifications : [description ?? `HTTP ${status}`];
    super([...sentences, ...(fault === null ? [] : [`${FAULT_HEADER}: ${fault}`])].join("\n  "));
    this.status = status;
    this.codes = details.map(({ code }) => code);
  }
}

/** Method, headers and body of a call. */
export interface CallOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent unchanged: JSON text, unless the headers name another type. */
  readonly body?: string | Buffer;
}

/** Longest wait for a complete answer. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Makes a call and returns the reply, even if it is a refusal. Throws `NoAnswer` if there is no reply. Redirects are not followed. */
export async function call<Body>(url: string, { method, headers, body }: CallOptions): Promise<Reply<Body>> {
  try {
    const response = await fetch(url, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    return { status: response.status, headers: response.headers, body: parseBody(text) as Body | undefined, text, bytes };
  } catch (error) {
    throw new NoAnswer(networkErrorText(error), { cause: error });
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The body is empty, or another server answered with a body that is not JSON. The status is still useful.
    return undefined;
  }
}
