import { readEvents, type EventRow } from "../../events/index.ts";
import type { OrderRecord, OrderStore } from "../../orders/index.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { actsAfter, type Happening, type PlannedAct } from "./plan.ts";
import * as queries from "./queries.ts";
import { parametersOf, SIMULATORS, type Parameters } from "./roster.ts";

export interface PlanContext {
  readonly db: Database;
  readonly orders: OrderStore;
  /** Acts were planned that may be due. */
  readonly onPlanned: () => void;
}

const SELLERS_AT_ONCE = 4;
const SELLERS_PER_ROUND = 200;
const EVENTS_AT_ONCE = 200;

/** Whether anything happened that a simulator has not looked at. */
export const hasNews = async ({ db }: PlanContext): Promise<boolean> =>
  (await db.wide.run("every seller", queries.sellersToPlan, [SIMULATORS, 1])).length > 0;

/** Looks at what happened and plans what follows: acts and cursors are written together. Answers how many events were looked at. */
export async function planActs(context: PlanContext): Promise<number> {
  const sellers = await context.db.wide.run("every seller", queries.sellersToPlan, [SIMULATORS, SELLERS_PER_ROUND]);
  let seen = 0;
  for (let i = 0; i < sellers.length; i += SELLERS_AT_ONCE) {
    const counts = await Promise.all(sellers.slice(i, i + SELLERS_AT_ONCE).map(({ seller_id }) => planFor(context, seller_id)));
    seen += counts.reduce((sum, count) => sum + count, 0);
  }
  if (seen > 0) context.onPlanned();
  return seen;
}

async function planFor({ db, orders }: PlanContext, sellerId: number): Promise<number> {
  const rows = (await db.run([sellerId], queries.listSimulators, [sellerId])).filter(({ mode }) => mode === "automatic");
  if (rows.length === 0) return 0;
  const after = Math.min(...rows.map(({ cursor_seq }) => cursor_seq));
  const events = await readEvents(db, { sellerId, after, limit: EVENTS_AT_ONCE });
  if (events.length === 0) return 0;
  const happenings = events.flatMap((event) => {
    const happening = happeningOf(event);
    return happening ? [{ seq: event.seq, happening }] : [];
  });
  const numbers = [...new Set(happenings.flatMap(({ happening: { name, subject } }) => (name === "order.status" ? [subject] : [])))];
  const found = await Promise.all(numbers.map(async (orderNumber) => [orderNumber, await orders.find({ sellerId, orderNumber })] as const));
  const orderOf = new Map<string, OrderRecord | undefined>(found);
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
        const player = { name, seed, parameters: parametersOf(name, JSON.parse(parameters) as Parameters) };
        return happenings
          .filter(({ seq }) => seq > cursor_seq)
          .flatMap(({ happening }) => actsAfter(happening, orderOf.get(happening.subject), player));
      });
    await insertActs(transaction, sellerId, acts);
  });
  return events.length;
}

/** Writes acts down, each once. */
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

/** What an event tells that something may follow from; undefined of all others. */
function happeningOf({ at, version, name, cause, resource, payload }: EventRow): Happening | undefined {
  const cut = resource.indexOf("/");
  if (name !== "order.status" && name !== "product.status") return undefined;
  const { to = "", shippingCode } = JSON.parse(payload) as { readonly to?: string; readonly shippingCode?: number };
  return { at, version, name, cause, to, subject: resource.slice(cut + 1), shippingCode };
}
