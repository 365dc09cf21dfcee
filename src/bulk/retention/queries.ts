import { statement } from "../../platform/database/index.ts";
import type { BulkKind } from "../row-ops.ts";

/** A job that is still open. */
export interface OpenJob {
  readonly seller_id: number;
  readonly job_id: string;
  readonly kind: BulkKind;
}
/** Open jobs whose upload stopped before $1 and is not complete, and where they stand. Index: bulk_jobs_open. */
export const abandonedUploads = statement<OpenJob>(
  "bulk.abandoned_uploads",
  `/* fanout */
   select j.seller_id, j.job_id, j.kind from bulk_jobs j
    where j.state in ('waiting', 'running', 'paused') and not j.content_complete and j.reverts is null and j.content_at < $1 limit $2`,
);

/** Jobs that were paused before $1. Those paused before that was noted count from their content. Index: bulk_jobs_open. */
export const expiredPauses = statement<OpenJob>(
  "bulk.expired_pauses",
  `/* fanout */
   select j.seller_id, j.job_id, j.kind from bulk_jobs j
    where j.state = 'paused' and coalesce(j.paused_at, j.content_at) < $1 limit $2`,
);

/** Jobs that ended before $1. Index: bulk_jobs_ended. */
export const expiredJobs = statement<{ seller_id: number; job_id: string }>(
  "bulk.expired_jobs",
  `/* fanout */
   select j.seller_id, j.job_id from bulk_jobs j where j.finished_at < $1 order by j.finished_at limit $2`,
);

/** Removes a job, its chunks and its parts. Index: bulk_jobs_pkey, bulk_chunks_pkey, bulk_parts_pkey. */
export const deleteJob = statement<never>(
  "bulk.delete_job",
  `with chunks as (delete from bulk_chunks c where c.seller_id = $1 and c.job_id = $2),
        parts as (delete from bulk_parts p where p.seller_id = $1 and p.job_id = $2)
   delete from bulk_jobs j where j.seller_id = $1 and j.job_id = $2`,
);

/** When the earliest job ended, upload stopped and pause began; null when there is none. Index: bulk_jobs_ended, bulk_jobs_open. */
export const nextExpiry = statement<{ ended: number | null; content: number | null; paused: number | null }>(
  "bulk.next_expiry",
  `/* fanout */
   select (select min(j.finished_at) from bulk_jobs j where j.finished_at is not null) as ended,
          (select min(j.content_at) from bulk_jobs j
            where j.state in ('waiting', 'running', 'paused') and not j.content_complete and j.reverts is null) as content,
          (select min(coalesce(j.paused_at, j.content_at)) from bulk_jobs j where j.state = 'paused') as paused`,
);
