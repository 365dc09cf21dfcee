import { statement } from "../platform/database/index.ts";
import type { BulkFormat } from "./row.ts";
import type { BulkKind } from "./row-ops.ts";
import type { BulkState } from "./states.ts";

/** A job, and what its chunks say of its rows. */
export interface JobRow {
  readonly job_id: string;
  readonly kind: BulkKind;
  readonly op: string | null;
  readonly name: string | null;
  readonly format: BulkFormat;
  /** JSON text; null when nothing was assumed. */
  readonly assumed: string | null;
  /** JSON text: what the creator said of the columns of a file that comes in parts; null when nothing. */
  readonly mapping: string | null;
  readonly state: BulkState;
  readonly reason: string | null;
  readonly dry_run: boolean;
  readonly change_requests: boolean;
  readonly reverts: string | null;
  readonly planned: number;
  readonly held: boolean;
  readonly content_complete: boolean;
  readonly received_bytes: number;
  readonly rows: number;
  readonly lines: number;
  readonly chunks: number;
  readonly expected_rows: number | null;
  readonly sha256: string | null;
  readonly credential_id: string;
  readonly language: "pt-BR" | "en";
  readonly created_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly paused_at: number | null;
  readonly canceled_by: string | null;
  readonly version: number;
  readonly accepted: number;
  readonly failed: number;
  readonly unchanged: number;
}
const JOB = `j.job_id, j.kind, j.op, j.name, j.format, j.assumed::text as assumed, j.mapping::text as mapping, j.state, j.reason, j.dry_run, j.change_requests, j.reverts,
          j.planned, j.held, j.content_complete, j.received_bytes, j.rows, j.lines, j.chunks, j.expected_rows, j.sha256, j.credential_id, j.language,
          j.created_at, j.started_at, j.finished_at, j.paused_at, j.canceled_by, j.version`;
/** Counts of a job: its own once it has ended, until then the sums of its chunks. */
const COUNTED = `lateral (
     select coalesce(sum(c.accepted), 0)::integer as accepted, coalesce(sum(c.failed), 0)::integer as failed,
            coalesce(sum(c.unchanged), 0)::integer as unchanged
       from bulk_chunks c where c.seller_id = $1 and c.job_id = j.job_id and j.finished_at is null
   ) k`;
const COUNTS = `j.accepted + k.accepted as accepted, j.failed + k.failed as failed, j.unchanged + k.unchanged as unchanged`;

/**
 * Creates a job. No row if the seller has $17 open jobs already, or has a job with this id. Two calls at once may exceed the limit by one.
 * Index: bulk_jobs_open, bulk_jobs_pkey.
 */
export const insertJob = statement<{ job_id: string }>(
  "bulk.insert_job",
  `insert into bulk_jobs (seller_id, job_id, kind, op, name, format, assumed, dry_run, reverts, held, expected_rows, sha256, credential_id,
                          language, created_at, content_at, change_requests, mapping)
   select $1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $18::jsonb
    where (select count(*) from bulk_jobs j where j.seller_id = $1 and j.state in ('waiting', 'running', 'paused')) < $17::integer
   on conflict (seller_id, job_id) do nothing
   returning job_id`,
);

/** One job with its counts. Index: bulk_jobs_pkey, bulk_chunks_pkey. */
export const getJob = statement<JobRow>(
  "bulk.get_job",
  `select ${JOB}, ${COUNTS} from bulk_jobs j cross join ${COUNTED} where j.seller_id = $1 and j.job_id = $2 and j.kind = $3`,
);

/** A page of a seller's jobs, newest first, of some states or all. Index: bulk_jobs_newest, bulk_chunks_pkey. */
export const listJobs = statement<JobRow & { readonly total: number }>(
  "bulk.list_jobs",
  `select ${JOB}, ${COUNTS}, t.total
     from (select count(*)::integer as total from bulk_jobs j
            where j.seller_id = $1 and j.kind = $2 and ($3::text[] is null or j.state = any($3::text[]))) t
    cross join lateral (
      select o.job_id from bulk_jobs o
       where o.seller_id = $1 and o.kind = $2 and ($3::text[] is null or o.state = any($3::text[]))
       order by o.created_at desc, o.job_id desc limit $4 offset $5
    ) p
     join bulk_jobs j on j.seller_id = $1 and j.job_id = p.job_id
    cross join ${COUNTED}
    order by j.created_at desc, j.job_id desc`,
);

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

