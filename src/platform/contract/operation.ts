import type { Static, TSchema } from "typebox";
import type { Answer } from "./answer.ts";
import type { ErrorRow, Failure, Lang, Refusal } from "./errors.ts";
import type { IdempotencyKey } from "../idempotency/keyed-call.ts";

export type { Answer } from "./answer.ts";

/** The document an operation belongs to. The path contains the version where the seed shows one. */
export type Api = "v1" | "v2" | "operator";
/** Who may call: holders of a seller's credential, of an operator's key, or anybody. */
export type Audience = "seller" | "operator" | "public";
/** The audiences whose callers are authenticated. */
export type AuthenticatedAudience = Exclude<Audience, "public">;
/** The class of a call for load shedding: lists are refused first, order moves last. */
export type PriorityClass = "orders" | "offers" | "products" | "lists" | "waits";
/** The environments; a process serves one of them. */
export type Environment = "sandbox" | "production";
/** The methods of operations. GET includes HEAD. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface ReplyRow {
  readonly description: string;
  readonly schema?: TSchema;
  /** The media type of a body that is not JSON, such as `application/zip`. It is streamed and has no schema. */
  readonly mediaType?: string;
  /** An example of such a body. */
  readonly example?: string;
  readonly headers?: Readonly<Record<string, HeaderRow>>;
}

/** A header of one answer, with its meaning and an example. */
export interface HeaderRow {
  readonly description: string;
  readonly example: string;
}

/**
 * One row of the contract. The route, the validation, the handler's types, the OpenAPI document and the permission check follow from it.
 * Rows are in a slice's contract.ts, and nothing about an operation is said anywhere else.
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
  /** For sellers: the permission the credential needs, or "any". For operators: the allowed roles (`admin` always is). */
  readonly permission: string | readonly string[];
  /** The environments that have the operation; absent = both. */
  readonly environments?: readonly Environment[];
  /** The refusal that authenticated callers get in the other environment; absent = the address does not exist there. */
  readonly elsewhere?: Failure;
  /** Set when answers contain personal data or secrets. They are then sent with `no-store`. */
  readonly confidential?: boolean;
  /** Absent = by method: reading one thing is "offers", a list or a file "lists", a write "products". */
  readonly priority?: PriorityClass;
  /** Its chapter in the documents. */
  readonly tag?: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: Path;
  readonly query?: Query;
  /** Its own request headers, under the names that documents use. */
  readonly headers?: Headers;
  readonly body?: Body;
  /** Example bodies for the documents and the contract test. */
  readonly bodyExample?: unknown;
  readonly bodyLimitBytes?: number;
  readonly replies: Readonly<Record<number, ReplyRow>>;
  /** Its own refusals, in addition to those every operation shares. */
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

/** What a handler gets. Everything is authenticated, checked and normalised. */
export interface Call<O extends Operation, Who> {
  readonly who: Who;
  readonly path: StaticOr<NonNullable<O["parameters"]>, Record<string, never>>;
  readonly query: StaticOr<NonNullable<O["query"]>, Record<string, never>>;
  readonly headers: StaticOr<NonNullable<O["headers"]>, Record<string, never>>;
  readonly body: StaticOr<NonNullable<O["body"]>, undefined>;
  /** The body as it was sent, for rules that need more than the checked body. */
  readonly sent: unknown;
  /** The body's failures when `bodyFailures` is "handler's". The handler adds its own and refuses with all of them. */
  readonly bodyFailures: readonly Failure[];
  readonly lang: Lang;
  readonly requestId: string;
  /** Arrival in marketplace time, epoch ms. */
  readonly at: number;
  /** Present when the call has an Idempotency-Key. The transaction that makes the effect must record the answer with it. */
  readonly idempotencyKey?: IdempotencyKey;
  /** Present on operations that wait. The listener is called when the caller hung up or was answered. */
  readonly onHungUp?: ((listener: () => void) => void) | undefined;
}

/** An operation and its handler. `bodyFailures` says who refuses a body that fails its schema. */
export interface Endpoint {
  readonly operation: Operation;
  readonly handle: (call: Call<Operation, never>) => Promise<Answer | Refusal>;
  readonly bodyFailures: "refused" | "handler's";
}

/** Joins a row of the contract with its handler. */
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
