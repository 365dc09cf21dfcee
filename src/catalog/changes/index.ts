import { type Clock, isoDateTime } from "../../platform/basics/index.ts";
import type { Endpoint } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { createWakeUpSignal, type HealthSections, type Job } from "../../platform/jobs/index.ts";
import type { Log, Metrics } from "../../platform/observability/index.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { createChangeChecker } from "./checks/check-worker.ts";
import { changeBacklog, countSetAside, nextChangeAt, oldestDueChange } from "./checks/queries.ts";
import { createChangeOpener } from "./create.ts";
import { operatorChangeEndpoints } from "./operator-operations.ts";
import { createPutAsChange, type PutAsChange } from "./put-operations.ts";
import { changeRuleEndpoints } from "./rules/rule-operations.ts";
import { sellerChangeEndpoints } from "./seller-operations.ts";

export interface ChangesContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "gauge">;
  readonly reference: () => ReferenceSnapshot;
  /** The reference data in effect now, including changes that other processes made. */
  readonly latestReference: () => Promise<ReferenceSnapshot>;
  /** Within how many hours a person decides, unless a rule of the reference data says otherwise. */
  readonly reviewSlaHours: number;
  /** Called when images were requested. */
  readonly onImagesWanted: () => void;
  /** Called when a validation is due. */
  readonly onValidationDue: () => void;
  /** A random number in [0, 1), for the sample of automatic approvals. */
  readonly chance: () => number;
}

/** Changes of closed products: operations, and the check of what was asked for. */
export interface Changes {
  readonly endpoints: readonly Endpoint[];
  readonly putAsChange: PutAsChange;
  readonly health: HealthSections;
  readonly jobs: readonly Job[];
  /** Call this when a change request may be due. If this process runs a worker, the worker starts sooner. */
  wake(): void;
}

const POLL_MS = 250;
const DELAY_POLL_MS = 10_000;

/** Opens the change requests of the catalogue. */
export function openChangeRequests(context: ChangesContext): Changes {
  const { db, clock, onValidationDue } = context;
  const due = createWakeUpSignal();
  const opener = createChangeOpener(db);
  const opening = { ...context, opener, onOpened: due.send };
  return {
    endpoints: [...sellerChangeEndpoints(opening), ...operatorChangeEndpoints({ ...context, onDue: due.send }), ...changeRuleEndpoints(db)],
    putAsChange: createPutAsChange(opening),
    health: {
      changes: async () => {
        const [[row], [counted]] = await Promise.all([
          db.wide.run("every seller", changeBacklog, [clock.now()]),
          db.wide.run("every seller", countSetAside, []),
        ]);
        const { due: dueChanges, oldest } = row!;
        return { dueChanges, ...(oldest === null ? {} : { oldestDueAt: isoDateTime(oldest) }), changesSetAside: counted!.aside };
      },
    },
    jobs: [
      {
        name: "changes",
        role: "worker",
        pollMs: POLL_MS,
        run: createChangeChecker({ ...context, onSubmitted: onValidationDue }),
        nextDueAt: async () => (await db.wide.run("every seller", nextChangeAt, []))[0]!.due_at ?? undefined,
        wakeUp: due,
      },
      delayJob(context),
    ],
    wake: due.send,
  };
}

/** Measures for the metrics since when the oldest check has been due, and how many requests are set aside. */
function delayJob({ db, clock, metrics }: ChangesContext): Job {
  let dueAt: number | undefined;
  let aside = 0;
  metrics.gauge("vitrine_changes_set_aside", "Change requests whose check failed 5 times: they need somebody.", () => aside);
  metrics.gauge("vitrine_change_check_delay_seconds", "How long the oldest check of a change request has been due; 0 = none is.", () =>
    dueAt === undefined ? 0 : Math.max(0, (clock.now() - dueAt) / 1_000),
  );
  return {
    name: "change delay",
    role: "worker",
    pollMs: DELAY_POLL_MS,
    async run() {
      dueAt = (await db.wide.run("every seller", oldestDueChange, []))[0]?.due_at;
      aside = (await db.wide.run("every seller", countSetAside, []))[0]!.aside;
      return 0;
    },
  };
}

export { CHANGE_STATES, FIELD_MOVES, FIELD_STATES } from "./states.ts";
