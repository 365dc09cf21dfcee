import { writeFileSync } from "node:fs";
import { readRows, type Row } from "../../client/ndjson-rows.ts";
import type { RetryingClient } from "../../client/retrying-client.ts";
import { isClosed, publishOffer, type PublishedRow } from "./publish-row.ts";
import { publishRows, type RunOptions } from "./publish-rows.ts";
import type { ReportRow, RowReport } from "./row-report.ts";

/** The rows that a bulk job refused, in their order. */
export interface RefusedRows {
  /** Adds a row. One is `closed` if its product can no longer be edited; whether it is refused is known only once its offer was published. */
  add(row: ReportRow): "refused" | "closed";
  /** Publishes price and stock of closed products with calls of their own, and reports these rows. Resolves to what stopped it early, if anything. */
  publishOffers(options: RunOptions, report: RowReport, accepted: Set<string>): Promise<Error | undefined>;
  /** Saves the rows that are refused with their errors beside the report. Returns the path; undefined if there are none. */
  save(client: RetryingClient, job: string, report: string): Promise<string | undefined>;
}

/** Creates an empty list of refused rows. */
export function createRefusedRows(): RefusedRows {
  /** The lines of the failed rows of the job, in their order. */
  const lines: number[] = [];
  const closed = new Map<number, PublishedRow>();
  const settled = new Set<number>();
  return {
    add({ line, status = 0, errors }) {
      lines.push(line);
      if (!isClosed({ errors })) return "refused";
      closed.set(line, { outcome: "refused", status, errors });
      return "closed";
    },
    async publishOffers(options, report, accepted) {
      if (closed.size === 0) return undefined;
      const { client } = options;
      return publishRows(
        linesOf(options.file, closed),
        options,
        (product, line) => publishOffer(client, product, closed.get(line)!),
        (row) => {
          report.add(row);
          if (row.outcome === "refused") return;
          settled.add(row.line);
          if (row.sku !== null) accepted.add(row.sku);
        },
      );
    },
    async save(client, job, report) {
      if (lines.every((line) => settled.has(line))) return undefined;
      const { text = "" } = await client.send("GET", `${job}/errors.ndjson`);
      const refused = text.split("\n").filter((row, i) => row !== "" && !settled.has(lines[i]!));
      const path = errorsPathOf(report, ".ndjson");
      writeFileSync(path, refused.map((row) => `${row}\n`).join(""));
      return path;
    },
  };
}

/** The rows of a file at some of its lines. */
async function* linesOf(file: string, wanted: ReadonlyMap<number, unknown>): AsyncGenerator<Row, void> {
  for await (const row of readRows(file)) if (wanted.has(row.line)) yield row;
}

/** The path of the file with the refused rows of an import. */
export const errorsPathOf = (report: string, extension: string): string => `${report.replace(/\.report\.ndjson$/, "")}.errors${extension}`;
