import type { KeyRing } from "../platform/crypto/index.ts";
import { lineReaderOf, linesOf, openBytes, type LineFormat, type RowLine } from "./chunk-rows.ts";
import type { ResultChunk } from "./results/queries.ts";
import { shownOfRow } from "./read-row.ts";
import { readOutcomeWord, type StoredFailure } from "./row-outcome.ts";
import { type BulkKind, ROW_OPS, type RowOpName } from "./row-ops.ts";
import { rowRequestId } from "./run-chunk.ts";

/** What the results of a job are read with. */
export interface ResultJob extends LineFormat {
  readonly sellerId: number;
  readonly jobId: string;
  readonly kind: BulkKind;
  readonly op: string | null;
  readonly isCanceled: boolean;
}

/** The result of a row on the wire. */
export interface RowResult {
  readonly row: number;
  /** Of CSV and XLSX files. */
  readonly line?: number;
  readonly ref?: string;
  readonly sku?: string;
  readonly orderNumber?: string;
  readonly status?: number;
  readonly outcome: "accepted" | "unchanged" | "failed" | "canceled";
  readonly effect?: "created" | "updated";
  readonly changeRequestId?: string;
  readonly code?: string;
  readonly details?: readonly object[];
  readonly actions?: readonly object[];
  readonly requestId: string;
}

/** A row of a chunk with its result and, if it failed, what it was refused with. */
export interface ReadResult {
  readonly line: RowLine;
  readonly result: RowResult;
  readonly failure: StoredFailure | undefined;
}

/** Status of rows that are accepted or unchanged, by the single call that does the same. */
const acceptedStatus = (op: unknown): number => {
  const row = typeof op === "string" && Object.hasOwn(ROW_OPS, op) ? ROW_OPS[op as RowOpName] : undefined;
  return row === undefined ? 202 : Number(Object.keys(row.operation.replies).find((status) => status.startsWith("2")) ?? 202);
};

/** The results of a chunk in the order of its rows. Rows that are not done have none, unless the job was canceled. */
export function* readResults(keys: KeyRing, job: ResultJob, chunk: ResultChunk): Generator<ReadResult> {
  const { sellerId, jobId, kind, isCanceled } = job;
  const failures = chunk.failures === "" ? {} : (JSON.parse(chunk.failures) as Readonly<Record<number, StoredFailure>>);
  const words = chunk.outcomes === "" ? [] : chunk.outcomes.split(" ");
  const read = lineReaderOf(job);
  let place = 0;
  for (const line of linesOf(openBytes(keys, kind, sellerId, jobId, chunk.bytes), chunk.first_line, job)) {
    const word = words[place];
    if (word === undefined && !isCanceled) return;
    const row = chunk.first_row + place;
    const body = read(line);
    const { op, ...shown } = shownOfRow(body);
    const common = { row, ...(job.format === "ndjson" ? {} : { line: line.line }), ...shown, requestId: rowRequestId(jobId, row) };
    if (word === undefined) yield { line, result: { ...common, outcome: "canceled" }, failure: undefined };
    else {
      const failure = failures[place];
      const { outcome, effect, changeRequestId } = readOutcomeWord(word);
      const status = failure?.status ?? acceptedStatus(op ?? job.op);
      const why = failure && whyOf(failure);
      yield {
        line,
        result: { ...common, status, outcome, ...(effect ? { effect } : {}), ...(changeRequestId ? { changeRequestId } : {}), ...why },
        failure,
      };
    }
    place += 1;
  }
}

/** What a result says of a refusal: what is wrong and, as the single call does, what can be asked for instead. */
const whyOf = ({ code, details, actions }: StoredFailure) => ({ code, details, ...(actions && { actions }) });
