import { isoDateTime } from "../../platform/basics/clock.ts";
import { endpoint, type Answer, type Endpoint, type Operation } from "../../platform/contract/operation.ts";
import type { Database } from "../../platform/database/database.ts";
import { Refusal, type Failure } from "../../platform/contract/errors.ts";
import type { OperatorCall } from "../../sellers/index.ts";
import * as contract from "./contract.ts";
import type { CallRule, EventRule, Plan } from "./kinds.ts";
import { misfitsOfCalls, misfitsOfEvents } from "./rule-validation.ts";
import { knownEndpoints, knownSellers, TARGETS, type Target } from "./queries.ts";
import { USUAL_SEED, type FaultStore } from "./store.ts";

export interface FaultOperationsContext {
  readonly db: Database;
  readonly store: FaultStore;
  /** Every operation there is, asked for when the first rule names one. */
  readonly operations: () => readonly Operation[];
}

/** A call that sets one half of what is to go wrong. */
interface Setting {
  readonly at: number;
  readonly body: { readonly seed?: number; readonly rules: readonly (CallRule | EventRule)[] };
}

/** What is to go wrong on purpose: shown, set, taken back. */
export function faultEndpoints({ db, store, operations }: FaultOperationsContext): readonly Endpoint[] {
  const asTheyAre = (): Answer => {
    const { http, events } = store.plans();
    const links = [{ rel: "self", href: contract.getFaults.path }];
    return { status: 200, body: { http: planView(http), events: planView(events), links } };
  };
  const ofSellers = () => operations().flatMap(({ id, audience }) => (audience === "seller" ? [id] : []));
  const sellersOf = async (rules: readonly (CallRule | EventRule)[]) => {
    const named = [...new Set(rules.flatMap(({ sellerId }) => sellerId ?? []))];
    const rows = named.length === 0 ? [] : await db.run([], knownSellers, [named]);
    return new Set(rows.map((row) => row.seller_id));
  };
  const endpointsOf = async (rules: readonly EventRule[]) => {
    const named = [...new Set(rules.flatMap(({ endpointId }) => endpointId ?? []))];
    const rows = named.length === 0 ? [] : await db.wide.run("every seller", knownEndpoints, [named]);
    return new Map(rows.map((row) => [row.endpoint_id, row.seller_id] as const));
  };
  const put = async (target: Target, { at, body }: Setting, misfits: readonly Failure[]): Promise<Answer | Refusal> => {
    if (misfits.length > 0) return new Refusal(misfits);
    await store.put([target], { seed: body.seed ?? USUAL_SEED, rules: body.rules }, at);
    return asTheyAre();
  };

  return [
    endpoint(contract.getFaults, async (): Promise<Answer> => {
      await store.refresh();
      return asTheyAre();
    }),
    endpoint(contract.putHttpFaults, async (call: OperatorCall<typeof contract.putHttpFaults>) => {
      const { rules } = call.body;
      return put("http", call, misfitsOfCalls(rules, { operations: ofSellers(), sellers: await sellersOf(rules) }));
    }),
    endpoint(contract.putEventFaults, async (call: OperatorCall<typeof contract.putEventFaults>) => {
      const { rules } = call.body;
      return put("events", call, misfitsOfEvents(rules, { sellers: await sellersOf(rules), endpoints: await endpointsOf(rules) }));
    }),
    endpoint(contract.deleteFaults, async (call: OperatorCall<typeof contract.deleteFaults>): Promise<Answer> => {
      await store.put(TARGETS, { seed: USUAL_SEED, rules: [] }, call.at);
      return asTheyAre();
    }),
  ];
}

const planView = ({ seed, rules, changedAt }: Plan<CallRule | EventRule>) => ({
  seed,
  rules,
  ...(changedAt === undefined ? {} : { changedAt: isoDateTime(changedAt) }),
});
