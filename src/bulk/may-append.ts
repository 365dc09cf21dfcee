import type { Refusal } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { bulkErrors } from "./errors.ts";
import { fileErrors } from "./formats/errors.ts";
import type { JobKey } from "./job-moves.ts";
import * as queries from "./queries.ts";

/** What is asked of a job before it takes bytes. */
type Standing = Pick<queries.JobRow, "job_id" | "state" | "finished_at" | "content_complete" | "reverts" | "received_bytes">;

/** Why a job takes no bytes that begin at `offset`: it has ended, is complete, or stands elsewhere. Undefined when it takes them. */
export function appendRefusal(row: Standing, offset: number): Refusal | undefined {
  const facts = { pointer: "path.jobId", received: row.job_id };
  if (row.finished_at !== null) return bulkErrors.refuse("bulk_content_ended", { ...facts, params: { state: row.state } });
  if (row.content_complete || row.reverts !== null) return bulkErrors.refuse("bulk_content_complete", facts);
  if (offset === row.received_bytes) return undefined;
  return bulkErrors.refuse("bulk_offset_differs", { pointer: "header.Upload-Offset", received: offset, allowed: row.received_bytes });
}

/** What a call hears whose bytes were not stored, because another call came first: what is true of the job now. */
export async function outrunRefusal(
  { db }: { readonly db: Pick<Database, "run"> },
  { sellerId, jobId, kind }: JobKey,
  offset: number,
): Promise<Refusal> {
  const [row] = await db.run([sellerId], queries.getJob, [sellerId, jobId, kind]);
  if (row === undefined) return bulkErrors.refuse("bulk_job_unknown", { pointer: "path.jobId", received: jobId });
  return appendRefusal(row, offset) ?? fileErrors.refuse("content_being_read", { received: jobId });
}
