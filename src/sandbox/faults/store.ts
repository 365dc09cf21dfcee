import type { Database } from "../../platform/database/index.ts";
import type { CallFaultSource } from "../../platform/http/index.ts";
import type { Log } from "../../platform/observability/index.ts";
import type { DeliveryFaults } from "../../notifications/index.ts";
import { createCallFaultDraw } from "./call-faults.ts";
import { createDeliveryFaults } from "./delivery-faults.ts";
import type { CallRule, EventRule, FaultConfig } from "./kinds.ts";
import { listFaultConfigs, putFaultConfigs, type FaultConfigRow, type FaultTarget } from "./queries.ts";

/** The fault rules for calls and those for notifications. */
export interface FaultConfigs {
  readonly http: FaultConfig<CallRule>;
  readonly events: FaultConfig<EventRule>;
}

/** The fault rules as this process last read them, and the functions that read and replace them. */
export interface FaultStore {
  /** The rules as last read. */
  configs(): FaultConfigs;
  /** Reads the stored rules, which any process may have changed. Returns how many of the two rule sets changed. */
  refresh(): Promise<number>;
  /** Replaces the rules of these targets for every process. This process applies them at once. `at` is marketplace time, epoch ms. */
  put(targets: readonly FaultTarget[], config: Pick<FaultConfig<CallRule | EventRule>, "seed" | "rules">, at: number): Promise<void>;
  /** The faults that are active now, for calls (`calls`) and notifications (`deliveries`). */
  readonly calls: CallFaultSource;
  readonly deliveries: DeliveryFaults;
}

/** The seed of fault rules that are set without a seed. It is fixed, so that the same command always causes the same faults. */
export const DEFAULT_SEED = 1;

const NO_FAULTS = { seed: DEFAULT_SEED, rules: [] };

/** Starts without faults; `refresh` reads the stored rules. */
export function createFaultStore({ db, log }: { readonly db: Database; readonly log: Log }): FaultStore {
  const versions: Record<FaultTarget, number> = { http: 0, events: 0 };
  let configs: FaultConfigs = { http: NO_FAULTS, events: NO_FAULTS };
  const calls: { draw: CallFaultSource["draw"] } = { draw: undefined };
  const deliveries: { faultFor: DeliveryFaults["faultFor"] } = { faultFor: undefined };

  const APPLY: Readonly<Record<FaultTarget, (row: FaultConfigRow) => void>> = {
    http(row) {
      configs = { ...configs, http: configOf<CallRule>(row) };
      calls.draw = createCallFaultDraw(configs.http);
    },
    events(row) {
      configs = { ...configs, events: configOf<EventRule>(row) };
      deliveries.faultFor = createDeliveryFaults(configs.events);
    },
  };

  const ruleCount = () => configs.http.rules.length + configs.events.rules.length;

  function apply(rows: readonly FaultConfigRow[]): number {
    // A read may finish after a later read, so rows with older versions are ignored.
    const newer = rows.filter(({ target, version }) => version > versions[target]);
    const before = ruleCount();
    for (const row of newer) {
      versions[row.target] = row.version;
      APPLY[row.target](row);
    }
    if (newer.length > 0 && before + ruleCount() > 0)
      log.warn({ count: ruleCount() }, "fault rules are active: calls and notifications fail on purpose");
    return newer.length;
  }

  return {
    configs: () => configs,
    refresh: async () => apply(await db.run([], listFaultConfigs, [])),
    async put(targets, { seed, rules }, at) {
      apply(await db.run([], putFaultConfigs, [targets, seed, JSON.stringify(rules), at]));
    },
    calls,
    deliveries,
  };
}

const configOf = <Rule extends CallRule | EventRule>({ seed, rules, changed_at }: FaultConfigRow): FaultConfig<Rule> => ({
  seed,
  // The rules were checked before they were stored.
  rules: JSON.parse(rules) as readonly Rule[],
  changedAt: changed_at,
});
