import { statement } from "../../platform/database/index.ts";

// The content of jobs, as it comes: cut into chunks, whole, or planned by a revert.

/** Where the content of a job stands. */
export interface ContentRow {
  readonly received_bytes: number;
  readonly rows: number;
  readonly lines: number;
  readonly chunks: number;
}

/**
 * Appends bytes to the content of a job: chunks $8 with their rows and lines $9 to $12, and the new rest after the last line end. $13 to $15 are
 * the sums. No row if other bytes came first, or the job has ended or is complete. Index: bulk_jobs_pkey.
 */
export const appendContent = statement<ContentRow>(
  "bulk.append_content",
  `with job as (
     update bulk_jobs j
        set received_bytes = $4, rows = j.rows + $13, lines = j.lines + $14, chunks = j.chunks + $15, tail = $5, content_complete = $6,
            content_at = $7
      where j.seller_id = $1 and j.job_id = $2 and j.received_bytes = $3 and not j.content_complete
        and j.state in ('waiting', 'running', 'paused')
     returning j.seller_id, j.job_id, j.received_bytes, j.rows, j.lines, j.chunks
   ), chunks as (
     insert into bulk_chunks (seller_id, job_id, nth, first_row, first_line, rows, bytes)
     select job.seller_id, job.job_id, job.chunks - $15 + i.ord - 1, job.rows - $13 + i.first_row, job.lines - $14 + i.first_line, i.rows, i.bytes
       from job
      cross join unnest($8::bytea[], $9::integer[], $10::integer[], $11::integer[], $12::integer[])
            with ordinality as i(bytes, rows, lines, first_row, first_line, ord)
   )
   select received_bytes, rows, lines, chunks from job`,
);

/** The bytes of a job after its last line end. Index: bulk_jobs_pkey. */
export const getTail = statement<{ tail: Buffer }>(
  "bulk.get_tail",
  `select j.tail from bulk_jobs j where j.seller_id = $1 and j.job_id = $2`,
);

/** A job with the chunk that is done at once with it, both whole. $1 to $16 as in `insertJob`. Index: bulk_jobs_pkey. */
export const insertDoneJob = statement<{ job_id: string }>(
  "bulk.insert_done_job",
  `with job as (
     insert into bulk_jobs (seller_id, job_id, kind, op, name, format, assumed, dry_run, reverts, held, expected_rows, sha256, credential_id,
                            language, created_at, content_at, change_requests, state, content_complete, received_bytes, rows, lines, chunks, started_at,
                            finished_at, accepted, failed, unchanged)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, 'finished', true, $17, $18, $19, 1, $15,
             $15, $23, $24, $25)
     on conflict (seller_id, job_id) do nothing
     returning seller_id, job_id
   )
   insert into bulk_chunks (seller_id, job_id, nth, first_row, first_line, rows, bytes, state, outcomes, failures, accepted, failed, unchanged)
   select seller_id, job_id, 0, 1, 1, $18, $20, 'done', $21, $22, $23, $24, $25 from job
   returning job_id`,
);

/** Inserts the chunks of one partition of a revert, and notes the partition as planned. No row if it was planned before. Index: bulk_jobs_pkey. */
export const planRevert = statement<{ planned: number }>(
  "bulk.plan_revert",
  `with job as (
     update bulk_jobs j
        set planned = j.planned + 1, content_complete = $4, rows = j.rows + $5, lines = j.lines + $5, chunks = j.chunks + $6,
            received_bytes = j.received_bytes + $7
      where j.seller_id = $1 and j.job_id = $2 and j.planned = $3 and j.state = 'running'
     returning j.seller_id, j.job_id, j.planned, j.rows - $5 as rows_before, j.chunks - $6 as chunks_before
   ), chunks as (
     insert into bulk_chunks (seller_id, job_id, nth, first_row, first_line, rows, bytes)
     select job.seller_id, job.job_id, job.chunks_before + i.ord - 1, job.rows_before + i.first_row, job.rows_before + i.first_row, i.rows, i.bytes
       from job cross join unnest($8::integer[], $9::integer[], $10::bytea[]) with ordinality as i(first_row, rows, bytes, ord)
   )
   select planned from job`,
);
