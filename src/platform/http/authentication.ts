import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Audience, Operation } from "../contract/operation.ts";
import type { Refusal } from "../contract/errors.ts";
import { httpErrors } from "./errors.ts";
import { acceptsJson, distinctValues, type Headers, isJsonType, acceptsMediaType } from "./headers.ts";

/** What a door sees of a request before its body is read. */
export interface AuthenticationInput {
  readonly operation: Operation;
  /** Distinct values of a header; a header sent twice alike counts once (decisions 1.2). */
  readonly values: (header: string) => readonly string[];
  readonly remoteAddress: string;
  /** Real time at which it came, epoch ms. */
  readonly arrivedAt: number;
}
/** Whom a door knows, and what every answer to them carries. */
export interface Caller {
  readonly identity: unknown;
  /** Seller id for logs; never a name. */
  readonly sellerId?: number;
  /** Who calls, whichever of their credentials they use: an application, an operator. Absent = nobody in particular. */
  readonly principal?: string;
  /** Whose the call's place is: one holder may not have all of them. Absent = nobody's in particular. */
  readonly tenant?: string;
  readonly headers: Headers;
  /** Why the door does not let them in after all. */
  readonly refusal?: Refusal;
  /** Told once how the call ended, whatever ended it; no answer leaves before this is done. */
  readonly record?: (call: CompletedCall) => Promise<void>;
}
/** A call that is about to be answered. */
export interface CompletedCall {
  readonly operation: Operation;
  /** The path's parameters as the router read them, checked or not. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What stands behind the address's `?` as it was sent, checked or not; empty when there is none. */
  readonly query: string;
  /** The body as it was sent; undefined when it was not read. */
  readonly sent: unknown;
  readonly status: number;
  readonly requestId: string;
}
/** Authenticates, checks the permission and meters the quota for one audience. Answers at once when it can; strangers are refused. */
export type Authenticate = (input: AuthenticationInput) => Caller | Refusal | Promise<Caller | Refusal>;
/** The authenticators by who knocks at them. */
export type Authenticators = Readonly<Record<Audience, Authenticate>>;

/** What a request shows at the door of its operation. */
export const authenticationInput = (request: IncomingMessage, operation: Operation, arrivedAt: number): AuthenticationInput => ({
  operation,
  // Of Authorization, Node keeps the first value alone.
  values: (header) => distinctValues(header === "authorization" ? request.headersDistinct[header] : request.headers[header]),
  remoteAddress: request.socket.remoteAddress ?? "",
  arrivedAt,
});

/** Refusals that headers alone decide; they are told only to callers the door lets in. */
export function checkHeaders({ headers }: IncomingMessage, operation: Operation): Refusal | undefined {
  const unacceptable = refusedByAccept(headers, operation);
  if (unacceptable) return unacceptable;
  if (!operation.body) return undefined;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    return httpErrors.refuse("unsupported_encoding", { pointer: "header.Content-Encoding", received: encoding });
  const length = headers["content-length"];
  return length === undefined || length === "0" ? undefined : refusedByType(headers);
}

/** Refusals are JSON whatever else an operation answers, so whoever takes JSON is never refused. */
function refusedByAccept({ accept }: IncomingHttpHeaders, { replies }: Operation): Refusal | undefined {
  if (acceptsJson(accept)) return undefined;
  const others = Object.values(replies).flatMap(({ mediaType }) => mediaType ?? []);
  if (others.some((type) => acceptsMediaType(accept, type))) return undefined;
  return httpErrors.refuse("not_acceptable", { pointer: "header.Accept", received: accept, allowed: ["application/json", ...others] });
}

/** The refusal of a body whose length was not announced: only one that has bytes needs a type (decisions 1.3). */
export const checkBodyType = ({ headers }: IncomingMessage, bytes: Buffer): Refusal | undefined =>
  headers["content-length"] !== undefined || bytes.length === 0 ? undefined : refusedByType(headers);

function refusedByType({ "content-type": received }: IncomingHttpHeaders): Refusal | undefined {
  return isJsonType(received)
    ? undefined
    : httpErrors.refuse("unsupported_media_type", { pointer: "header.Content-Type", received: received ?? "-" });
}
