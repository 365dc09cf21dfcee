import type { Clock } from "../platform/basics/index.ts";
import type { Database, Transaction } from "../platform/database/index.ts";
import { newEventsSignalOf } from "../platform/jobs/index.ts";
import type { AppendEvents, FeedEvent } from "../sellers/index.ts";
import * as queries from "./queries.ts";
import * as turnQueries from "./turns/queries.ts";
import type { BulkKind } from "./row-ops.ts";
import { BULK_MOVES, type BulkMove, type BulkReason } from "./states.ts";
import type { LeasedJob } from "./turn.ts";

export interface JobEventsContext {
  readonly db: Database;
  readonly clock: Clock;
  /** Appends to the events feed. Passed in, because the events slice is to the right of this one. */
  readonly appendEvents: AppendEvents;
}

/** A job of a seller. */
export interface JobKey {
  readonly sellerId: number;
  readonly jobId: string;
  readonly kind: BulkKind;
}

/** Who moves a job, and why. */
export interface JobMover {
  readonly reason: BulkReason | null;
  /** Shown as `canceledBy`: a kind of actor, never a name. */
  readonly by: string;
  readonly actor: string;
  readonly requestId: string | undefined;
  readonly at: number;
  /** The credential with which the job goes on; absent = its own. */
  readonly credentialId?: string;
}

/** The names of the events of a job, by the state that it got. */
const EVENT_NAMES = { paused: "bulk.paused", finished: "bulk.finished", canceled: "bulk.finished" } as const;

/** Moves a job and appends its event. Resolves to false when the job is in another state; nothing is written then. */
export async function moveJob(context: JobEventsContext, key: JobKey, move: BulkMove, mover: JobMover): Promise<boolean> {
  const { db } = context;
  const { sellerId, jobId, kind } = key;
  const { from, to } = BULK_MOVES[move];
  const moved = await db.transaction([sellerId], async (transaction) => {
    const values = [sellerId, jobId, kind, from, to, mover.reason, mover.by, mover.at, mover.credentialId ?? null];
    const [row] = await transaction.run(queries.moveJob, values);
    if (row === undefined) return false;
    if (to === "paused" || to === "canceled")
      await appendEvent(context, transaction, key, { ...mover, to, version: row.version, cause: move });
    return true;
  });
  if (moved) newEventsSignalOf(db).notify([sellerId]);
  return moved;
}

/** Ends a leased job that has nothing left to do, and appends its event. Resolves to false when there is something left. */
export async function finishLeasedJob(context: JobEventsContext, { row, ...key }: LeasedJob): Promise<boolean> {
  const { db, clock } = context;
  const { sellerId, jobId } = key;
  const at = clock.now();
  const finished = await db.transaction([sellerId], async (transaction) => {
    const [ended] = await transaction.run(turnQueries.finishJob, [sellerId, jobId, row.fence, at]);
    if (ended === undefined) return false;
    const { version, ...counts } = ended;
    await appendEvent(context, transaction, key, { to: "finished", version, cause: "finish", actor: "timer", at, counts });
    return true;
  });
  if (finished) newEventsSignalOf(db).notify([sellerId]);
  return finished;
}

/** The kind of resource of the events of each kind of job. */
const RESOURCES = { catalog: "bulk", orders: "orderBulk" } as const;

interface JobEvent {
  readonly to: keyof typeof EVENT_NAMES;
  readonly version: number;
  readonly cause: string;
  readonly actor: string;
  readonly at: number;
  readonly requestId?: string | undefined;
  readonly counts?: object;
}

/** Appends the event of a job in the transaction of its move. */
async function appendEvent(
  { appendEvents }: Pick<JobEventsContext, "appendEvents">,
  transaction: Transaction,
  { sellerId, jobId, kind }: JobKey,
  { to, version, cause, actor, at, requestId, counts }: JobEvent,
): Promise<void> {
  const event: FeedEvent = {
    sellerId,
    name: EVENT_NAMES[to],
    resource: `${RESOURCES[kind]}/${jobId}`,
    version,
    actor,
    cause,
    payload: JSON.stringify({ to, kind, ...counts, ...(requestId === undefined ? {} : { requestId }) }),
    at,
  };
  await appendEvents({ run: (_scope, query, values) => transaction.run(query, values) }, [event]);
}
