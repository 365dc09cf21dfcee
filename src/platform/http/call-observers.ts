import type { IncomingHttpHeaders } from "node:http";
import type { Operation } from "../contract/operation.ts";
import type { Lang, Refusal } from "../contract/errors.ts";

/** A call of an operation after its answer left. References to what was there anyway: nothing is copied for it. */
export interface ObservedCall {
  readonly requestId: string;
  readonly operation: Operation;
  /** Whom the door knew; undefined when it knew nobody. */
  readonly who: unknown;
  /** Real time at which it arrived, epoch ms. */
  readonly at: number;
  /** How long it took. */
  readonly ms: number;
  /** 499 when the caller was gone before the answer. */
  readonly status: number;
  readonly lang: Lang;
  /** The path's parameters as the router read them, checked or not. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What stands behind the address's `?` as it was sent; empty when there is none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it was sent; undefined when it was not read. */
  readonly sent: unknown;
  /** The body answered, as it may be kept; undefined when there was none, or it was a stream. */
  readonly answered: string | undefined;
  readonly location: string | undefined;
  /** As it may be kept. */
  readonly refusal: Refusal | undefined;
}

/** Hears of every ended call of an operation, one after the other. Returns at once and never throws. */
export type CallObserver = (call: ObservedCall) => void;

/** All of them as one; undefined when there is none, so that nothing is put together for nobody. */
export function combineObservers(all: readonly (CallObserver | undefined)[]): CallObserver | undefined {
  const [first, ...more] = all.filter((one) => one !== undefined);
  if (first === undefined || more.length === 0) return first;
  return (call) => {
    first(call);
    for (const observe of more) observe(call);
  };
}
