import type { DeliveryError } from "../../orders/index.ts";
import { appendEvents } from "../../events/index.ts";
import { createBatcher, type Batcher } from "../../platform/database/batching/batcher.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { flattenParts } from "../../platform/database/batching/statement-batcher.ts";
import { newEventsSignalOf } from "../../platform/jobs/new-events-signal.ts";
import type { Health } from "./circuit.ts";
import * as queries from "./queries.ts";

/** A lease is renewed by whatever is settled. */
export const LEASE_SECONDS = 30;

/** A try as it is logged. */
export interface LogLine {
  readonly at: number;
  readonly deliveryId: string;
  readonly seq: number | null;
  readonly attempt: number;
  readonly outcome: "delivered" | "failed" | "dead" | "disabled";
  readonly status: number | null;
  readonly elapsedMs: number;
  readonly trouble: DeliveryError | null;
  readonly request: string;
  readonly response: string | null;
}

/** A delivery that is written down to be tried again, or dead. */
export interface PutBy {
  readonly deliveryId: string;
  readonly resource: string;
  readonly seq: number | null;
  readonly prevSeq: number | null;
  readonly body: string;
  readonly origin: string;
  readonly attempts: number;
  readonly firstAt: number;
  /** Null = behind another of its resource, or dead. */
  readonly dueAt: number | null;
  readonly deadAt: number | null;
}

/** What became of an endpoint's deliveries since it was settled last. */
export interface Settlement {
  readonly sellerId: number;
  readonly endpointId: string;
  readonly fence: number;
  readonly version: number;
  /** What was taken for it; of an endpoint that takes other kinds now the cursor stays. */
  readonly kinds: readonly string[];
  readonly cursor: number;
  readonly lastKindSeq: number | null;
  readonly replaySeq: number | null;
  readonly replayUntil: number | null;
  readonly health: Health;
  /** Why it is disabled, from now (marketplace time) on. */
  readonly disabled: "gone" | "failing" | null;
  readonly at: number;
  readonly released: boolean;
  readonly log: readonly LogLine[];
  readonly putBy: readonly PutBy[];
  /** Ids of deliveries that are done with. */
  readonly done: readonly string[];
  /** Resources whose next one is due. */
  readonly freed: readonly string[];
  /** It answers again: everything that waits is due. */
  readonly recovered: boolean;
}

/** The endpoint after a settlement; undefined = the lease was lost and nothing was written. */
export type Settled = { readonly ord: number; readonly version: number; readonly status: string } | undefined;

/** Endpoints in one statement; each may bring dozens of attempts with their requests and responses. */
const MOST_ENDPOINTS = 16;
const DISPATCHER = "dispatcher";

/** Settles the deliveries of many endpoints in one transaction. */
export const settlements = (db: Database): Batcher<Settlement, Settled> =>
  createBatcher({
    name: "notifications settled",
    keyOf: ({ sellerId, endpointId }) => `${sellerId} ${endpointId}`,
    maxItems: MOST_ENDPOINTS,
    maxQueued: 4_096,
    async run(items) {
      const sellers = [...new Set(items.map(({ sellerId }) => sellerId))];
      const values = valuesOf(items);
      const isMore = items.some(({ freed, recovered, disabled }) => freed.length > 0 || recovered || disabled !== null);
      const rows = isMore
        ? await db.transaction(sellers, (transaction) => settleWithMore(transaction, items, values))
        : await db.run(sellers, queries.settle, values);
      if (items.some(({ disabled }) => disabled !== null)) newEventsSignalOf(db).notify(sellers);
      const found: Settled[] = items.map(() => undefined);
      for (const row of rows) found[row.ord - 1] = row;
      return found;
    },
  });

/** With what follows from it: whoever waited behind something is due, and the feed tells of an endpoint that was disabled. */
async function settleWithMore(transaction: Transaction, items: readonly Settlement[], values: readonly unknown[]) {
  const rows = await transaction.run(queries.settle, values);
  const held = rows.map((row) => ({ row, item: items[row.ord - 1]! }));
  const freed = held.flatMap(({ item }) => item.freed.map((resource) => ({ item, resource })));
  const at = Math.max(...items.map((item) => item.at));
  if (freed.length > 0) {
    await transaction.run(queries.promote, [
      freed.map(({ item }) => item.sellerId),
      freed.map(({ item }) => item.endpointId),
      freed.map(({ resource }) => resource),
      at,
    ]);
  }
  const recovered = held.filter(({ item }) => item.recovered);
  if (recovered.length > 0) {
    await transaction.run(queries.allDue, [recovered.map(({ item }) => item.sellerId), recovered.map(({ item }) => item.endpointId), at]);
  }
  const disabled = held.filter(({ row, item }) => item.disabled !== null && row.version === item.version + 1);
  await appendEvents(
    { run: (_scope, query, given) => transaction.run(query, given) },
    disabled.map(({ row, item }) => ({
      sellerId: item.sellerId,
      name: "notification.endpoint_disabled",
      resource: `endpoint/${item.endpointId}`,
      version: row.version,
      actor: DISPATCHER,
      cause: item.disabled!,
      payload: JSON.stringify({ to: "disabled" }),
      at: item.at,
    })),
  );
  return rows;
}

function valuesOf(items: readonly Settlement[]): readonly unknown[] {
  const each = <Value>(column: (item: Settlement) => Value) => items.map(column);
  const log = flattenParts(items, (item) => item.log);
  const done = flattenParts(items, (item) => item.done);
  const putBy = flattenParts(items, (item) => item.putBy);
  return [
    each((item) => item.sellerId),
    each((item) => item.endpointId),
    each((item) => item.fence),
    each((item) => item.version),
    each((item) => item.cursor),
    each((item) => item.lastKindSeq),
    each((item) => item.replaySeq),
    each((item) => item.replayUntil),
    each((item) => item.health.proven),
    each((item) => item.health.failingSince),
    each((item) => item.health.openSince),
    each((item) => item.health.probeAt),
    each((item) => item.health.pauseUntil),
    each((item) => item.disabled),
    each((item) => item.released),
    LEASE_SECONDS,
    log.map(({ ord }) => ord),
    ...columnsOf(log, ["at", "deliveryId", "seq", "attempt", "outcome", "status", "elapsedMs", "trouble", "request", "response"]),
    done.map(({ ord }) => ord),
    done.map(({ part }) => part),
    putBy.map(({ ord }) => ord),
    ...columnsOf(putBy, ["deliveryId", "resource", "seq", "prevSeq", "body", "origin", "attempts", "firstAt", "dueAt", "deadAt"]),
    each((item) => item.kinds.join(" ")),
  ];
}

const columnsOf = <Part>(parts: readonly { readonly part: Part }[], names: readonly (keyof Part)[]) =>
  names.map((name) => parts.map(({ part }) => part[name]));
