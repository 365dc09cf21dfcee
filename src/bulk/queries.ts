import { statement } from "../platform/database/index.ts";
import type { BulkFormat } from "./row.ts";
import type { BulkKind } from "./row-ops.ts";
import type { BulkState } from "./states.ts";

// Jobs as their seller sees them: made, read, listed, moved. Beside this file: received-content, turns, results and retention.

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
