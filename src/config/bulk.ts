import { integerSetting } from "./setting.ts";

const MIB = 1024 * 1024;

/** Settings of bulk jobs. */
export const BULK_SETTINGS = {
  bulkRowsAtOnce: integerSetting(
    "BULK_ROWS_AT_ONCE",
    [0, 500],
    () => 200,
    "Rows of a file that is done at once, in the answer of its call.",
  ),
  bulkBytesAtOnce: integerSetting("BULK_BYTES_AT_ONCE", [0, 4 * MIB], () => MIB, "Bytes of a file that is done at once."),
  bulkMaxRows: integerSetting("BULK_MAX_ROWS", [1, 1_000_000], () => 1_000_000, "Most rows of a bulk job."),
  bulkMaxBytes: integerSetting("BULK_MAX_BYTES", [1, 512 * MIB], () => 512 * MIB, "Most bytes of a bulk job."),
  bulkMaxLineBytes: integerSetting("BULK_MAX_LINE_BYTES", [1_024, 2 * MIB], () => 256 * 1024, "Longest line of a bulk job, in bytes."),
  bulkJobsAtOnce: integerSetting("BULK_JOBS_AT_ONCE", [1, 100], () => 5, "Bulk jobs of a seller that take turns."),
  bulkJobsWaiting: integerSetting("BULK_JOBS_WAITING", [0, 1_000], () => 20, "Bulk jobs of a seller that may wait behind them."),
  bulkRowsPerCall: integerSetting(
    "BULK_ROWS_PER_CALL",
    [1, 10_000],
    () => 20,
    "Rows of bulk jobs that cost as much as one call, in a lane of the quota of their own.",
  ),
  bulkRetentionDays: integerSetting(
    "BULK_RETENTION_DAYS",
    [1, 365],
    () => 30,
    "Days for which an ended bulk job is kept, with its rows and results.",
  ),
  bulkUploadHours: integerSetting("BULK_UPLOAD_HOURS", [1, 720], () => 24, "Hours after which an upload that stopped is canceled."),
  bulkPausedDays: integerSetting("BULK_PAUSED_DAYS", [1, 365], () => 7, "Days after which a paused bulk job is canceled."),
} as const;
