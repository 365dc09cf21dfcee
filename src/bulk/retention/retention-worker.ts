import { DAY_MS, HOUR_MS } from "../../platform/basics/index.ts";
import { type JobEventsContext, moveJob } from "../job-moves.ts";
import type { BulkLimits } from "../limits.ts";
import * as queries from "./queries.ts";
import type { BulkMove, BulkReason } from "../states.ts";

export interface RetentionContext extends JobEventsContext {
  readonly limits: Pick<BulkLimits, "bulkRetentionDays" | "bulkUploadHours" | "bulkPausedDays">;
}

/** Jobs that are handled per round. */
const JOBS_READ = 100;

/** Cancels uploads that stopped and jobs that were paused long ago, and forgets jobs that ended long ago. Returns their number. */
export async function forgetOldJobs(context: RetentionContext): Promise<number> {
  const { db, clock, limits } = context;
  const at = clock.now();
  const end = async (jobs: readonly queries.OpenJob[], move: BulkMove, reason: BulkReason): Promise<number> => {
    const mover = { reason, by: "timer", actor: "timer", requestId: undefined, at };
    for (const { seller_id: sellerId, job_id: jobId, kind } of jobs) await moveJob(context, { sellerId, jobId, kind }, move, mover);
    return jobs.length;
  };
  const abandoned = await db.wide.run("every seller", queries.abandonedUploads, [at - limits.bulkUploadHours * HOUR_MS, JOBS_READ]);
  const uploads = await end(abandoned, "cancel", "upload_abandoned");
  const forgotten = await db.wide.run("every seller", queries.expiredPauses, [at - limits.bulkPausedDays * DAY_MS, JOBS_READ]);
  const pauses = await end(forgotten, "expire", "pause_expired");
  const expired = await db.wide.run("every seller", queries.expiredJobs, [at - limits.bulkRetentionDays * DAY_MS, JOBS_READ]);
  for (const { seller_id: sellerId, job_id: jobId } of expired) await db.run([sellerId], queries.deleteJob, [sellerId, jobId]);
  return uploads + pauses + expired.length;
}

/** When the next job is due for `forgetOldJobs`; undefined when there is none. */
export async function nextForgettingAt({ db, limits }: RetentionContext): Promise<number | undefined> {
  const [row] = await db.wide.run("every seller", queries.nextExpiry, []);
  const { ended, content, paused } = row!;
  const times = [
    ...(ended === null ? [] : [ended + limits.bulkRetentionDays * DAY_MS + 1]),
    ...(content === null ? [] : [content + limits.bulkUploadHours * HOUR_MS + 1]),
    ...(paused === null ? [] : [paused + limits.bulkPausedDays * DAY_MS + 1]),
  ];
  return times.length === 0 ? undefined : Math.min(...times);
}
