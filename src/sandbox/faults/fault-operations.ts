import { isoDateTime } from "../../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, type Failure, type Operation, Refusal } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { OperatorCall } from "../../sellers/index.ts";
import * as contract from "./contract.ts";
import type { CallRule, EventRule, FaultConfig } from "./kinds.ts";
import { callRuleFailures, eventRuleFailures } from "./rule-validation.ts";
import { existingEndpoints, existingSellers, FAULT_TARGETS, type FaultTarget } from "./queries.ts";
import { DEFAULT_SEED, type FaultStore } from "./store.ts";

export interface FaultOperationsContext {
  readonly db: Database;
  readonly store: FaultStore;
  /** Returns every operation of the API. Called only when rules for calls are set. */
  readonly operations: () => readonly Operation[];
}

/** Endpoints that show, replace and remove the fault rules. */
export const faultEndpoints = (context: FaultOperationsContext): readonly Endpoint[] => [
  endpoint(contract.getFaults, async (): Promise<Answer> => {
    await context.store.refresh();
    return faultsAnswer(context);
  }),
  endpoint(contract.putHttpFaults, async (call: OperatorCall<typeof contract.putHttpFaults>) => {
    const { rules } = call.body;
    const known = { operations: sellerOperations(context), sellers: await sellersNamed(context, rules) };
    return putFaults(context, "http", call, callRuleFailures(rules, known));
  }),
  endpoint(contract.putEventFaults, async (call: OperatorCall<typeof contract.putEventFaults>) => {
    const { rules } = call.body;
    const known = { sellers: await sellersNamed(context, rules), endpoints: await endpointsNamed(context, rules) };
    return putFaults(context, "events", call, eventRuleFailures(rules, known));
  }),
  endpoint(contract.deleteFaults, async (call: OperatorCall<typeof contract.deleteFaults>): Promise<Answer> => {
    await context.store.put(FAULT_TARGETS, { seed: DEFAULT_SEED, rules: [] }, call.at);
    return faultsAnswer(context);
  }),
];

interface PutCall {
  readonly at: number;
  readonly body: { readonly seed?: number; readonly rules: readonly (CallRule | EventRule)[] };
}

async function putFaults(
  context: FaultOperationsContext,
  target: FaultTarget,
  { at, body }: PutCall,
  failures: readonly Failure[],
): Promise<Answer | Refusal> {
  if (failures.length > 0) return new Refusal(failures);
  await context.store.put([target], { seed: body.seed ?? DEFAULT_SEED, rules: body.rules }, at);
  return faultsAnswer(context);
}

/** The ids of operations that sellers may call. */
const sellerOperations = ({ operations }: FaultOperationsContext): readonly string[] =>
  operations().flatMap(({ id, audience }) => (audience === "seller" ? [id] : []));

/** The sellers that the rules name and that exist. */
async function sellersNamed({ db }: FaultOperationsContext, rules: readonly (CallRule | EventRule)[]): Promise<ReadonlySet<number>> {
  const named = [...new Set(rules.flatMap(({ sellerId }) => sellerId ?? []))];
  const rows = named.length === 0 ? [] : await db.run([], existingSellers, [named]);
  return new Set(rows.map((row) => row.seller_id));
}

/** The endpoints that the rules name and that exist, each with its seller. */
async function endpointsNamed({ db }: FaultOperationsContext, rules: readonly EventRule[]): Promise<ReadonlyMap<string, number>> {
  const named = [...new Set(rules.flatMap(({ endpointId }) => endpointId ?? []))];
  const rows = named.length === 0 ? [] : await db.wide.run("every seller", existingEndpoints, [named]);
  return new Map(rows.map((row) => [row.endpoint_id, row.seller_id] as const));
}

function faultsAnswer({ store }: FaultOperationsContext): Answer {
  const { http, events } = store.configs();
  const links = [{ rel: "self", href: contract.getFaults.path }];
  return { status: 200, body: { http: configView(http), events: configView(events), links } };
}

const configView = ({ seed, rules, changedAt }: FaultConfig<CallRule | EventRule>) => ({
  seed,
  rules,
  ...(changedAt === undefined ? {} : { changedAt: isoDateTime(changedAt) }),
});
