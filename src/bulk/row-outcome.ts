import { errorBody, type Failure, type Lang, maskFailure, Refusal } from "../platform/contract/index.ts";
import type { BulkKind } from "./row-ops.ts";

/** What became of a row. */
export type RowOutcome =
  | {
      readonly kind: "accepted";
      readonly effect?: "created" | "updated";
      /** Version that a price or stock got. */ readonly version?: number;
      /** The change request of a closed product. */ readonly changeRequestId?: string;
    }
  | { readonly kind: "unchanged" }
  | { readonly kind: "failed"; readonly refusal: Refusal };

/** The outcome of a row that changed nothing. */
export const UNCHANGED: RowOutcome = { kind: "unchanged" };
/** The outcome of a row that was refused. */
export const failed = (refusal: Refusal): RowOutcome => ({ kind: "failed", refusal });

/** What a row was refused with, as its chunk keeps it. */
export interface StoredFailure {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly description: string;
  readonly details: readonly object[];
  /** What can be asked of the product or order instead, where the single call says so. */
  readonly actions?: readonly object[];
}

/** The outcomes of a chunk as columns of its row. */
export interface StoredOutcomes {
  /** One word per row, separated by spaces: `a`, `a<version>`, `r<change request>`, `c` created, `p` updated, `u` unchanged, `f` failed. */
  readonly outcomes: string;
  /** JSON: stored failures by their row's place in the chunk. Empty when none failed. */
  readonly failures: string;
  readonly accepted: number;
  readonly failed: number;
  readonly unchanged: number;
}

/** Turns outcomes into columns. Texts for people are written in the job's language. */
export function toStoredOutcomes(
  outcomes: readonly RowOutcome[],
  { lang, kind }: { readonly lang: Lang; readonly kind: BulkKind },
): StoredOutcomes {
  const failures: Record<number, StoredFailure> = {};
  let failedRows = 0;
  let unchanged = 0;
  const words = outcomes.map((outcome, place) => {
    if (outcome.kind === "unchanged") unchanged += 1;
    else if (outcome.kind === "failed") {
      failures[place] = storedFailure(outcome.refusal, lang, kind);
      failedRows += 1;
    }
    return wordOf(outcome);
  });
  return {
    outcomes: words.join(" "),
    failures: failedRows === 0 ? "" : JSON.stringify(failures),
    accepted: outcomes.length - failedRows - unchanged,
    failed: failedRows,
    unchanged,
  };
}

function wordOf(outcome: RowOutcome): string {
  if (outcome.kind === "failed") return "f";
  if (outcome.kind === "unchanged") return "u";
  if (outcome.effect !== undefined) return outcome.effect === "created" ? "c" : "p";
  if (outcome.changeRequestId !== undefined) return `r${outcome.changeRequestId}`;
  return outcome.version === undefined ? "a" : `a${outcome.version}`;
}

/** A refusal as it is stored. Rows of orders are masked, because results are kept. */
function storedFailure({ failures, offers }: Refusal, lang: Lang, kind: BulkKind): StoredFailure {
  const shown = failures.map((failure) => atRow(kind === "orders" ? maskFailure(failure) : failure));
  const { type, description, details, actions } = errorBody(new Refusal(shown, undefined, offers), lang, "");
  const [first] = shown;
  return { status: first!.row.status, type, code: first!.code, description, details, ...(actions && { actions }) };
}

/** Where parts of the single call's address stand in a row. */
const ROW_POINTERS: Readonly<Record<string, string>> = {
  "path.sku": "/sku",
  "path.orderNumber": "/orderNumber",
  "path.shippingCode": "/shippingCode",
  "header.If-Match": "/ifMatch",
};
const atRow = (failure: Failure): Failure => ({ ...failure, pointer: ROW_POINTERS[failure.pointer] ?? failure.pointer });

/** A word of `StoredOutcomes.outcomes`, read back. */
export interface OutcomeWord {
  readonly outcome: "accepted" | "unchanged" | "failed";
  readonly effect?: "created" | "updated";
  readonly version?: number;
  readonly changeRequestId?: string;
}

/** Reads a word of `outcomes`. */
export function readOutcomeWord(word: string): OutcomeWord {
  if (word === "f") return { outcome: "failed" };
  if (word === "u") return { outcome: "unchanged" };
  if (word === "c") return { outcome: "accepted", effect: "created" };
  if (word === "p") return { outcome: "accepted", effect: "updated" };
  if (word.startsWith("r")) return { outcome: "accepted", changeRequestId: word.slice(1) };
  return word === "a" ? { outcome: "accepted" } : { outcome: "accepted", version: Number(word.slice(1)) };
}
