import type { Static, TSchema } from "typebox";
import type { Answer } from "./answer.ts";
import type { ErrorRow, Failure, Lang, Refusal } from "./errors.ts";
import type { IdempotencyKey } from "../idempotency/keyed-call.ts";

export type { Answer } from "./answer.ts";

/** Which document an operation belongs to; the path carries the version where the seed shows one. */
export type Api = "v1" | "v2" | "operator";
/** Who may knock: a seller's credential, an operator's key, or anybody. */
export type Audience = "seller" | "operator" | "public";
/** Those among them who are somebody. */
export type AuthenticatedAudience = Exclude<Audience, "public">;
/** What a call is to the service when it cannot take all: lists are refused first, what moves orders last. */
export type PriorityClass = "orders" | "offers" | "products" | "lists" | "waits";
/** The two environments; a process serves one. */
export type Environment = "sandbox" | "production";
/** The methods operations are called with; HEAD goes with GET. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface ReplyRow {
  readonly description: string;
  readonly schema?: TSchema;
  /** Of a body that is no JSON, such as `application/zip`; it is sent as a stream and has no schema. */
  readonly mediaType?: string;
  /** What such a body looks like. */
  readonly example?: string;
  readonly headers?: Readonly<Record<string, HeaderRow>>;
}

/** A header of one answer: what it says, and what it may look like. */
export interface HeaderRow {
  readonly description: string;
  readonly example: string;
}

/**
 * One row of the contract: from it come the route, the validation, the handler's types, the OpenAPI document and the
 * permission check. Rows live in a slice's contract.ts; nothing about an operation is said anywhere else.
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
  /** Sellers: the one permission the credential needs, or "any" of them. Operators: the roles allowed (`admin` always is). */
  readonly permission: string | readonly string[];
  /** Environments whose route table has it; absent = both. */
  readonly environments?: readonly Environment[];
  /** What it is refused with in the other environment, behind its door and without its handler; absent = there is no such address. */
  readonly elsewhere?: Failure;
  /** What it answers has personal data or a secret in it: every answer says that nobody on the way may keep it. */
  readonly confidential?: boolean;
  /** Absent = what its method says: one thing read is "offers", a list or a file "lists", a write "products". */
  readonly priority?: PriorityClass;
  /** The chapter of the documents that it stands in. */
  readonly tag?: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: Path;
  readonly query?: Query;
  /** Headers of its own, under the names that documents give them. */
  readonly headers?: Headers;
  readonly body?: Body;
  /** Example bodies for the documents and the contract test. */
  readonly bodyExample?: unknown;
  readonly bodyLimitBytes?: number;
  readonly replies: Readonly<Record<number, ReplyRow>>;
  /** The refusals of its own, beside the ones every operation shares. */
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

/** What a handler is given: everything already authenticated, checked and normalised. */
export interface Call<O extends Operation, Who> {
  readonly who: Who;
  readonly path: StaticOr<NonNullable<O["parameters"]>, Record<string, never>>;
  readonly query: StaticOr<NonNullable<O["query"]>, Record<string, never>>;
  readonly headers: StaticOr<NonNullable<O["headers"]>, Record<string, never>>;
  readonly body: StaticOr<NonNullable<O["body"]>, undefined>;
  /** The body as it was sent, for rules that look beyond what the check could use. */
  readonly sent: unknown;
  /** The body's failures when `bodyFailures` is "handler's": the handler adds its own and refuses with all of them. */
  readonly bodyFailures: readonly Failure[];
  readonly lang: Lang;
  readonly requestId: string;
  /** Marketplace time at which the call arrived, epoch ms. */
  readonly at: number;
  /** Of a call with an Idempotency-Key: whoever writes its effect in a transaction notes the answer in the same one. */
  readonly idempotencyKey?: IdempotencyKey;
  /** Of operations that wait: `heard` is called when the caller is gone, or was answered. */
  readonly onHungUp?: ((heard: () => void) => void) | undefined;
}

/** An operation and what carries it out. `bodyFailures` says who refuses a body that fails its schema. */
export interface Endpoint {
  readonly operation: Operation;
  readonly handle: (call: Call<Operation, never>) => Promise<Answer | Refusal>;
  readonly bodyFailures: "refused" | "handler's";
}

/** Joins a row of the contract with the function that carries it out. */
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
