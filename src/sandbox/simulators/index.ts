import type { IsSimulated, OrderStore } from "../../orders/index.ts";
import type { Clock } from "../../platform/basics/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { InternalCaller } from "../../platform/http/index.ts";
import type { Log } from "../../platform/observability/index.ts";
import { createWakeUpSignal, type Slice } from "../../platform/jobs/index.ts";
import { runDueActs } from "./act-worker.ts";
import { hasUnplannedEvents, planActs } from "./plan-worker.ts";
import { nextActAt } from "./queries.ts";
import { simulatorEndpoints } from "./simulator-operations.ts";
import { createSimulatedDeliveries } from "./is-delivery-simulated.ts";

export interface SimulatorsContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly orders: OrderStore;
  readonly callInternally: InternalCaller;
  /** Maximum number of acts of a seller that run at the same time. */
  readonly actsAtOnce: number;
}

/** Simulators of the outside world: shoppers, bank, risk analysts, carriers, the fulfilment operator, reviewers. */
export interface Simulators extends Slice {
  /** Whether a simulator moves those shippings of a seller that a given party delivers. If so, no timer moves them. */
  readonly isSimulated: IsSimulated;
}

const PLAN_POLL_MS = 250;
const ACT_POLL_MS = 250;
const SETTINGS_POLL_MS = 250;

/** Opens the simulators of a sandbox. One worker reads events and plans acts. Another worker carries out the acts when they are due. */
export function openSimulators(context: SimulatorsContext): Simulators {
  const { db } = context;
  const [toPlan, toAct] = [createWakeUpSignal(), createWakeUpSignal()];
  const planning = { ...context, onPlanned: toAct.send };
  const acting = { ...context, onActed: toPlan.send };
  const deliveries = createSimulatedDeliveries(db);
  return {
    isSimulated: deliveries.isSimulated,
    endpoints: simulatorEndpoints({
      ...context,
      async onSet() {
        await deliveries.refresh();
        toPlan.send();
      },
    }),
    jobs: [
      { name: "simulators set", pollMs: SETTINGS_POLL_MS, run: async () => (await deliveries.refresh(), 0) },
      {
        name: "simulators",
        role: "worker",
        pollMs: PLAN_POLL_MS,
        run: () => planActs(planning),
        nextDueAt: async () => ((await hasUnplannedEvents(planning)) ? 0 : undefined),
        wakeUp: toPlan,
      },
      {
        name: "simulated acts",
        role: "worker",
        pollMs: ACT_POLL_MS,
        run: () => runDueActs(acting),
        nextDueAt: async () => (await db.wide.run("every seller", nextActAt, []))[0]!.due_at ?? undefined,
        wakeUp: toAct,
      },
    ],
  };
}

export * as simulatorContract from "./contract.ts";
export { simulatorErrors } from "./errors.ts";
