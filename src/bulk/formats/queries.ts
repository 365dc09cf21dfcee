import { statement } from "../../platform/database/index.ts";
import type { ContentRow } from "../received-content/queries.ts";
/** A seller's mapping of one kind of files. */
export interface MappingRow {
  /** JSON. */
  readonly columns: string;
  readonly version: number;
}

/** A seller's mapping. Index: bulk_mappings_pkey. */
export const getMapping = statement<MappingRow>(
  "bulk.get_mapping",
  "select m.columns, m.version from bulk_mappings m where m.seller_id = $1 and m.kind = $2",
);

/** Locks a seller's mapping before a change; index bulk_mappings_pkey. */
export const lockMapping = statement<MappingRow>(
  "bulk.lock_mapping",
  "select m.columns, m.version from bulk_mappings m where m.seller_id = $1 and m.kind = $2 for update",
);

/**
 * Writes a mapping of version $5 in place of the one before it. Returns nothing when another change came first. Index: bulk_mappings_pkey.
 */
export const putMapping = statement<{ version: number }>(
  "bulk.put_mapping",
  `insert into bulk_mappings as m (seller_id, kind, columns, version, changed_at) values ($1, $2, $3, $5, $4)
       on conflict (seller_id, kind) do update set columns = $3, version = $5, changed_at = $4 where m.version = $5 - 1
   returning m.version`,
);

/** Keeps what was assumed when the file of a job was read. Index: bulk_jobs_pkey. */
export const setAssumed = statement<never>(
  "bulk.set_assumed",
  `update bulk_jobs j set assumed = $3::jsonb where j.seller_id = $1 and j.job_id = $2`,
);

/**
 * Appends bytes to the content of a job whose rows are cut when it is complete. No row if other bytes came first, or the job has ended or is
 * complete. Index: bulk_jobs_pkey.
 */
export const appendPart = statement<ContentRow>(
  "bulk.append_part",
  `with job as (
     update bulk_jobs j set received_bytes = $4, content_at = $5
      where j.seller_id = $1 and j.job_id = $2 and j.received_bytes = $3 and not j.content_complete
        and j.state in ('waiting', 'running', 'paused')
     returning j.seller_id, j.job_id, j.received_bytes, j.rows, j.lines, j.chunks
   ), part as (
     insert into bulk_parts (seller_id, job_id, starts_at, bytes) select seller_id, job_id, $3, $6 from job
   )
   select received_bytes, rows, lines, chunks from job`,
);

/**
 * Appends a chunk of $4 rows to a job that has $3 rows, cut from its stored parts. No row if another call has cut rows meanwhile, or the job has
 * ended or is complete. Index: bulk_jobs_pkey.
 */
export const appendRows = statement<ContentRow>(
  "bulk.append_rows",
  `with job as (
     update bulk_jobs j
        set rows = j.rows + $4, lines = j.lines + $4, chunks = j.chunks + (octet_length($5::bytea) > 0)::integer, content_complete = $6,
            content_at = $7
      where j.seller_id = $1 and j.job_id = $2 and j.rows = $3 and not j.content_complete and j.state in ('waiting', 'running', 'paused')
     returning j.seller_id, j.job_id, j.received_bytes, j.rows, j.lines, j.chunks
   ), chunk as (
     insert into bulk_chunks (seller_id, job_id, nth, first_row, first_line, rows, bytes)
     select seller_id, job_id, chunks - 1, rows - $4 + 1, lines - $4 + 1, $4, $5 from job where octet_length($5::bytea) > 0
   )
   select received_bytes, rows, lines, chunks from job`,
);

/** Stores the content of a job that is done at once. Index: bulk_parts_pkey. */
export const insertPart = statement<never>(
  "bulk.insert_part",
  "insert into bulk_parts (seller_id, job_id, starts_at, bytes) values ($1, $2, 0, $3)",
);

/** The part of a content that has the byte $3. Index: bulk_parts_pkey. */
export const findPart = statement<{ starts_at: number; bytes: Buffer }>(
  "bulk.find_part",
  `select p.starts_at, p.bytes from bulk_parts p
    where p.seller_id = $1 and p.job_id = $2 and p.starts_at <= $3 order by p.starts_at desc limit 1`,
);
