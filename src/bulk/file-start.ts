import { Refusal } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { ReferenceSnapshot } from "../reference/index.ts";
import { assumedOf } from "./chunk-rows.ts";
import type { FileStart } from "./file-content.ts";
import { attributeNamesOf } from "./formats/attribute-names.ts";
import { fileErrors } from "./formats/errors.ts";
import { keptMapping } from "./formats/mapping-operations.ts";
import { type Mapping, readMapping } from "./formats/mapping.ts";
import type { JobKey } from "./job-moves.ts";
import type { JobRow } from "./queries.ts";
import type { BulkFormat } from "./row.ts";
import { OPS_OF_KIND } from "./row-ops.ts";

export interface FileContext {
  readonly reference: () => ReferenceSnapshot;
}

/** What is needed to read the file of a job. */
export interface FileOfJob extends Pick<FileStart, "assumed" | "header"> {
  readonly format: BulkFormat;
}

/** What is known about the columns of a job's file: what the call says, and what is kept from the seller's earlier files. */
export async function fileStart(
  { db, reference }: FileContext & { readonly db: Pick<Database, "run"> },
  { sellerId, kind }: JobKey,
  job: Pick<JobRow, "format" | "assumed" | "op">,
  mapping: Mapping = [],
): Promise<FileOfJob> {
  const { format } = job;
  const allowed = OPS_OF_KIND[kind];
  const op = allowed.find((name) => name === job.op);
  const kept = format === "ndjson" ? [] : await keptMapping(db, sellerId, kind);
  return { format, assumed: assumedOf(job), header: { op, allowed, attributes: attributeNamesOf(reference()), mapping, kept } };
}

/** What a call says of the columns of its file, or the refusal of what cannot be read. */
export function saidMapping({ reference }: FileContext, text: string | undefined): Mapping | Refusal {
  const read = text === undefined ? [] : readMapping(text, attributeNamesOf(reference()));
  return isMapping(read) ? read : new Refusal(read);
}

const isMapping = (read: ReturnType<typeof readMapping>): read is Mapping => read.every((one) => "target" in one);

const FILE_CODES: ReadonlySet<string> = new Set(fileErrors.codes.filter((code) => code !== "content_being_read"));
/** Whether a refusal is about the whole file. Its job cannot go on. */
export const isFileError = (code: string): boolean => FILE_CODES.has(code);
