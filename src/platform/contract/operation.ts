import type { Static, TSchema } from "typebox";
import type { Answer } from "./answer.ts";
import type { ErrorRow, Failure, Lang, Refusal } from "./errors.ts";
import type { IdempotencyKey } from "../idempotency/keyed-call.ts";
import type { Upload } from "./upload.ts";

export type { Answer } from "./answer.ts";

/** The API document that contains an operation. The path of an operation contains a version only if the seed shows one there. */
export type Api = "v1" | "v2" | "operator" | "portal";
/**
 * The callers of an operation: holders of a seller's credential, holders of an operator's key, people with a session, or everyone. People may
 * also call for a seller, or as operators.
 */
export type Audience = "seller" | "operator" | "person" | "public";
/** The audiences that do the marketplace's business. */
export type AuthenticatedAudience = Exclude<Audience, "public" | "person">;
/** The permission of sellers' operations that no credential has: people call them, with a session. */
export const PEOPLE_ONLY = "people";
/** The load class of a call. Under overload, `lists` are refused first and `orders` last. `waits` are long polls, with a limit of their own. */
export type PriorityClass = "orders" | "offers" | "products" | "lists" | "waits";
/** The environments. A process serves one of them. */
export type Environment = "sandbox" | "production";
/** The methods of operations. GET also covers HEAD. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface ReplyRow {
  readonly description: string;
  readonly schema?: TSchema;
  /** The media type of a body that is not JSON, such as `application/zip`. Such a body is streamed and has no schema. */
  readonly mediaType?: string;
  /** An example of a body that is not JSON. */
  readonly example?: string;
  readonly headers?: Readonly<Record<string, HeaderRow>>;
}

/** A header of an answer, with its meaning and an example. */
export interface HeaderRow {
  readonly description: string;
  readonly example: string;
  /** Set when only some of the answers have it. */
  readonly occasional?: true;
}

/**
 * One row of the contract. The route, the validation, the handler's types, the OpenAPI document and the permission check are derived from
 * it. A slice's rows are in its contract.ts. No other file describes an operation.
 */
export interface Operation<
  Path extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Headers extends TSchema = TSchema,
> {
  readonly id: string;
  readonly api: Api;
  readonly method: Method;
  readonly path: string;
  readonly audience: Audience;
  /**
   * For sellers: the permission that the credential needs, or "any". For operators: the allowed roles (`admin` is always allowed). "any" for
   * people.
   */
  readonly permission: string | readonly string[];
  /** The environments that have the operation; absent = both. */
  readonly environments?: readonly Environment[];
  /** The refusal that authenticated callers get in the other environment. Absent = the address does not exist there. */
  readonly elsewhere?: Failure;
  /** Set when answers contain personal data or secrets. Such answers are sent with `no-store`. */
  readonly confidential?: boolean;
  /** Absent = determined by `priorityClassOf` from the audience, the method and the path. */
  readonly priority?: PriorityClass;
  /** The chapter of the operation in documents. */
  readonly tag?: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: Path;
  readonly query?: Query;
  /** Request headers of this operation, in addition to the common ones. Their names are spelled as in documents. */
  readonly headers?: Headers;
  readonly body?: Body;
  /** An example of the body, for the documents and the contract test. */
  readonly bodyExample?: unknown;
  readonly bodyLimitBytes?: number;
  /** Media types of bodies that the handler reads while they arrive, beside a JSON `body` or in place of one. */
  readonly uploads?: readonly string[];
  /** Set when rows of the call count against the quota's lane for bulk, which its answers then tell. */
  readonly metersRows?: true;
  readonly replies: Readonly<Record<number, ReplyRow>>;
  /** The operation's own refusals, in addition to those that all operations share. */
  readonly refuses?: readonly ErrorRow[];
}

/** A row of the contract, typed by its schemas. */
export const operation = <
  const Path extends TSchema = TSchema,
  const Query extends TSchema = TSchema,
  const Body extends TSchema = TSchema,
  const Headers extends TSchema = TSchema,
>(
  row: Operation<Path, Query, Body, Headers>,
): Operation<Path, Query, Body, Headers> => row;

type StaticOr<Schema, Otherwise> = Schema extends TSchema ? (TSchema extends Schema ? Otherwise : Static<Schema>) : Otherwise;

/** The input of a handler: the authenticated caller, and the parameters and body, checked and normalised. */
export interface Call<O extends Operation, Who> {
  readonly who: Who;
  readonly path: StaticOr<NonNullable<O["parameters"]>, Record<string, never>>;
  readonly query: StaticOr<NonNullable<O["query"]>, Record<string, never>>;
  readonly headers: StaticOr<NonNullable<O["headers"]>, Record<string, never>>;
  readonly body: StaticOr<NonNullable<O["body"]>, undefined>;
  /** The parsed body before its check, for rules that need more than the checked values. */
  readonly sent: unknown;
  /**
   * The failures of an invalid body, to which the handler adds its own before it refuses. Always empty unless the endpoint's `bodyFailures`
   * is "handler's".
   */
  readonly bodyFailures: readonly Failure[];
  readonly lang: Lang;
  readonly requestId: string;
  /** Time at which the call is handled, in epoch ms of the marketplace's clock. */
  readonly at: number;
  /**
   * Present when the call has an Idempotency-Key. The handler must use it to record the answer in the transaction that makes the change.
   */
  readonly idempotencyKey?: IdempotencyKey;
  /** The body, when its media type is one of the operation's `uploads`. The handler checks the Idempotency-Key of such a call itself. */
  readonly upload?: Upload;
  /** The Idempotency-Key header of a call with an upload. */
  readonly uploadKey?: string;
  /**
   * Registers a listener that is called when the caller disconnects or has been answered. Present only for operations that wait before they
   * answer.
   */
  readonly onHungUp?: ((listener: () => void) => void) | undefined;
}

/**
 * An operation and its handler. An invalid body is refused before the handler is called, or by the handler itself if `bodyFailures` is
 * "handler's".
 */
export interface Endpoint {
  readonly operation: Operation;
  readonly handle: (call: Call<Operation, never>) => Promise<Answer | Refusal>;
  readonly bodyFailures: "refused" | "handler's";
}

/** Combines a row of the contract with its handler. */
export function endpoint<O extends Operation, Who>(
  row: O,
  handle: (call: Call<O, Who>) => Promise<Answer | Refusal>,
  options: { readonly bodyFailures?: "refused" | "handler's" } = {},
): Endpoint {
  return {
    operation: row,
    handle: handle as unknown as Endpoint["handle"],
    bodyFailures: options.bodyFailures ?? "refused",
  };
}
