import { DAY_MS, type Clock } from "../platform/basics/clock.ts";
import type { Environment } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import type { Log } from "../platform/observability/log.ts";
import { openSigningKey, verifierOf } from "../platform/crypto/signing-key.ts";
import type { Slice } from "../platform/jobs/slice-definition.ts";
import type { Admit } from "../sellers/index.ts";
import { productionGate } from "./production-admission.ts";
import { coverageEndpoints } from "./coverage-operations.ts";
import { decideRun } from "./decide.ts";
import { loadRun } from "./load.ts";
import { createObserver, type UnderWay } from "./observe.ts";
import { operatorEndpoints } from "./operator-operations.ts";
import { publicKeysPage } from "./public-keys.ts";
import { expireValidations, listForgotten } from "./queries.ts";
import { runEndpoints } from "./run-operations.ts";
import { createWatches } from "./run-stream.ts";

export interface TechnicalValidationContext {
  readonly db: Database;
  readonly clock: Clock;
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

/** Technical validation, and the admission to production that it is for. */
export interface TechnicalValidation extends Slice {
  /** Whether an application may get a credential for a seller. */
  readonly admit: Admit;
}

const EXPIRE_POLL_MS = 60_000;
/** Runs that nobody decided for so long, since their beginning or their date, are over. */
const RUN_LASTS_MS = 30 * DAY_MS;

/** The technical validation of integrations (seed 4.4): runs in the sandbox, the gate in production, the coverage in both. */
export function openTechnicalValidation(context: TechnicalValidationContext): TechnicalValidation {
  return context.settings.environment === "sandbox" ? openRuns(context) : openGate(context);
}

function openGate({ db, log, settings }: TechnicalValidationContext): TechnicalValidation {
  const observer = createObserver({ db, log, hasRuns: false, onFlushed: () => Promise.resolve() });
  return {
    endpoints: coverageEndpoints({ db, observer }),
    observe: observer.observe,
    admit: productionGate(verifierOf(settings.validationPublicKeys)),
    works: observer.works,
    close: observer.close,
  };
}

function openRuns({ db, clock, log, settings }: TechnicalValidationContext): TechnicalValidation {
  const key = openSigningKey({ given: settings.validationSigningKey, dataDir: settings.dataDir });
  const reportDays = settings.validationReportDays;
  const decisions = { db, key, reportDays };
  /** Whoever is complete now is approved; whoever is not is refused the approval, and nothing happens. */
  const approve = async (runs: readonly UnderWay[]) => {
    for (const { validationId } of runs) {
      await decideRun(decisions, validationId, { decision: "approved", by: "automatic validation", at: clock.now() });
    }
  };
  const observer = createObserver({
    db,
    log,
    hasRuns: true,
    onFlushed: settings.validationAutoApprove ? approve : () => Promise.resolve(),
  });
  const watches = createWatches({ log, load: ({ row }) => loadRun(db, { sellerId: row.seller_id, validationId: row.validation_id }) });
  const running = { ...decisions, clock, observer, watches };
  async function expire(): Promise<number> {
    const forgotten = await db.run("every seller", listForgotten, [clock.now() - RUN_LASTS_MS]);
    const sellers = forgotten.map((row) => row.seller_id);
    const ids = forgotten.map((row) => row.validation_id);
    if (ids.length > 0) await db.run([...new Set(sellers)], expireValidations, [sellers, ids]);
    return ids.length;
  }
  return {
    endpoints: [...runEndpoints(running), ...operatorEndpoints(running), ...coverageEndpoints({ db, observer })],
    pages: [publicKeysPage(key.jwk)],
    observe: observer.observe,
    admit: () => Promise.resolve(undefined),
    works: [...observer.works, { name: "validations to expire", role: "worker", pollMs: EXPIRE_POLL_MS, run: expire }],
    drain: () => void watches.end(),
    async close() {
      await Promise.all([observer.close(), watches.end()]);
    },
  };
}

export * as validationContract from "./contract.ts";
export { validationUnknown } from "./decide.ts";
export { validationErrors } from "./errors.ts";
export { runOfCall } from "./load.ts";
export { MEANINGS as VALIDATION_MEANINGS, VALIDATION_MOVES } from "./states.ts";
