import { appendEvents } from "../../events/index.ts";
import { type Batcher, createBatcher, type Database, flattenParts, type Transaction } from "../../platform/database/index.ts";
import { newEventsSignalOf } from "../../platform/jobs/index.ts";
import type { PendingWrites } from "./delivery-records.ts";
import type { EndpointHealth } from "./endpoint-health.ts";
import * as queries from "./queries.ts";

/** Duration of a lease. Each write of results renews it. */
export const LEASE_SECONDS = 30;

/** The results of an endpoint since the last write. */
export interface EndpointResults extends PendingWrites {
  readonly sellerId: number;
  readonly endpointId: string;
  readonly fence: number;
  readonly version: number;
  /** The kinds of resource that the endpoint subscribed to when it was leased. If it subscribes to other kinds now, its cursor is not moved. */
  readonly kinds: readonly string[];
  readonly cursor: number;
  readonly lastKindSeq: number | null;
  readonly replaySeq: number | null;
  readonly replayUntil: number | null;
  readonly health: EndpointHealth;
  /** Reason why the endpoint is now disabled; null = it is not. */
  readonly disabled: "gone" | "failing" | null;
  /** Marketplace time, epoch ms. */
  readonly at: number;
  /** Whether the lease ends. */
  readonly released: boolean;
}

/** The endpoint after its results were written; undefined when the lease was lost and nothing was written. */
export type WrittenEndpoint = { readonly ord: number; readonly version: number; readonly status: string } | undefined;

/** Maximum number of endpoints per statement. Each may have dozens of attempts, with their requests and responses. */
const ENDPOINTS_PER_WRITE = 16;
const ACTOR = "dispatcher";

/** Writes the results of many endpoints in one transaction. */
export const createResultWriter = (db: Database): Batcher<EndpointResults, WrittenEndpoint> =>
  createBatcher({
    name: "notifications settled",
    keyOf: ({ sellerId, endpointId }) => `${sellerId} ${endpointId}`,
    maxItems: ENDPOINTS_PER_WRITE,
    maxQueued: 4_096,
    async run(items) {
      const sellers = [...new Set(items.map(({ sellerId }) => sellerId))];
      const values = valuesOf(items);
      const rows = items.some(hasFollowUps)
        ? await db.transaction(sellers, (transaction) => writeWithFollowUps(transaction, items, values))
        : await db.run(sellers, queries.writeResults, values);
      if (items.some(({ disabled }) => disabled !== null)) newEventsSignalOf(db).notify(sellers);
      const written: WrittenEndpoint[] = items.map(() => undefined);
      for (const row of rows) written[row.ord - 1] = row;
      return written;
    },
  });

const hasFollowUps = ({ freed, hasRecovered, disabled }: EndpointResults) => freed.length > 0 || hasRecovered || disabled !== null;

/**
 * Writes the results. Also makes the retries of freed resources and of recovered endpoints due, and appends an event for each endpoint that was
 * disabled.
 */
async function writeWithFollowUps(transaction: Transaction, items: readonly EndpointResults[], values: readonly unknown[]) {
  const rows = await transaction.run(queries.writeResults, values);
  const written = rows.map((row) => ({ row, item: items[row.ord - 1]! }));
  const freed = written.flatMap(({ item }) => item.freed.map((resource) => ({ item, resource })));
  const at = Math.max(...items.map((item) => item.at));
  if (freed.length > 0) {
    await transaction.run(queries.releaseNextOfResource, [
      freed.map(({ item }) => item.sellerId),
      freed.map(({ item }) => item.endpointId),
      freed.map(({ resource }) => resource),
      at,
    ]);
  }
  const recovered = written.filter(({ item }) => item.hasRecovered).map(({ item }) => item);
  if (recovered.length > 0) {
    await transaction.run(queries.makeAllDue, [recovered.map((item) => item.sellerId), recovered.map((item) => item.endpointId), at]);
  }
  const disabled = written.filter(({ row, item }) => item.disabled !== null && row.version === item.version + 1);
  await appendEvents(
    { run: (_scope, query, given) => transaction.run(query, given) },
    disabled.map(({ row, item }) => ({
      sellerId: item.sellerId,
      name: "notification.endpoint_disabled",
      resource: `endpoint/${item.endpointId}`,
      version: row.version,
      actor: ACTOR,
      cause: item.disabled!,
      payload: JSON.stringify({ to: "disabled" }),
      at: item.at,
    })),
  );
  return rows;
}

/** The parameters of the statement `writeResults`, in its order. */
function valuesOf(items: readonly EndpointResults[]): readonly unknown[] {
  const each = <Value>(column: (item: EndpointResults) => Value) => items.map(column);
  const attempts = flattenParts(items, (item) => item.attempts);
  const completed = flattenParts(items, (item) => item.completed);
  const retries = flattenParts(items, (item) => item.retries);
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
    attempts.map(({ ord }) => ord),
    ...columnsOf(attempts, ["at", "deliveryId", "seq", "attempt", "outcome", "status", "elapsedMs", "trouble", "request", "response"]),
    completed.map(({ ord }) => ord),
    completed.map(({ part }) => part),
    retries.map(({ ord }) => ord),
    ...columnsOf(retries, ["deliveryId", "resource", "seq", "prevSeq", "body", "origin", "attempts", "firstAt", "dueAt", "deadAt"]),
    each((item) => item.kinds.join(" ")),
  ];
}

const columnsOf = <Part>(parts: readonly { readonly part: Part }[], names: readonly (keyof Part)[]) =>
  names.map((name) => parts.map(({ part }) => part[name]));