/**
 * Moves a job from one of the states $4 to $5. A canceled job gets its final counts. No row if the job is in another state. Index:
 * bulk_jobs_pkey, bulk_chunks_pkey.
 */
export const moveJob = statement<{ version: number }>(
  "bulk.move_job",
  `update bulk_jobs j
      set state = case when $5 = 'running' and j.started_at is null then 'waiting' else $5 end, reason = $6, version = j.version + 1,
          canceled_by = case when $5 = 'canceled' then $7::text else j.canceled_by end,
          finished_at = case when $5 = 'canceled' then $8::bigint else j.finished_at end,
          paused_at = case when $5 = 'paused' then $8::bigint end,
          accepted = case when $5 = 'canceled' then k.accepted else j.accepted end,
          failed = case when $5 = 'canceled' then k.failed else j.failed end,
          unchanged = case when $5 = 'canceled' then k.unchanged else j.unchanged end,
          credential_id = coalesce($9, j.credential_id)
     from (select coalesce(sum(c.accepted), 0)::integer as accepted, coalesce(sum(c.failed), 0)::integer as failed,
                  coalesce(sum(c.unchanged), 0)::integer as unchanged
             from bulk_chunks c where c.seller_id = $1 and c.job_id = $2) k
    where j.seller_id = $1 and j.job_id = $2 and j.kind = $3 and j.state = any($4::text[])
   returning j.version`,
);

/** A chunk with its outcomes. `bytes` is empty where it was not asked for. */
export interface ResultChunk extends WaitingChunk {
  readonly state: "waiting" | "done";
  readonly failed: number;
}
/** The chunks of a job from $3 on, in order. Index: bulk_chunks_pkey. */
export const listChunks = statement<ResultChunk>(
  "bulk.list_chunks",
  `select c.nth, c.first_row, c.first_line, c.rows, c.bytes, c.trying, c.outcomes, c.failures, c.state, c.failed
     from bulk_chunks c where c.seller_id = $1 and c.job_id = $2 and c.nth >= $3 order by c.nth limit $4`,
);
/** The chunks of a job from $3 on in which rows failed. Index: bulk_chunks_failed. */
export const listFailedChunks = statement<ResultChunk>(
  "bulk.list_failed_chunks",
  `select c.nth, c.first_row, c.first_line, c.rows, c.bytes, c.trying, c.outcomes, c.failures, c.state, c.failed
     from bulk_chunks c where c.seller_id = $1 and c.job_id = $2 and c.nth >= $3 and c.failed > 0 order by c.nth limit $4`,
);

/** Whether a job has set any price or stock: their words have the version that the row got. Index: bulk_chunks_pkey. */
export const hasOffers = statement<{ has: boolean }>(
  "bulk.has_offers",
  `select exists (
     select from bulk_chunks c where c.seller_id = $1 and c.job_id = $2 and c.accepted > 0 and c.outcomes ~ '(^| )a[0-9]'
   ) as has`,
);

/** The chunk that has a row; no row when there is none. Index: bulk_chunks_pkey. */
export const findChunkOf = statement<{ nth: number }>(
  "bulk.find_chunk_of",
  `select c.nth from bulk_chunks c
    where c.seller_id = $1 and c.job_id = $2 and c.first_row <= $3 order by c.nth desc limit 1`,
);

/** The first chunk of a job that is not done; no row when all are. Index: bulk_chunks_waiting. */
export const firstWaiting = statement<{ nth: number; first_row: number }>(
  "bulk.first_waiting",
  `select c.nth, c.first_row from bulk_chunks c
    where c.seller_id = $1 and c.job_id = $2 and c.state = 'waiting' order by c.nth limit 1`,
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
