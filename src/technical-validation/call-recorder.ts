import { kindOfActor } from "../platform/basics/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { CallObserver, ObservedCall } from "../platform/http/index.ts";
import type { Log } from "../platform/observability/index.ts";
import type { Job } from "../platform/jobs/index.ts";
import type { SellerIdentity } from "../sellers/index.ts";
import { callFacts, subjectOf } from "./call-facts.ts";
import { CHECKLIST } from "./checklist.ts";
import { createCoverageTracker, type FirstUse } from "./coverage-tracker.ts";
import type { CallFacts } from "./load.ts";
import { insertCalls, insertCoverage, listActiveRuns } from "./queries.ts";

/** A run of technical validation that is open or scheduled. */
export interface ActiveRun {
  readonly sellerId: number;
  readonly validationId: string;
  readonly credentialId: string;
}

/** Observes every call. Writes the data for checklists and coverage a moment later. */
export interface CallRecorder {
  readonly observe: CallObserver;
  /** Starts to record the calls of a run. Other processes discover the run by polling. */
  startRun(run: ActiveRun): void;
  endRun(validationId: string): void;
  /** Writes the calls observed so far. */
  flush(): Promise<void>;
  /** Background jobs. They write the observed calls and poll the active runs. */
  readonly jobs: readonly Job[];
  close(): Promise<void>;
}

interface RunCall {
  readonly run: ActiveRun;
  readonly at: number;
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  readonly subject: string | undefined;
  readonly facts: CallFacts;
}

const FLUSH_MS = 200;
const RUNS_POLL_MS = 500;
/** Maximum number of successful calls kept per run and operation. The same limit applies to refused calls. */
const MAX_CALLS = 500;
/** Maximum number of calls about the same product or order, within the limit of MAX_CALLS. */
const MAX_CALLS_PER_SUBJECT = 20;
/** Maximum number of calls held in memory while the database is unavailable. */
const MAX_PENDING = 10_000;

const SELLER_OPERATIONS = new Set(CHECKLIST.flatMap(({ operations }) => operations));
const PORTAL_OPERATIONS = new Set(CHECKLIST.flatMap(({ portal }) => portal ?? []));

export interface CallRecorderSettings {
  readonly db: Database;
  readonly log: Log;
  /** Whether to record runs. False in production, which records only coverage. */
  readonly hasRuns: boolean;
  /** Called after a flush, with the runs whose calls were written. */
  readonly onFlushed: (runs: readonly ActiveRun[]) => Promise<void>;
}

/** Whether a seller's person made a call. People show nothing about what an integration can do. */
const isSellersPerson = ({ operation, identity }: ObservedCall): boolean =>
  operation.audience === "seller" && kindOfActor((identity as SellerIdentity).actor) === "person";

