import { setTimeout as sleep } from "node:timers/promises";
import { FAULT_HEADER, type CallFault } from "./fault-types.ts";
import type { ResponseWriter } from "./response-writer.ts";
import type { RequestContext } from "./request-context.ts";

/** Lets a fault befall a context: it is late, ends otherwise than it would, or both. `carryOut` answers by the answers it is given. */
export async function injectFault(
  fault: CallFault,
  context: RequestContext,
  answers: ResponseWriter,
  carryOut: (answers: ResponseWriter) => void,
): Promise<void> {
  const { mark, latencyMs, ending } = fault;
  const caller = context.caller!;
  context.caller = { ...caller, headers: { ...caller.headers, [FAULT_HEADER]: mark } };
  if (latencyMs > 0) await sleep(latencyMs);
  if (ending === undefined) carryOut(answers);
  else if (ending.isAfter) carryOut(losing(answers, end));
  else end();

  function end(): void {
    const { refusal, headers } = ending!;
    if (refusal === undefined) answers.cut(context);
    else answers.refuse(context, refusal, headers);
  }
}

/** Answers that are lost: whatever was to be said, the context ends as the fault wants. */
const losing = (answers: ResponseWriter, end: () => void): ResponseWriter => ({
  ...answers,
  send(_visit, { stream }) {
    // Nobody reads it: its source is over.
    void stream?.[Symbol.asyncIterator]().return?.();
    end();
  },
  refuse: end,
});
