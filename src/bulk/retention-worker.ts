import { DAY_MS, HOUR_MS } from "../platform/basics/index.ts";
import { type JobEventsContext, moveJob } from "./job-moves.ts";
import type { BulkLimits } from "./limits.ts";
import * as queries from "./queries.ts";

export interface RetentionContext extends JobEventsContext {
  readonly limits: Pick<BulkLimits, "bulkRetentionDays" | "bulkUploadHours">;
}

/** Jobs that are handled per round. */
const JOBS_READ = 100;

/** Cancels uploads that stopped long ago, and forgets jobs that ended long ago. Returns their number. */
export async function forgetOldJobs(context: RetentionContext): Promise<number> {
  const { db, clock, limits } = context;
  const at = clock.now();
  const abandoned = await db.wide.run("every seller", queries.abandonedUploads, [at - limits.bulkUploadHours * HOUR_MS, JOBS_READ]);
  for (const { seller_id: sellerId, job_id: jobId, kind } of abandoned) {
    const mover = { reason: "upload_abandoned", by: "timer", actor: "timer", requestId: undefined, at } as const;
    await moveJob(context, { sellerId, jobId, kind }, "cancel", mover);
  }
  const expired = await db.wide.run("every seller", queries.expiredJobs, [at - limits.bulkRetentionDays * DAY_MS, JOBS_READ]);
  for (const { seller_id: sellerId, job_id: jobId } of expired) await db.run([sellerId], queries.deleteJob, [sellerId, jobId]);
  return abandoned.length + expired.length;
}

/** When the next job is due for `forgetOldJobs`; undefined when there is none. */
export async function nextForgettingAt({ db, limits }: RetentionContext): Promise<number | undefined> {
  const [row] = await db.wide.run("every seller", queries.nextExpiry, []);
  const { ended, content } = row!;
  const times = [
    ...(ended === null ? [] : [ended + limits.bulkRetentionDays * DAY_MS + 1]),
    ...(content === null ? [] : [content + limits.bulkUploadHours * HOUR_MS + 1]),
  ];
  return times.length === 0 ? undefined : Math.min(...times);
}
