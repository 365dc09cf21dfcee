import { endpoint, type Answer, type Endpoint } from "../platform/contract/operation.ts";
import { isoDateTime } from "../platform/basics/clock.ts";
import { Refusal, type Lang } from "../platform/contract/errors.ts";
import { self } from "../platform/contract/paging.ts";
import type { OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { decideRun, scheduleRun, validationUnknown } from "./decide.ts";
import { validationErrors } from "./errors.ts";
import { loadRun, sellerOf, type JudgedRun } from "./load.ts";
import { findOperatorLetIn, listEveryValidation } from "./queries.ts";
import { listAnswer, statusesOf, watched, type RunContext } from "./run-operations.ts";
import { callViews, placeOf, validationView } from "./view.ts";

const shown =
  (lang: Lang) =>
  (run: JudgedRun): Answer => ({ status: 200, body: validationView(run, "operator", lang) });

/** The marketplace's side of the technical validation: watch, schedule, decide (seed 5.3). */
export function operatorEndpoints(context: RunContext): readonly Endpoint[] {
  const { db, observer, watches } = context;
  const any = async (validationId: string): Promise<JudgedRun | Refusal> => {
    await observer.flush();
    const sellerId = sellerOf(validationId);
    return (sellerId === undefined ? undefined : await loadRun(db, { sellerId, validationId })) ?? validationUnknown(validationId);
  };

  return [
    endpoint(contract.listEveryValidation, async (call: OperatorCall<typeof contract.listEveryValidation>): Promise<Answer> => {
      const rows = await db.wide.run("every seller", listEveryValidation, [statusesOf(call.query)]);
      return listAnswer(rows, "operator", call.query);
    }),
    endpoint(contract.getAnyValidation, async (call: OperatorCall<typeof contract.getAnyValidation>) => {
      const run = await any(call.path.validationId);
      return run instanceof Refusal ? run : shown(call.lang)(run);
    }),
    endpoint(contract.listValidationCalls, async (call: OperatorCall<typeof contract.listValidationCalls>) => {
      const { validationId } = call.path;
      const run = await any(validationId);
      if (run instanceof Refusal) return run;
      const items = callViews(run, call.lang);
      if (items.length === 0) return { status: 204 };
      const place = placeOf("operator", validationId);
      return { status: 200, body: { items, links: [self(`${place}/calls`), { rel: "validation", href: place }] } };
    }),
    endpoint(contract.watchAnyValidation, async (call: OperatorCall<typeof contract.watchAnyValidation>) => {
      const run = await any(call.path.validationId);
      if (run instanceof Refusal) return run;
      const isLetIn = async () => (await db.run([], findOperatorLetIn, [call.who.keyId])).length > 0;
      return watched(watches.watch(run, { reader: "operator", lang: call.lang, isLetIn }));
    }),
    endpoint(contract.scheduleValidation, async (call: OperatorCall<typeof contract.scheduleValidation>) => {
      const { at } = call.body;
      if (at <= call.at) return validationErrors.refuse("date_past", { pointer: "/at", received: isoDateTime(at) });
      const answer = shown(call.lang);
      const run = await scheduleRun(db, call.path.validationId, at, { once: call.once, answer });
      return run instanceof Refusal ? run : answer(run);
    }),
    endpoint(contract.decideValidation, async (call: OperatorCall<typeof contract.decideValidation>) => {
      const { validationId } = call.path;
      await observer.flush();
      const answer = shown(call.lang);
      const decision = { ...call.body, by: call.who.actor, at: call.at };
      const run = await decideRun(context, validationId, decision, { once: call.once, answer });
      if (run instanceof Refusal) return run;
      observer.ended(validationId);
      return answer(run);
    }),
  ];
}
