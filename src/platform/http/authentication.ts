import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Audience, Operation } from "../contract/operation.ts";
import type { Refusal } from "../contract/errors.ts";
import { parseContentType } from "../contract/upload.ts";
import { httpErrors } from "./errors.ts";
import { acceptsJson, acceptsMediaType, distinctValues, type Headers, isJsonType } from "./headers.ts";

/** The parts of a request that authentication uses, before its body is read. */
export interface AuthenticationInput {
  readonly operation: Operation;
  /** Distinct values of a header. A header that is repeated with the same value counts once (decisions 1.2). */
  readonly values: (header: string) => readonly string[];
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string;
  /** Arrival in real time, epoch ms. */
  readonly arrivedAt: number;
}
/** An authenticated caller, and the headers of every response to it. */
export interface Caller {
  /** Passed to handlers as `who`. */
  readonly identity: unknown;
  /** The seller that the caller acts for. Absent for operators and for callers of public operations. */
  readonly sellerId?: number;
  /**
   * The owner of the caller's Idempotency-Keys: an application, an operator key, or the address of a caller of a public operation. It stays
   * the same when an application uses another credential. Absent = Idempotency-Keys are ignored.
   */
  readonly principal?: string;
  /** The tenant whose share of the process's capacity the call uses. Absent = the call uses no share. */
  readonly tenant?: string;
  readonly headers: Headers;
  /** The reason why the authenticated caller may not make this call. */
  readonly refusal?: Refusal;
  /** Called once with the outcome of the call. The response is sent after it resolves. */
  readonly record?: (call: CompletedCall) => Promise<void>;
}
/** A call that is about to be answered. */
export interface CompletedCall {
  readonly operation: Operation;
  /** Path parameters as the router read them; they may be invalid. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The query string as it was sent; it may be invalid. Empty when there is none. */
  readonly query: string;
  /** The parsed body; undefined when it was not read. */
  readonly sentBody: unknown;
  readonly status: number;
  readonly requestId: string;
}
/** Authenticates a caller of one audience, checks the permission and counts the call against the quota. Unknown callers get a refusal. */
export type Authenticate = (input: AuthenticationInput) => Caller | Refusal | Promise<Caller | Refusal>;
/** The authentication of each audience. */
export type Authenticators = Readonly<Record<Audience, Authenticate>>;

/** Gathers what authentication needs from a request. */
export const authenticationInput = (request: IncomingMessage, operation: Operation, arrivedAt: number): AuthenticationInput => ({
  operation,
  // Node keeps only the first value of Authorization in `headers`.
  values: (header) => distinctValues(header === "authorization" ? request.headersDistinct[header] : request.headers[header]),
  headers: request.headers,
  remoteAddress: request.socket.remoteAddress ?? "",
  arrivedAt,
});

/** The refusal that depends only on the headers: 406 or 415. Only authenticated callers get it. */
export function checkHeaders({ headers }: IncomingMessage, operation: Operation): Refusal | undefined {
  const notAcceptable = checkAccept(headers, operation);
  if (notAcceptable) return notAcceptable;
  if (!operation.body && !operation.uploads) return undefined;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    return httpErrors.refuse("unsupported_encoding", { pointer: "header.Content-Encoding", received: encoding });
  if (isUpload(headers, operation)) return undefined;
  if (!operation.body) return unsupportedType(headers, operation.uploads);
  const length = headers["content-length"];
  return length === undefined || length === "0" ? undefined : checkContentType(headers);
}

/** The refusal of an `Accept` header that excludes every media type of the operation. A caller that accepts JSON is never refused here. */
function checkAccept({ accept }: IncomingHttpHeaders, { replies }: Operation): Refusal | undefined {
  if (acceptsJson(accept)) return undefined;
  const others = Object.values(replies).flatMap(({ mediaType }) => mediaType ?? []);
  if (others.some((type) => acceptsMediaType(accept, type))) return undefined;
  return httpErrors.refuse("not_acceptable", { pointer: "header.Accept", received: accept, allowed: ["application/json", ...others] });
}

/** The refusal of a body without `Content-Length` that has no JSON content type. An empty body needs no content type (decisions 1.3). */
export const checkBodyType = ({ headers }: IncomingMessage, bytes: Buffer): Refusal | undefined =>
  headers["content-length"] !== undefined || bytes.length === 0 ? undefined : checkContentType(headers);

/** Whether the body of a request is read by the handler while it arrives. */
export function isUpload({ "content-type": header }: IncomingHttpHeaders, { uploads }: Operation): boolean {
  const mediaType = uploads && parseContentType(header)?.mediaType;
  return mediaType !== undefined && uploads!.includes(mediaType);
}

function checkContentType(headers: IncomingHttpHeaders): Refusal | undefined {
  return isJsonType(headers["content-type"]) ? undefined : unsupportedType(headers);
}

const unsupportedType = ({ "content-type": received = "-" }: IncomingHttpHeaders, uploads?: readonly string[]): Refusal =>
  uploads === undefined
    ? httpErrors.refuse("unsupported_media_type", { pointer: "header.Content-Type", received })
    : httpErrors.refuse("unsupported_upload_type", { pointer: "header.Content-Type", received, allowed: uploads });
