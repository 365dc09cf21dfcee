import { type Clock, HOUR_MS } from "../../platform/basics/index.ts";
import { type Database, DatabaseConflict, DatabaseUnavailable } from "../../platform/database/index.ts";
import { Refusal } from "../../platform/contract/index.ts";
import type { InternalCaller } from "../../platform/http/index.ts";
import type { Log } from "../../platform/observability/index.ts";
import { parametersOf, SIMULATOR_DEFINITIONS, type Parameters } from "./definitions.ts";
import { carryOutAct } from "./operator-calls.ts";
import { insertActs } from "./plan-worker.ts";
import { buy, nextPurchaseAct } from "./purchases.ts";
import * as queries from "./queries.ts";
import type { PlannedAct } from "./reactions.ts";

export interface ActContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly callInternally: InternalCaller;
  /** Maximum number of acts of a seller that run at the same time. */
  readonly actsAtOnce: number;
  /** Called after acts were carried out, because they may lead to further acts. */
  readonly onActed: () => void;
}

const SELLERS_AT_ONCE = 4;
const MAX_ACTS_SCANNED = 2_000;
const ACTS_PER_CLAIM = 64;
const LEASE_SECONDS = 60;
/**
 * Purchases are missed when no process carries out acts, for example while the sandbox is stopped. Purchases missed within this time, by the
 * marketplace's clock, are made later; older ones are skipped.
 */
const CATCH_UP_MS = 6 * HOUR_MS;

/** Carries out planned acts that are due. Returns the number of acts removed from the queue. */
export async function runDueActs(context: ActContext): Promise<number> {
  const { db, clock } = context;
  const sellers = await db.wide.run("every seller", queries.sellersToAct, [clock.now(), MAX_ACTS_SCANNED]);
  let done = 0;
  for (let i = 0; i < sellers.length; i += SELLERS_AT_ONCE) {
    const counts = await Promise.all(sellers.slice(i, i + SELLERS_AT_ONCE).map(({ seller_id }) => runSellersActs(context, seller_id)));
    done += counts.reduce((sum, count) => sum + count, 0);
  }
  if (done > 0) context.onActed();
  return done;
}

/** Carries out a seller's due acts in the order of their due times. Only acts about different subjects run at the same time. */
async function runSellersActs(context: ActContext, sellerId: number): Promise<number> {
  const { db, clock } = context;
  const [claimed, rows] = await Promise.all([
    db.run([sellerId], queries.claimActs, [sellerId, clock.now(), ACTS_PER_CLAIM, LEASE_SECONDS]),
    db.run([sellerId], queries.listSimulators, [sellerId]),
  ]);
  const simulators = new Map(rows.map((row) => [row.name, row]));
  const acts = claimed.toSorted((a, b) => a.due_at - b.due_at || (a.act_id < b.act_id ? -1 : 1));
  let done = 0;
  for (const group of concurrentGroups(acts, context.actsAtOnce)) {
    const followUps = await Promise.all(group.map((act) => carryOut(context, sellerId, act, simulators.get(act.simulator))));
    done += await finishGroup(context, sellerId, group, followUps);
  }
  return done;
}

/** Removes from the queue the acts that were carried out, and plans the acts that follow them. Returns the number of acts removed. */
async function finishGroup(
  { db }: ActContext,
  sellerId: number,
  group: readonly queries.ActRow[],
  followUps: readonly (readonly PlannedAct[])[],
): Promise<number> {
  const finished = await db.transaction([sellerId], async (transaction) => {
    const rows = await transaction.run(queries.finishActs, [sellerId, group.map((act) => act.act_id), group.map((act) => act.fence)]);
    // An act that another process took over or replaced is not removed. That process plans the acts that follow.
    const ours = new Set(rows.map(({ act_id }) => act_id));
    const purchase = group.find(({ act, act_id }) => act === "buy" && ours.has(act_id));
    if (purchase) await transaction.run(queries.countPurchase, [sellerId, Number(purchase.subject)]);
    const next = group.flatMap(({ act_id }, i) => (ours.has(act_id) ? followUps[i]! : []));
    await insertActs(transaction, sellerId, next);
    return rows;
  });
  return finished.length;
}

/**
 * Splits acts into groups of consecutive acts. The acts of a group may run at the same time. An exclusive act has its own group, and no
 * group has two acts about the same subject.
 */
function concurrentGroups(acts: readonly queries.ActRow[], maxSize: number): readonly (readonly queries.ActRow[])[] {
  const groups: queries.ActRow[][] = [];
  for (const act of acts) {
    const last = groups.at(-1);
    const needsNewGroup =
      last === undefined ||
      last.length >= maxSize ||
      isExclusive(act) ||
      last.some((other) => isExclusive(other) || other.subject === act.subject);
    if (needsNewGroup) groups.push([act]);
    else last.push(act);
  }
  return groups;
}

const isExclusive = ({ simulator, act }: queries.ActRow) => SIMULATOR_DEFINITIONS[simulator].acts[act]?.exclusive === true;

/** Carries out an act, or skips it if it is no longer possible. Returns the acts to plan next: after a purchase, the next purchase. */
async function carryOut(
  context: ActContext,
  sellerId: number,
  row: queries.ActRow,
  settings: queries.SimulatorRow | undefined,
): Promise<readonly PlannedAct[]> {
  if (settings?.mode !== "automatic") return [];
  const { seed, name } = settings;
  const parameters = parametersOf(name, JSON.parse(settings.parameters) as Parameters);
  const { simulator, act, subject, shipping_code, due_at } = row;
  const isPurchase = act === "buy";
  try {
    const outcome = isPurchase
      ? await buy(context, sellerId, { seed, nth: Number(subject), parameters })
      : await carryOutAct(context, { simulator, act, sellerId, subject, shippingCode: shipping_code ?? undefined, seed });
    if (outcome instanceof Refusal)
      context.log.info({ worker: "simulators", sellerId, name: outcome.failures[0]!.code }, `${simulator}: ${act} does not go any more`);
  } catch (error) {
    // The database is the cause and not the act, so the act stays in the queue and is tried again.
    if (error instanceof DatabaseUnavailable || error instanceof DatabaseConflict) throw error;
    context.log.error({ worker: "simulators", sellerId, error }, `${simulator}: ${act} could not be carried out`);
  }
  if (!isPurchase) return [];
  return nextPurchaseAct({ seed, nth: Number(subject) + 1, parameters }, Math.max(due_at, context.clock.now() - CATCH_UP_MS));
}
