import { statement } from "../../platform/database/index.ts";
import type { BulkFormat } from "../row.ts";
import type { BulkKind } from "../row-ops.ts";

// The turns in which jobs are carried out: leases, chunks that wait, their outcomes, the end.

/**
 * Jobs with work to do, of every seller: the seller that was served longest ago comes first, and of a seller's jobs the same. At most $2 jobs
 * of a seller take turns. Index: bulk_jobs_open, bulk_chunks_waiting.
 */
export const readyJobs = statement<{ seller_id: number; job_id: string; kind: BulkKind }>(
  "bulk.ready_jobs",
  `/* fanout */
   select r.seller_id, r.job_id, r.kind
     from (select j.seller_id, j.job_id, j.kind, j.served_at, j.lease_until, j.not_before,
                  row_number() over (partition by j.seller_id order by j.created_at, j.job_id) as place,
                  max(j.served_at) over (partition by j.seller_id) as seller_served_at
             from bulk_jobs j
            where j.state in ('waiting', 'running') and (j.content_complete or not j.held)
              and (j.content_complete or j.reverts is not null or exists (
                select from bulk_chunks c where c.seller_id = j.seller_id and c.job_id = j.job_id and c.state = 'waiting'
              ))) r
    where r.place <= $2 and r.not_before <= now() and (r.lease_until is null or r.lease_until < now())
    order by r.seller_served_at, r.served_at, r.seller_id, r.job_id limit $1`,
);

/** What a turn needs to know of its job. */
export interface TurnRow {
  readonly fence: number;
  readonly op: string | null;
  readonly format: BulkFormat;
  readonly assumed: string | null;
  readonly dry_run: boolean;
  readonly change_requests: boolean;
  readonly reverts: string | null;
  readonly planned: number;
  readonly content_complete: boolean;
  readonly credential_id: string;
  readonly language: "pt-BR" | "en";
  readonly paid_rows: number;
  /** How often the first waiting chunk was begun without an end, this time included. */
  readonly attempts: number;
}

/**
 * Leases a job for $4 seconds of the database's real time, and starts it. No row if another process has it, or it may not run. The first
 * waiting chunk counts an attempt. Index: bulk_jobs_pkey, bulk_chunks_waiting.
 */
export const claimJob = statement<TurnRow>(
  "bulk.claim_job",
  `with job as (
     update bulk_jobs j
        set lease_until = now() + $4 * interval '1 second', fence = j.fence + 1, served_at = now(), state = 'running',
            started_at = coalesce(j.started_at, $3)
      where j.seller_id = $1 and j.job_id = $2 and j.state in ('waiting', 'running') and (j.lease_until is null or j.lease_until < now())
     returning j.seller_id, j.job_id, j.fence, j.op, j.format, j.assumed::text as assumed, j.dry_run,
               j.change_requests, j.reverts, j.planned, j.content_complete, j.credential_id, j.language, j.paid_rows
   ), begun as (
     update bulk_chunks c set attempts = c.attempts + 1
      where c.seller_id = $1 and c.job_id = $2 and exists (select from job) and c.nth = (
        select w.nth from bulk_chunks w where w.seller_id = $1 and w.job_id = $2 and w.state = 'waiting' order by w.nth limit 1
      )
     returning c.attempts
   )
   select fence, op, format, assumed, dry_run, change_requests, reverts, planned, content_complete, credential_id, language, paid_rows,
          coalesce((select attempts from begun), 0) as attempts
     from job`,
);

/** Ends a turn: the next one may begin when $5 seconds have passed. Index: bulk_jobs_pkey, bulk_chunks_waiting. */
export const releaseJob = statement<never>(
  "bulk.release_job",
  `with job as (
     update bulk_jobs j set lease_until = null, paid_rows = $4, not_before = now() + $5 * interval '1 second'
      where j.seller_id = $1 and j.job_id = $2 and j.fence = $3
     returning j.seller_id, j.job_id
   )
   update bulk_chunks c set attempts = 0, trying = null
     from job where c.seller_id = $1 and c.job_id = job.job_id and c.state = 'waiting' and c.attempts > 0`,
);

