import { type Answer, type Endpoint, endpoint, type Lang, Refusal, selfLink } from "../platform/contract/index.ts";
import { isoDateTime } from "../platform/basics/index.ts";
import { isStillOperator } from "../people/index.ts";
import type { OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { decideRun, scheduleRun, validationUnknown } from "./decide.ts";
import { validationErrors } from "./errors.ts";
import { loadRun, sellerOfRun, type EvaluatedRun } from "./load.ts";
import { listEveryValidation } from "./queries.ts";
import { listAnswer, chosenStatuses, streamAnswer, type RunContext } from "./run-operations.ts";
import { callViews, runPath, validationView } from "./view.ts";

const runAnswer =
  (lang: Lang) =>
  (run: EvaluatedRun): Answer => ({ status: 200, body: validationView(run, "operator", lang) });

/** Operators' operations in technical validation: list, watch, schedule and decide runs (seed 5.3). */
export function operatorEndpoints(context: RunContext): readonly Endpoint[] {
  const { db, wallClock, recorder, runStreams } = context;
  const loadAnyRun = async (validationId: string): Promise<EvaluatedRun | Refusal> => {
    await recorder.flush();
    const sellerId = sellerOfRun(validationId);
    return (sellerId === undefined ? undefined : await loadRun(db, { sellerId, validationId })) ?? validationUnknown(validationId);
  };

  return [
    endpoint(contract.listEveryValidation, async (call: OperatorCall<typeof contract.listEveryValidation>): Promise<Answer> => {
      const rows = await db.wide.run("every seller", listEveryValidation, [chosenStatuses(call.query)]);
      return listAnswer(rows, "operator", call.query);
    }),
    endpoint(contract.getAnyValidation, async (call: OperatorCall<typeof contract.getAnyValidation>) => {
      const run = await loadAnyRun(call.path.validationId);
      return run instanceof Refusal ? run : runAnswer(call.lang)(run);
    }),
    endpoint(contract.listValidationCalls, async (call: OperatorCall<typeof contract.listValidationCalls>) => {
      const { validationId } = call.path;
      const run = await loadAnyRun(validationId);
      if (run instanceof Refusal) return run;
      const items = callViews(run, call.lang);
      if (items.length === 0) return { status: 204 };
      const path = runPath("operator", validationId);
      return { status: 200, body: { items, links: [selfLink(`${path}/calls`), { rel: "validation", href: path }] } };
    }),
    endpoint(contract.watchAnyValidation, async (call: OperatorCall<typeof contract.watchAnyValidation>) => {
      const run = await loadAnyRun(call.path.validationId);
      if (run instanceof Refusal) return run;
      const { keyId } = call.who;
      const isStillAuthorized = () => isStillOperator({ db, wallClock }, keyId);
      return streamAnswer(runStreams.subscribe(run, { reader: "operator", lang: call.lang, isStillAuthorized }));
    }),
    endpoint(contract.scheduleValidation, async (call: OperatorCall<typeof contract.scheduleValidation>) => {
      const { at } = call.body;
      if (at <= call.at) return validationErrors.refuse("date_past", { pointer: "/at", received: isoDateTime(at) });
      const answer = runAnswer(call.lang);
      const run = await scheduleRun(db, call.path.validationId, at, { idempotencyKey: call.idempotencyKey, answer });
      return run instanceof Refusal ? run : answer(run);
    }),
    endpoint(contract.decideValidation, async (call: OperatorCall<typeof contract.decideValidation>) => {
      const { validationId } = call.path;
      await recorder.flush();
      const answer = runAnswer(call.lang);
      const decision = { ...call.body, by: call.who.actor, at: call.at };
      const run = await decideRun(context, validationId, decision, { idempotencyKey: call.idempotencyKey, answer });
      if (run instanceof Refusal) return run;
      recorder.endRun(validationId);
      return answer(run);
    }),
  ];
}
