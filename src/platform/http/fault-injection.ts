import { setTimeout as sleep } from "node:timers/promises";
import { FAULT_HEADER, type CallFault } from "./fault-types.ts";
import type { Answers } from "./replies.ts";
import type { Visit } from "./request-context.ts";

/** Lets a fault befall a visit: it is late, ends otherwise than it would, or both. `carryOut` answers by the answers it is given. */
export async function suffer(fault: CallFault, visit: Visit, answers: Answers, carryOut: (answers: Answers) => void): Promise<void> {
  const { mark, latencyMs, ending } = fault;
  const entry = visit.entry!;
  visit.entry = { ...entry, headers: { ...entry.headers, [FAULT_HEADER]: mark } };
  if (latencyMs > 0) await sleep(latencyMs);
  if (ending === undefined) carryOut(answers);
  else if (ending.isAfter) carryOut(losing(answers, end));
  else end();

  function end(): void {
    const { refusal, headers } = ending!;
    if (refusal === undefined) answers.cut(visit);
    else answers.refuse(visit, refusal, headers);
  }
}

/** Answers that are lost: whatever was to be said, the visit ends as the fault wants. */
const losing = (answers: Answers, end: () => void): Answers => ({
  ...answers,
  send(_visit, { stream }) {
    // Nobody reads it: its source is over.
    void stream?.[Symbol.asyncIterator]().return?.();
    end();
  },
  refuse: end,
});
