import { Refusal } from "../platform/contract/index.ts";
import { findSender, type SenderQuotas } from "../people/index.ts";
import { scopesAllow, type QuotaMeter, type SellerIdentity } from "../sellers/index.ts";
import type { BulkLimits } from "./limits.ts";
import { finishLeasedJob, moveJob, type JobEventsContext } from "./job-moves.ts";
import { payForRows } from "./pay-for-rows.ts";
import * as queries from "./turns/queries.ts";
import { planRevert } from "./revert-plan.ts";
import { SCOPE_OF_KIND } from "./row-ops.ts";
import type { BulkReason } from "./states.ts";
import { endsTurnOnly, type LeasedJob, takeTurn, type TurnContext, type TurnEnd } from "./turn.ts";

export interface BulkWorkerContext extends TurnContext, JobEventsContext, SenderQuotas {
  readonly meter: Pick<QuotaMeter, "take">;
  readonly limits: BulkLimits;
  /** Jobs that this process carries out at the same time. */
  readonly jobsAtOnce: number;
}

const LEASE_SECONDS = 60;
/** Jobs that are looked up for a turn: more than are served at the same time. */
const JOBS_READ = 16;
/** Time after which a round begins no further turn. */
const ROUND_MS = 2_000;

/**
 * Gives jobs with work their turns for a while: one job of a seller at a time, and the seller that has waited longest first. A slow turn delays
 * nobody but its own seller. Returns the number of chunks done.
 */
export async function runBulkJobs(context: BulkWorkerContext): Promise<number> {
  const endsAtMs = performance.now() + ROUND_MS;
  const serving = new Set<number>();
  let done = 0;
  const worker = async () => {
    while (performance.now() < endsAtMs) {
      const job = await nextJob(context, serving);
      if (job === undefined) return;
      serving.add(job.sellerId);
      done += await serve(context, job).finally(() => serving.delete(job.sellerId));
    }
  };
  await Promise.all(Array.from({ length: context.jobsAtOnce }, worker));
  return done;
}

/** The job whose turn is next; undefined when only sellers in `serving` have work. */
async function nextJob({ db, limits }: BulkWorkerContext, serving: ReadonlySet<number>): Promise<JobKey | undefined> {
  const ready = await db.wide.run("every seller", queries.readyJobs, [JOBS_READ, limits.bulkJobsAtOnce]);
  const next = ready.find(({ seller_id }) => !serving.has(seller_id));
  return next && { sellerId: next.seller_id, jobId: next.job_id, kind: next.kind };
}

type JobKey = Pick<LeasedJob, "sellerId" | "jobId" | "kind">;

/** Leases a job and gives it a turn. Returns the number of chunks, and at least 1 if the job has ended. */
async function serve(context: BulkWorkerContext, key: JobKey): Promise<number> {
  const { db, clock } = context;
  const { sellerId, jobId } = key;
  const [row] = await db.run([sellerId], queries.claimJob, [sellerId, jobId, clock.now(), LEASE_SECONDS]);
  if (row === undefined) return 0;
  let end: TurnEnd = { chunks: 0, paidRows: row.paid_rows, waitSeconds: 0, isIdle: false };
  try {
    const who = await senderOf(context, key, row);
    if (typeof who === "string") {
      await moveJob(context, key, "pause", { reason: who, by: "timer", actor: "timer", requestId: undefined, at: clock.now() });
      return 1;
    }
    const job: LeasedJob = { ...key, row, who };
    if (row.reverts !== null && !row.content_complete) return (await planRevert(context, job)) + 1;
    end = await takeTurn(context, job, (rows) => payForRows(context, who, rows));
    if (end.isIdle && (await finishLeasedJob(context, job))) return end.chunks + 1;
    return end.chunks;
  } catch (error) {
    if (!endsTurnOnly(error)) throw error;
    context.log.warn({ worker: "bulk", sellerId, error }, "a turn of a bulk job ended early");
    return end.chunks;
  } finally {
    await db
      .run([sellerId], queries.releaseJob, [sellerId, jobId, row.fence, end.paidRows, end.waitSeconds])
      .catch((error: unknown) => context.log.warn({ worker: "bulk", sellerId, error }, "a bulk job was not released; its lease runs out"));
  }
}

/** The identity for which a job's rows are carried out; a reason when its sender no longer may. */
async function senderOf(
  context: BulkWorkerContext,
  { sellerId, kind }: JobKey,
  { credential_id: credentialId }: queries.TurnRow,
): Promise<SellerIdentity | BulkReason> {
  const who = await findSender(context.db, { sellerId, credentialId }, context);
  if (who instanceof Refusal) return who.failures[0]!.code === "seller_suspended" ? "seller_suspended" : "credential_invalid";
  return scopesAllow(who.scopes, SCOPE_OF_KIND[kind]) ? who : "credential_invalid";
}
