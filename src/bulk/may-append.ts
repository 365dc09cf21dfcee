import type { Refusal } from "../platform/contract/index.ts";
import { bulkErrors } from "./errors.ts";
import type * as queries from "./queries.ts";

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
