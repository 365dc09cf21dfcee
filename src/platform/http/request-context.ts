import type { FastifyReply, FastifyRequest } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Lang, Refusal } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Caller } from "./authentication.ts";
import type { Admission } from "./load-shedding.ts";

/** Parameters of a path, decoded once (decisions 1.8). */
export type PathParameters = Readonly<Record<string, string>>;

declare module "fastify" {
  interface FastifyRequest {
    context: RequestContext;
  }
  interface FastifyContextConfig {
    /** Absent on plain routes. */
    operation?: Operation;
  }
}

/** The state of a request. It exists from the time when the head was read until the request is answered and all work for it has ended. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly reply: FastifyReply;
  /** Path parameters as the router read them, not checked yet. */
  readonly parameters: PathParameters;
  readonly requestId: string;
  readonly lang: Lang;
  /** Arrival in real time, epoch ms. */
  readonly arrivedAt: number;
  /** Arrival in milliseconds of the monotonic clock. */
  readonly startedMs: number;
  /** Absent when the address belongs to no operation. */
  readonly operation: Operation | undefined;
  /** Set once the caller is authenticated. */
  caller: Caller | undefined;
  /** The parsed body, set once it was parsed. */
  sentBody: unknown;
  /** Set once load shedding admitted the request. Never set on routes with `alwaysAnswered`, which load shedding does not refuse. */
  admission: Admission | undefined;
  /** Set when a JSON body or a refusal is sent. Empty until then, and after any other answer. */
  observedResponse: ObservedResponse;
  /** Set once the response was counted as unread. `reader` is the caller's seller id, or the address of a caller without a seller. */
  unread: { readonly reader: string; readonly bytes: number } | undefined;
  /** Number of unfinished tasks: the response, and all work for the request. Work may continue after the caller hangs up. */
  pendingTasks: number;
}

/** The parts of a response that observers and logs may keep. */
export interface ObservedResponse {
  readonly body?: string | undefined;
  readonly location?: string | undefined;
  readonly refusal?: Refusal;
}

/** The status that metrics and logs show for a request that got no answer, usually because the caller hung up. */
export const CLIENT_CLOSED_REQUEST = 499;

/** Follows each request from its beginning to its end. */
export interface RequestTracker {
  /** Opens the context of a request whose head was read. */
  begin(request: FastifyRequest, reply: FastifyReply): RequestContext;
  /** Counts a response as unread until its request is finished. Returns false and counts nothing when its caller has too many unread bytes. */
  countUnread(context: RequestContext, bytes: number): boolean;
  /** Ends one task of a request. The last one measures and logs the request, releases its admission and notifies the observer. */
  finishTask(context: RequestContext): void;
}
