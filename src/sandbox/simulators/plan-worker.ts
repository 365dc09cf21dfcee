import { readEvents, type EventRow } from "../../events/index.ts";
import type { OrderRecord, OrderStore } from "../../orders/index.ts";
import type { Database, Transaction } from "../../platform/database/index.ts";
import { planReactions, type TriggerEvent, type PlannedAct } from "./reactions.ts";
import * as queries from "./queries.ts";
import { parametersOf, SIMULATORS, type Parameters } from "./definitions.ts";

export interface PlanContext {
  readonly db: Database;
  readonly orders: OrderStore;
  /** Called after acts were planned, because some may be due. */
  readonly onPlanned: () => void;
}

const SELLERS_AT_ONCE = 4;
const SELLERS_PER_ROUND = 200;
const EVENTS_AT_ONCE = 200;

/** Whether there are events that an automatic simulator has not read yet. */
export const hasUnplannedEvents = async ({ db }: PlanContext): Promise<boolean> =>
  (await db.wide.run("every seller", queries.sellersToPlan, [SIMULATORS, 1])).length > 0;

/** Plans reactions to new events. Stores a seller's planned acts and simulator cursors together. Returns the number of events read. */
export async function planActs(context: PlanContext): Promise<number> {
  const sellers = await context.db.wide.run("every seller", queries.sellersToPlan, [SIMULATORS, SELLERS_PER_ROUND]);
  let read = 0;
  for (let i = 0; i < sellers.length; i += SELLERS_AT_ONCE) {
    const counts = await Promise.all(sellers.slice(i, i + SELLERS_AT_ONCE).map(({ seller_id }) => planForSeller(context, seller_id)));
    read += counts.reduce((sum, count) => sum + count, 0);
  }
  if (read > 0) context.onPlanned();
  return read;
}

async function planForSeller({ db, orders }: PlanContext, sellerId: number): Promise<number> {
  const rows = (await db.run([sellerId], queries.listSimulators, [sellerId])).filter(({ mode }) => mode === "automatic");
  if (rows.length === 0) return 0;
  const after = Math.min(...rows.map(({ cursor_seq }) => cursor_seq));
  const events = await readEvents(db, { sellerId, after, limit: EVENTS_AT_ONCE });
  if (events.length === 0) return 0;
  const triggers = events.flatMap((row) => {
    const trigger = triggerOf(row);
    return trigger ? [{ seq: row.seq, trigger }] : [];
  });
  const numbers = [...new Set(triggers.flatMap(({ trigger: { name, subject } }) => (name === "order.status" ? [subject] : [])))];
  const found = await Promise.all(numbers.map(async (orderNumber) => [orderNumber, await orders.find({ sellerId, orderNumber })] as const));
  const orderByNumber = new Map<string, OrderRecord | undefined>(found);
  const last = events.at(-1)!.seq;
  const behind = rows.filter(({ cursor_seq }) => cursor_seq < last);
  await db.transaction([sellerId], async (transaction) => {
    const moved = await transaction.run(queries.moveCursors, [
      sellerId,
      behind.map(({ name }) => name),
      behind.map(({ cursor_seq }) => cursor_seq),
      last,
    ]);
    const ours = new Set(moved.map(({ name }) => name));
    const acts = behind
      .filter(({ name }) => ours.has(name))
      .flatMap(({ name, seed, parameters, cursor_seq }) => {
        const simulator = { name, seed, parameters: parametersOf(name, JSON.parse(parameters) as Parameters) };
        return triggers
          .filter(({ seq }) => seq > cursor_seq)
          .flatMap(({ trigger }) => planReactions(trigger, orderByNumber.get(trigger.subject), simulator));
      });
    await insertActs(transaction, sellerId, acts);
  });
  return events.length;
}

/** Stores planned acts. An act that is already stored is not changed. */
export async function insertActs(transaction: Transaction, sellerId: number, acts: readonly PlannedAct[]): Promise<void> {
  if (acts.length === 0) return;
  await transaction.run(queries.insertActs, [
    sellerId,
    acts.map(({ actId }) => actId),
    acts.map(({ simulator }) => simulator),
    acts.map(({ act }) => act),
    acts.map(({ subject }) => subject),
    acts.map(({ shippingCode }) => shippingCode ?? null),
    acts.map(({ dueAt }) => dueAt),
  ]);
}

/** The event after which fields of a change request begin to wait for a person; undefined for the others of change requests. */
function changeTriggerOf({ payload, ...event }: Pick<EventRow, "at" | "version" | "name" | "cause" | "payload">): TriggerEvent | undefined {
  const { changeRequestId, fields } = JSON.parse(payload) as {
    readonly changeRequestId: string;
    readonly fields: readonly { readonly state: string }[];
  };
  if (!fields.some(({ state }) => state === "waiting")) return undefined;
  return { ...event, to: "WAITING", subject: changeRequestId, shippingCode: undefined };
}

/** An event as simulators see it; undefined when no simulator reacts to events of this name. */
function triggerOf({ at, version, name, cause, resource, payload }: EventRow): TriggerEvent | undefined {
  if (name === "product.change") return changeTriggerOf({ at, version, name, cause, payload });
  const slash = resource.indexOf("/");
  if (name !== "order.status" && name !== "product.status") return undefined;
  const { to = "", shippingCode } = JSON.parse(payload) as { readonly to?: string; readonly shippingCode?: number };
  return { at, version, name, cause, to, subject: resource.slice(slash + 1), shippingCode };
}
