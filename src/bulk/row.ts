import type { Failure } from "../platform/contract/index.ts";
import type { RowOpName } from "./row-ops.ts";

/** The file formats of bulk jobs. */
export const BULK_FORMATS = ["ndjson", "csv", "xlsx"] as const;
export type BulkFormat = (typeof BULK_FORMATS)[number];

/** A row as the single call would get it. Its body has not been checked yet. */
export interface RowBody {
  /** As sent; undefined when neither the row nor the job names one. */
  readonly op: unknown;
  readonly ref: unknown;
  readonly ifMatch: unknown;
  /** The members of the row: the body of the single call, and the parts of its address. */
  readonly body: unknown;
  /** What is wrong with cells of a file. Their members are missing from the body. */
  readonly problems?: readonly Failure[];
}

/** A row that may be carried out. */
export interface GoodRow {
  readonly op: RowOpName;
  readonly ref?: string;
  /** Rows that share a key are carried out one after another: `sku A` or `order 1`. */
  readonly key: string;
  readonly sku?: string;
  readonly orderNumber?: string;
  readonly shippingCode?: number;
  readonly ifMatch?: string;
  readonly sent: unknown;
  /** The checked body. Members that failed are missing. */
  readonly body: unknown;
  /** Failures of the body's schema that the single call's handler judges itself; empty for the other operations. */
  readonly bodyFailures: readonly Failure[];
  /** Present in rows that take back what another job did: the version of its first change, and the number of its changes. */
  readonly revert?: { readonly first: number; readonly changes: number };
}

/** A row that was refused before it was carried out. */
export interface BadRow {
  readonly ref?: string;
  readonly sku?: string;
  readonly orderNumber?: string;
  readonly failures: readonly Failure[];
}

/** Whether a row was refused. */
export const isBad = (row: GoodRow | BadRow): row is BadRow => "failures" in row;
