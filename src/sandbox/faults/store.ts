import type { Database } from "../../platform/database/database.ts";
import type { CallFaultSource } from "../../platform/http/fault-types.ts";
import type { Log } from "../../platform/observability/log.ts";
import type { DeliveryFaults } from "../../notifications/index.ts";
import { drawing } from "./draw.ts";
import { fatesOf } from "./delivery-faults.ts";
import type { CallRule, EventRule, Plan } from "./kinds.ts";
import { listPlans, putPlans, type PlanRow, type Target } from "./queries.ts";

/** What is to go wrong, in each half. */
export interface Plans {
  readonly http: Plan<CallRule>;
  readonly events: Plan<EventRule>;
}

/** What is to go wrong as this process knows it, and the way to change it. */
export interface FaultStore {
  /** As last seen. */
  plans(): Plans;
  /** Sees what any process set since; answers how much. */
  refresh(): Promise<number>;
  /** Sets halves anew, for every process; for this one at once. `at` is marketplace time. */
  put(targets: readonly Target[], plan: Pick<Plan<CallRule | EventRule>, "seed" | "rules">, at: number): Promise<void>;
  /** What befalls calls and notifications from now on. */
  readonly calls: CallFaultSource;
  readonly deliveries: DeliveryFaults;
}

/** The seed of whoever gives none: the same command lets the same things go wrong. */
export const USUAL_SEED = 1;

const NOTHING = { seed: USUAL_SEED, rules: [] };

/** Nothing goes wrong until `refresh` saw what was set. */
export function createFaultStore({ db, log }: { readonly db: Database; readonly log: Log }): FaultStore {
  const versions: Record<Target, number> = { http: 0, events: 0 };
  let plans: Plans = { http: NOTHING, events: NOTHING };
  const calls: { draw: CallFaultSource["draw"] } = { draw: undefined };
  const deliveries: { fateOf: DeliveryFaults["fateOf"] } = { fateOf: undefined };

  const TAKE: Readonly<Record<Target, (row: PlanRow) => void>> = {
    http(row) {
      plans = { ...plans, http: planOf<CallRule>(row) };
      calls.draw = drawing(plans.http);
    },
    events(row) {
      plans = { ...plans, events: planOf<EventRule>(row) };
      deliveries.fateOf = fatesOf(plans.events);
    },
  };

  const inForce = () => plans.http.rules.length + plans.events.rules.length;

  function learn(rows: readonly PlanRow[]): number {
    // Two looks may overtake each other; the later version stays.
    const newer = rows.filter(({ target, version }) => version > versions[target]);
    const before = inForce();
    for (const row of newer) {
      versions[row.target] = row.version;
      TAKE[row.target](row);
    }
    if (newer.length > 0 && before + inForce() > 0)
      log.warn({ count: inForce() }, "faults were set: by so many rules things go wrong on purpose");
    return newer.length;
  }

  return {
    plans: () => plans,
    refresh: async () => learn(await db.run([], listPlans, [])),
    async put(targets, { seed, rules }, at) {
      learn(await db.run([], putPlans, [targets, seed, JSON.stringify(rules), at]));
    },
    calls,
    deliveries,
  };
}

const planOf = <Rule extends CallRule | EventRule>({ seed, rules, changed_at }: PlanRow): Plan<Rule> => ({
  seed,
  // Checked when it was set.
  rules: JSON.parse(rules) as readonly Rule[],
  changedAt: changed_at,
});