/** Creates the recorder of this process. */
export function createCallRecorder({ db, log, hasRuns, onFlushed }: CallRecorderSettings): CallRecorder {
  const runs = runsByCredential(db);
  const coverage = createCoverageTracker();
  let pendingCalls: RunCall[] = [];
  let pendingUses: FirstUse[] = [];

  const addCall = (run: ActiveRun, call: ObservedCall) => {
    if (pendingCalls.length < MAX_PENDING) pendingCalls.push(runCall(run, call));
  };

  async function write(): Promise<void> {
    const [calls, uses] = [pendingCalls, pendingUses];
    [pendingCalls, pendingUses] = [[], []];
    try {
      if (uses.length > 0) await writeCoverage(db, uses);
    } catch (error) {
      pendingUses = [...uses, ...pendingUses].slice(0, MAX_PENDING);
      pendingCalls = [...calls, ...pendingCalls].slice(0, MAX_PENDING);
      throw error;
    }
    if (calls.length === 0) return;
    try {
      await writeCalls(db, calls);
    } catch (error) {
      pendingCalls = [...calls, ...pendingCalls].slice(0, MAX_PENDING);
      throw error;
    }
    await onFlushed([...new Map(calls.map(({ run }) => [run.validationId, run])).values()]);
  }

  let lastFlush = Promise.resolve();
  /** Runs flushes one after another. So each flush also waits for the calls that an earlier flush is still writing. */
  const flush = (): Promise<void> => (lastFlush = lastFlush.catch(() => undefined).then(write));

  return {
    observe(call) {
      const { operation, identity, status } = call;
      if (identity === undefined || isSellersPerson(call)) return;
      if (operation.audience === "seller") {
        const seller = identity as SellerIdentity;
        const use = status < 300 ? coverage.add(seller, operation.id, call.at) : undefined;
        if (use !== undefined) pendingUses.push(use);
        const run = runs.ofCredential(seller.credentialId);
        if (run !== undefined && SELLER_OPERATIONS.has(operation.id)) addCall(run, call);
      } else if (PORTAL_OPERATIONS.has(operation.id)) {
        for (const run of runs.ofSeller(Number(call.parameters["sellerId"]))) addCall(run, call);
      }
    },
    startRun: runs.add,
    endRun: runs.remove,
    flush,
    jobs: [
      { name: "validation calls", pollMs: FLUSH_MS, run: async () => (await flush(), 0) },
      ...(hasRuns ? [{ name: "validations under way", pollMs: RUNS_POLL_MS, run: async () => (await runs.refresh(), 0) }] : []),
    ],
    async close() {
      await flush().catch((error: unknown) => log.warn({ error }, "the last calls of validations were not recorded"));
    },
  };
}

/** The active runs that this process knows, by credential. */
function runsByCredential(db: Database) {
  let byCredential = new Map<string, ActiveRun>();
  /** Runs that this process started after the last refresh began. The rows that the refresh reads may not contain them yet. */
  let startedDuringRefresh: ActiveRun[] = [];
  return {
    ofCredential: (credentialId: string) => (byCredential.size === 0 ? undefined : byCredential.get(credentialId)),
    ofSeller: (sellerId: number) => [...byCredential.values()].filter((run) => run.sellerId === sellerId),
    add(run: ActiveRun): void {
      byCredential.set(run.credentialId, run);
      startedDuringRefresh.push(run);
    },
    remove(validationId: string): void {
      for (const [credentialId, run] of byCredential) if (run.validationId === validationId) byCredential.delete(credentialId);
    },
    async refresh(): Promise<void> {
      startedDuringRefresh = [];
      const rows = await db.run("every seller", listActiveRuns, []);
      const stored = rows.map((row) => ({ sellerId: row.seller_id, validationId: row.validation_id, credentialId: row.credential_id }));
      byCredential = new Map([...stored, ...startedDuringRefresh].map((run) => [run.credentialId, run]));
    },
  };
}

const runCall = (run: ActiveRun, call: ObservedCall): RunCall => ({
  run,
  at: call.at,
  requestId: call.requestId,
  operation: call.operation.id,
  status: call.status,
  subject: subjectOf(call),
  facts: callFacts(call),
});

async function writeCalls(db: Database, calls: readonly RunCall[]): Promise<void> {
  await db.run([...new Set(calls.map(({ run }) => run.sellerId))], insertCalls, [
    calls.map(({ run }) => run.sellerId),
    calls.map(({ run }) => run.validationId),
    calls.map(({ at }) => at),
    calls.map(({ requestId }) => requestId),
    calls.map(({ operation }) => operation),
    calls.map(({ status }) => status),
    calls.map(({ subject }) => subject ?? null),
    calls.map(({ facts }) => JSON.stringify(facts)),
    MAX_CALLS,
    MAX_CALLS_PER_SUBJECT,
  ]);
}

async function writeCoverage(db: Database, uses: readonly FirstUse[]): Promise<void> {
  await db.run([...new Set(uses.map(({ sellerId }) => sellerId))], insertCoverage, [
    uses.map(({ sellerId }) => sellerId),
    uses.map(({ clientId }) => clientId),
    uses.map(({ operation }) => operation),
    uses.map(({ at }) => at),
  ]);
}