/** A chunk that waits. */
export interface WaitingChunk {
  readonly nth: number;
  readonly first_row: number;
  readonly first_line: number;
  readonly rows: number;
  readonly bytes: Buffer;
  readonly trying: number | null;
  readonly outcomes: string;
  readonly failures: string;
}

/** The next waiting chunk of a job, from $3 on; no row when none waits. Index: bulk_chunks_waiting. */
export const nextChunk = statement<WaitingChunk>(
  "bulk.next_chunk",
  `select c.nth, c.first_row, c.first_line, c.rows, c.bytes, c.trying, c.outcomes, c.failures
     from bulk_chunks c where c.seller_id = $1 and c.job_id = $2 and c.state = 'waiting' and c.nth >= $3 order by c.nth limit 1`,
);

/**
 * Stores the outcomes of a chunk so far, in the transaction of the effects of its last rows; $5 is `done` when these were all. No row if the chunk is done already, or the job was paused, canceled or
 * leased by another process: then the transaction must be undone. Locks the job until the commit, so that a pause or a cancel that was answered
 * finds no chunk under way. Index: bulk_jobs_pkey, bulk_chunks_pkey.
 */
export const storeOutcomes = statement<{ nth: number }>(
  "bulk.store_outcomes",
  `with job as (
     select j.job_id from bulk_jobs j
      where j.seller_id = $1 and j.job_id = $2 and j.fence = $3 and j.state = 'running'
        for share
   )
   update bulk_chunks c
      set state = $5, trying = null, outcomes = $6, failures = $7, accepted = $8, failed = $9, unchanged = $10
     from job
    where c.seller_id = $1 and c.job_id = job.job_id and c.nth = $4 and c.state = 'waiting'
   returning c.nth`,
);

/** Notes the row of a chunk that is tried alone, before it is. No row if the job is no longer leased. Index: bulk_jobs_pkey, bulk_chunks_pkey. */
export const tryRow = statement<{ nth: number }>(
  "bulk.try_row",
  `update bulk_chunks c set trying = $5
    where c.seller_id = $1 and c.job_id = $2 and c.nth = $4 and c.state = 'waiting'
      and exists (select from bulk_jobs j where j.seller_id = $1 and j.job_id = $2 and j.fence = $3 and j.state = 'running')
   returning c.nth`,
);

/**
 * Ends a job whose content is complete and whose chunks are all done. No row if there is anything left to do. Returns what its event tells.
 * Index: bulk_jobs_pkey, bulk_chunks_waiting, bulk_chunks_pkey.
 */
export const finishJob = statement<{ version: number; accepted: number; failed: number; unchanged: number }>(
  "bulk.finish_job",
  `update bulk_jobs j
      set state = 'finished', finished_at = $4, version = j.version + 1, lease_until = null,
          accepted = k.accepted, failed = k.failed, unchanged = k.unchanged
     from (select coalesce(sum(c.accepted), 0)::integer as accepted, coalesce(sum(c.failed), 0)::integer as failed,
                  coalesce(sum(c.unchanged), 0)::integer as unchanged
             from bulk_chunks c where c.seller_id = $1 and c.job_id = $2) k
    where j.seller_id = $1 and j.job_id = $2 and j.fence = $3 and j.state = 'running' and j.content_complete
      and not exists (select from bulk_chunks c where c.seller_id = $1 and c.job_id = $2 and c.state = 'waiting')
   returning j.version, j.accepted, j.failed, j.unchanged`,
);

/** How much work waits: open jobs, waiting chunks, and when the oldest waiting content came. Index: bulk_jobs_open, bulk_chunks_waiting. */
export const bulkBacklog = statement<{ jobs: number; chunks: number; oldest: number | null }>(
  "bulk.backlog",
  `/* fanout */
   select count(distinct (j.seller_id, j.job_id))::integer as jobs, count(c.nth)::integer as chunks, min(j.content_at) as oldest
     from bulk_jobs j
     join bulk_chunks c on c.seller_id = j.seller_id and c.job_id = j.job_id and c.state = 'waiting'
    where j.state in ('waiting', 'running') and (j.content_complete or not j.held)`,
);
