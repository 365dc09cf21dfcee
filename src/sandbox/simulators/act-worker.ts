import { HOUR_MS, type Clock } from "../../platform/basics/clock.ts";
import { seededRandom } from "../../platform/basics/seeded-chance.ts";
import { DatabaseConflict, DatabaseUnavailable, type Database } from "../../platform/database/database.ts";
import { Refusal } from "../../platform/contract/errors.ts";
import type { Answer } from "../../platform/contract/operation.ts";
import type { InternalCaller } from "../../platform/http/internal-calls.ts";
import { requestId } from "../../platform/basics/random.ts";
import type { Log } from "../../platform/observability/log.ts";
import { roleRefusal, type OperatorIdentity } from "../../sellers/index.ts";
import { basketOf, nextShopperAt, type Basket, type Shopper } from "./cart.ts";
import { actorOf, askedOf, type Asked } from "./operator-calls.ts";
import type { PlannedAct } from "./plan.ts";
import { insertActs } from "./plan-worker.ts";
import * as queries from "./queries.ts";
import { parametersOf, ROSTER, type Parameters, type SimulatorName } from "./roster.ts";

export interface ActContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly rerun: InternalCaller;
  /** Acts of a seller at one time. */
  readonly actsAtOnce: number;
  /** Acts were carried out: what follows may be planned. */
  readonly onActed: () => void;
}

const SELLERS_AT_ONCE = 4;
const READY_SCAN = 2_000;
const ACTS_PER_CLAIM = 64;
const LEASE_SECONDS = 60;
/** Shoppers of a longer time in which nobody was at work are not made up for. */
const CATCH_UP_MS = 6 * HOUR_MS;
/** Products looked at for a basket, from some place in the seller's list on. */
const OFFERS_SEEN = 50;

/** Carries out what simulators have planned, as it falls due. Answers how many acts it took off the queue. */
export async function carryOutActs(context: ActContext): Promise<number> {
  const { db, clock } = context;
  const sellers = await db.wide.run("every seller", queries.sellersToAct, [clock.now(), READY_SCAN]);
  let done = 0;
  for (let i = 0; i < sellers.length; i += SELLERS_AT_ONCE) {
    const counts = await Promise.all(sellers.slice(i, i + SELLERS_AT_ONCE).map(({ seller_id }) => carryOutFor(context, seller_id)));
    done += counts.reduce((sum, count) => sum + count, 0);
  }
  if (done > 0) context.onActed();
  return done;
}

/** In the order in which they are due; side by side only what has nothing to do with each other. */
async function carryOutFor(context: ActContext, sellerId: number): Promise<number> {
  const { db, clock } = context;
  const [claimed, rows] = await Promise.all([
    db.run([sellerId], queries.claimActs, [sellerId, clock.now(), ACTS_PER_CLAIM, LEASE_SECONDS]),
    db.run([sellerId], queries.listSimulators, [sellerId]),
  ]);
  const players = new Map(rows.map((row) => [row.name, row]));
  const acts = claimed.toSorted((a, b) => a.due_at - b.due_at || (a.act_id < b.act_id ? -1 : 1));
  let done = 0;
  for (const group of together(acts, context.actsAtOnce)) {
    const next = await Promise.all(group.map((act) => carryOut(context, sellerId, act, players.get(act.simulator))));
    const finished = await db.transaction([sellerId], async (transaction) => {
      const gone = await transaction.run(queries.finishActs, [sellerId, group.map((act) => act.act_id), group.map((act) => act.fence)]);
      // What somebody else took off the queue, or put there anew, is followed by what they planned.
      const ours = new Set(gone.map(({ act_id }) => act_id));
      const shopper = group.find(({ act, act_id }) => act === "buy" && ours.has(act_id));
      if (shopper) await transaction.run(queries.countPurchase, [sellerId, Number(shopper.subject)]);
      const following = group.flatMap(({ act_id }, i) => (ours.has(act_id) ? next[i]! : []));
      await insertActs(transaction, sellerId, following);
      return gone;
    });
    done += finished.length;
  }
  return done;
}

