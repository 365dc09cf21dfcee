/** What a bulk job may be, from the settings. */
export interface BulkLimits {
  /** Rows, and bytes, of a file that is done at once, in the answer of its call. */
  readonly bulkRowsAtOnce: number;
  readonly bulkBytesAtOnce: number;
  readonly bulkMaxRows: number;
  readonly bulkMaxBytes: number;
  readonly bulkMaxLineBytes: number;
  /** Jobs of a seller that run by turns, and jobs that may wait behind them. */
  readonly bulkJobsAtOnce: number;
  readonly bulkJobsWaiting: number;
  /** Rows that cost as much of the quota as one call. */
  readonly bulkRowsPerCall: number;
  /** Days for which an ended job is kept. */
  readonly bulkRetentionDays: number;
  /** Hours after which an upload that stopped is canceled. */
  readonly bulkUploadHours: number;
  /** Days after which a paused job is canceled. */
  readonly bulkPausedDays: number;
}
