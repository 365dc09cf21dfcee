import { statement } from "../../platform/database/index.ts";
import type { WaitingChunk } from "../turns/queries.ts";

// The chunks of a job with what became of their rows.

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