/** What is written together with others may be done beside them, unless it is about the same thing. */
function together(acts: readonly queries.ActRow[], most: number): readonly (readonly queries.ActRow[])[] {
  const groups: queries.ActRow[][] = [];
  for (const act of acts) {
    const last = groups.at(-1);
    const isApart =
      last === undefined || last.length >= most || isAlone(act) || last.some((other) => isAlone(other) || other.subject === act.subject);
    if (isApart) groups.push([act]);
    else last.push(act);
  }
  return groups;
}

const isAlone = ({ simulator, act }: queries.ActRow) => ROSTER[simulator].acts[act]?.alone === true;

/** Does what is planned, unless it does not go any more. Answers what is to come by it: the next shopper. */
async function carryOut(
  context: ActContext,
  sellerId: number,
  row: queries.ActRow,
  player: queries.SimulatorRow | undefined,
): Promise<readonly PlannedAct[]> {
  if (player?.mode !== "automatic") return [];
  const { seed, name } = player;
  const parameters = parametersOf(name, JSON.parse(player.parameters) as Parameters);
  const { simulator, act, subject, shipping_code, due_at } = row;
  const isPurchase = act === "buy";
  try {
    const outcome = isPurchase
      ? await buy(context, sellerId, { seed, nth: Number(subject), parameters })
      : await call(context, simulator, askedOf({ simulator, act, sellerId, subject, shippingCode: shipping_code ?? undefined, seed }));
    if (outcome instanceof Refusal)
      context.log.info({ worker: "simulators", sellerId, name: outcome.failures[0]!.code }, `${simulator}: ${act} does not go any more`);
  } catch (error) {
    // Nothing is wrong with the act: the round is repeated.
    if (error instanceof DatabaseUnavailable || error instanceof DatabaseConflict) throw error;
    context.log.error({ worker: "simulators", sellerId, error }, `${simulator}: ${act} could not be carried out`);
  }
  return isPurchase ? nextShopper({ seed, nth: Number(subject) + 1, parameters }, Math.max(due_at, context.clock.now() - CATCH_UP_MS)) : [];
}

/** The next shopper's purchase. */
export function nextShopper(shopper: Shopper, after: number): readonly PlannedAct[] {
  const dueAt = nextShopperAt(shopper, after);
  if (dueAt === undefined) return [];
  const subject = String(shopper.nth);
  return [{ actId: `shoppers buy ${subject}`, simulator: "shoppers", act: "buy", subject, shippingCode: undefined, dueAt }];
}

/** Buys something of what is on sale; undefined when nothing is. */
export async function buy(
  context: Pick<ActContext, "db" | "rerun">,
  sellerId: number,
  shopper: Shopper,
): Promise<Answer | Refusal | undefined> {
  const { db } = context;
  const [{ products } = { products: 0 }] = await db.run([sellerId], queries.countProducts, [sellerId]);
  const from = Math.floor(seededRandom(shopper.seed, "where", shopper.nth) * Math.max(1, products - OFFERS_SEEN));
  const seen = await db.run([sellerId], queries.listOffers, [sellerId, from, OFFERS_SEEN]);
  const offers = seen.length > 0 || from === 0 ? seen : await db.run([sellerId], queries.listOffers, [sellerId, 0, OFFERS_SEEN]);
  const basket = basketOf(
    shopper,
    offers.map(({ sku, left_units }) => ({ sku, left: left_units })),
  );
  return basket && checkOut(context, sellerId, basket);
}

/** Takes a basket to the marketplace's checkout. */
const checkOut = (context: Pick<ActContext, "rerun">, sellerId: number, basket: Basket) =>
  call(context, "shoppers", { operation: ROSTER.shoppers.acts.buy!.operation, path: {}, body: { sellerId, ...basket } });

/** Asks the operation as somebody of the marketplace would, under the simulator's name and with no more than its role. */
export function call({ rerun }: Pick<ActContext, "rerun">, simulator: SimulatorName, { operation, path, body }: Asked) {
  const headers = { "content-type": "application/json" };
  const { role } = ROSTER[simulator];
  const who: OperatorIdentity = { keyId: actorOf(simulator), role, name: simulator, actor: actorOf(simulator) };
  const refusal = roleRefusal(role, operation);
  if (refusal !== undefined) return refusal;
  return rerun(operation.id, { path, query: "", headers, body: Buffer.from(JSON.stringify(body)), requestId: requestId() }, who);
}
