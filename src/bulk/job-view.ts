import { isoDateTime } from "../platform/basics/index.ts";
import { jobPath } from "./apis.ts";
import { type Assumed, assumedView } from "./formats/assumptions.ts";
import type { JobRow } from "./queries.ts";

const when = (ms: number | null) => (ms === null ? undefined : isoDateTime(ms));
/** Shortest time over which a rate is computed: what took less is no measure of it. */
const MIN_ELAPSED_MS = 1_000;

/** A job on the wire, with its counts of `now`, epoch ms of the marketplace's clock. Members without a value are left out. */
export function jobView(row: JobRow, now: number) {
  const { kind, accepted, failed, unchanged, rows } = row;
  const isOver = row.finished_at !== null;
  const done = accepted + failed + unchanged;
  const open = rows - done;
  const isCanceled = row.state === "canceled";
  const rowsPerSecond = rateOf(row, done, now);
  const waiting = isCanceled ? 0 : open;
  const total = row.content_complete ? rows : (row.expected_rows ?? undefined);
  return {
    id: row.job_id,
    name: row.name ?? undefined,
    state: row.state,
    reason: row.reason ?? undefined,
    op: row.op ?? undefined,
    format: row.format,
    assumed: row.assumed === null ? undefined : assumedView(JSON.parse(row.assumed) as Assumed),
    dryRun: row.dry_run || undefined,
    changeRequests: row.change_requests || undefined,
    reverts: row.reverts ?? undefined,
    received: rows,
    total,
    accepted,
    failed,
    unchanged,
    waiting,
    canceled: isCanceled ? open : 0,
    receivedBytes: row.received_bytes,
    contentComplete: row.content_complete,
    rowsPerSecond,
    etaSeconds: isOver || rowsPerSecond === 0 || total === undefined ? undefined : Math.ceil((total - done) / rowsPerSecond),
    createdAt: isoDateTime(row.created_at),
    startedAt: when(row.started_at),
    pausedAt: when(row.paused_at),
    finishedAt: when(row.finished_at),
    canceledBy: row.canceled_by ?? undefined,
    ...linksOf(row, kind),
  };
}

function rateOf({ started_at, finished_at }: JobRow, done: number, now: number): number {
  if (started_at === null || done === 0) return 0;
  return Math.round((done * 1_000) / Math.max(MIN_ELAPSED_MS, (finished_at ?? now) - started_at));
}

function linksOf({ job_id: id, format }: JobRow, kind: JobRow["kind"]) {
  const self = jobPath(kind, id);
  const leads = { self, results: `${self}/results`, errors: `${self}/errors.${format}`, input: `${self}/content`, cancel: self };
  const entries = Object.entries(leads);
  return kind === "catalog"
    ? { _links: Object.fromEntries(entries.map(([rel, href]) => [rel, { href }])) }
    : { links: entries.map(([rel, href]) => ({ rel, href })) };
}
