import type { IncomingHttpHeaders } from "node:http";
import type { Operation } from "../contract/operation.ts";
import type { Lang, Refusal } from "../contract/errors.ts";

/** A call of an operation after it has ended. Its fields refer to existing objects; nothing is copied. */
export interface ObservedCall {
  readonly requestId: string;
  readonly operation: Operation;
  /** The identity of the caller; undefined when the caller was not authenticated. */
  readonly identity: unknown;
  /** Arrival in real time, epoch ms. */
  readonly at: number;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** The status of the answer; 499 when the connection ended before the answer. */
  readonly status: number;
  readonly lang: Lang;
  /** Path parameters as the router read them; they may be invalid. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The query string as it was sent; empty when there is none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body; undefined when it was not read. */
  readonly sentBody: unknown;
  /** The body of the answer, masked for storage. Undefined when there was none, or when it was streamed. */
  readonly responseBody: string | undefined;
  readonly location: string | undefined;
  /** The refusal of the call, masked for storage; undefined when it was not refused. */
  readonly refusal: Refusal | undefined;
}

/** Called for every completed call of an operation. It returns immediately and never throws. */
export type CallObserver = (call: ObservedCall) => void;

/** Combines observers into one. Undefined when there are none; then no `ObservedCall` is created. */
export function combineObservers(all: readonly (CallObserver | undefined)[]): CallObserver | undefined {
  const [first, ...more] = all.filter((one) => one !== undefined);
  if (first === undefined || more.length === 0) return first;
  return (call) => {
    first(call);
    for (const observe of more) observe(call);
  };
}
