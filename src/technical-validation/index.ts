import { type Clock, DAY_MS } from "../platform/basics/index.ts";
import type { Environment } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { Log } from "../platform/observability/index.ts";
import { openSigningKey, verifierOf } from "../platform/crypto/index.ts";
import type { Slice } from "../platform/jobs/index.ts";
import type { Admit } from "../sellers/index.ts";
import { productionGate } from "./production-admission.ts";
import { coverageEndpoints } from "./coverage-operations.ts";
import { decideRun, type RunDecisionContext } from "./decide.ts";
import { loadRun } from "./load.ts";
import { createCallRecorder, type ActiveRun } from "./call-recorder.ts";
import { operatorEndpoints } from "./operator-operations.ts";
import { publicKeysPage } from "./public-keys.ts";
import { expireValidations, listStaleRuns } from "./queries.ts";
import { runEndpoints } from "./run-operations.ts";
import { createRunStreams } from "./run-stream.ts";

export interface TechnicalValidationContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly wallClock: Clock;
  readonly log: Log;
  readonly settings: {
    readonly environment: Environment;
    readonly dataDir: string;
    readonly validationSigningKey: string;
    readonly validationPublicKeys: readonly string[];
    readonly validationReportDays: number;
    readonly validationAutoApprove: boolean;
  };
}

/** Technical validation and the admission to production. */
export interface TechnicalValidation extends Slice {
  /** Decides whether an application may get a credential for a seller. */
  readonly admit: Admit;
}

const EXPIRE_POLL_MS = 60_000;
/** Maximum time until a run is decided, counted from its start or, if later, its scheduled date. Then the run expires. */
const RUN_MAX_AGE_MS = 30 * DAY_MS;

/**
 * Opens technical validation (seed 4.4). The sandbox has runs, and production has the admission check. Both record coverage: the methods that
 * each application has used successfully.
 */
export function openTechnicalValidation(context: TechnicalValidationContext): TechnicalValidation {
  return context.settings.environment === "sandbox" ? openRuns(context) : openGate(context);
}

function openGate({ db, log, settings }: TechnicalValidationContext): TechnicalValidation {
  const recorder = createCallRecorder({ db, log, hasRuns: false, onFlushed: () => Promise.resolve() });
  return {
    endpoints: coverageEndpoints({ db, recorder }),
    observe: recorder.observe,
    admit: productionGate(verifierOf(settings.validationPublicKeys)),
    jobs: recorder.jobs,
    close: recorder.close,
  };
}

function openRuns({ db, clock, wallClock, log, settings }: TechnicalValidationContext): TechnicalValidation {
  const key = openSigningKey({ given: settings.validationSigningKey, dataDir: settings.dataDir });
  const reportDays = settings.validationReportDays;
  const decisions = { db, key, reportDays };
  const onFlushed = settings.validationAutoApprove ? approveComplete(decisions, clock) : () => Promise.resolve();
  const recorder = createCallRecorder({ db, log, hasRuns: true, onFlushed });
  const runStreams = createRunStreams({
    log,
    load: ({ row }) => loadRun(db, { sellerId: row.seller_id, validationId: row.validation_id }),
  });
  const context = { ...decisions, clock, wallClock, recorder, runStreams };
  return {
    endpoints: [...runEndpoints(context), ...operatorEndpoints(context), ...coverageEndpoints({ db, recorder })],
    plainRoutes: [publicKeysPage(key.jwk)],
    observe: recorder.observe,
    admit: () => Promise.resolve(undefined),
    jobs: [
      ...recorder.jobs,
      { name: "validations to expire", role: "worker", pollMs: EXPIRE_POLL_MS, run: () => expireStaleRuns(db, clock) },
    ],
    drain: () => void runStreams.end(),
    async close() {
      await Promise.all([recorder.close(), runStreams.end()]);
    },
  };
}

/** Approves the runs whose checklist is complete. `decideRun` refuses the other runs. These refusals are ignored. */
const approveComplete = (decisions: RunDecisionContext, clock: Clock) => async (runs: readonly ActiveRun[]) => {
  for (const { validationId } of runs) {
    await decideRun(decisions, validationId, { decision: "approved", by: "automatic validation", at: clock.now() });
  }
};

/** Expires runs that were not decided in time. Resolves to their number. */
async function expireStaleRuns(db: Database, clock: Clock): Promise<number> {
  const stale = await db.run("every seller", listStaleRuns, [clock.now() - RUN_MAX_AGE_MS]);
  const sellers = stale.map((row) => row.seller_id);
  const ids = stale.map((row) => row.validation_id);
  if (ids.length > 0) await db.run([...new Set(sellers)], expireValidations, [sellers, ids]);
  return ids.length;
}

export * as validationContract from "./contract.ts";
export { countActiveRuns } from "./queries.ts";
export { validationUnknown } from "./decide.ts";
export { validationErrors } from "./errors.ts";
export { findRunCredential } from "./load.ts";
export { STATE_DESCRIPTIONS as VALIDATION_MEANINGS, VALIDATION_MOVES } from "./states.ts";
