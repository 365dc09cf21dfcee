import { setTimeout as sleep } from "node:timers/promises";
import { FAULT_HEADER, type CallFault } from "./fault-types.ts";
import type { RequestContext } from "./request-context.ts";
import type { ResponseWriter } from "./response-writer.ts";

/** Injects a fault into a call: a delay, another outcome, or both. `handle` handles the call with the given response writer. */
export async function injectFault(
  { headerValue, latencyMs, outcome }: CallFault,
  context: RequestContext,
  responses: ResponseWriter,
  handle: (responses: ResponseWriter) => void,
): Promise<void> {
  const caller = context.caller!;
  context.caller = { ...caller, headers: { ...caller.headers, [FAULT_HEADER]: headerValue } };
  if (latencyMs > 0) await sleep(latencyMs);
  if (outcome === undefined) handle(responses);
  else if (outcome.afterHandler) handle(withLostAnswer(responses, applyOutcome));
  else applyOutcome();

  function applyOutcome(): void {
    const { refusal, headers } = outcome!;
    if (refusal === undefined) responses.abort(context);
    else responses.refuse(context, refusal, headers);
  }
}

/** A response writer that discards the handler's answer or refusal and applies the fault's outcome instead. */
const withLostAnswer = (responses: ResponseWriter, applyOutcome: () => void): ResponseWriter => ({
  ...responses,
  send(_context, { stream }) {
    // Ends the source, because the stream is not read.
    void stream?.[Symbol.asyncIterator]().return?.();
    applyOutcome();
  },
  refuse: applyOutcome,
});
