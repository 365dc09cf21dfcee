import type { OrderStore } from "../../orders/index.ts";
import { parsedBody } from "../../platform/contract/answer.ts";
import { isoDateTime } from "../../platform/basics/clock.ts";
import { endpoint, type Answer, type Endpoint } from "../../platform/contract/operation.ts";
import type { Database } from "../../platform/database/database.ts";
import { errorBody, Refusal, type Lang } from "../../platform/contract/errors.ts";
import type { InternalCaller } from "../../platform/http/internal-calls.ts";
import { random } from "../../platform/basics/random.ts";
import { findSeller, roleRefusal, sellerErrors, type OperatorCall } from "../../sellers/index.ts";
import { buy, call as ask, nextShopper } from "./act-worker.ts";
import { askedOf } from "./operator-calls.ts";
import * as contract from "./contract.ts";
import { simulatorErrors } from "./errors.ts";
import { insertActs } from "./plan-worker.ts";
import * as queries from "./queries.ts";
import { parametersOf, ROSTER, SIMULATORS, type Mode, type Parameters, type SimulatorName } from "./roster.ts";

export interface SimulatorContext {
  readonly db: Database;
  readonly orders: OrderStore;
  readonly rerun: InternalCaller;
  /** Simulators were set: what they follow may be planned. */
  readonly onSet: () => Promise<void>;
}

/** Whoever begins to act by itself looks at so many of the last events. */
const EVENTS_LOOKED_BACK = 10_000;
const SEEDS = 2 ** 31;

/** How a simulator is set for a seller. */
interface Standing {
  readonly name: SimulatorName;
  readonly mode: Mode;
  readonly seed: number;
  readonly parameters: Parameters;
  readonly purchases: number;
}

/** The simulators in an operator's hand. */
export function simulatorEndpoints(context: SimulatorContext): readonly Endpoint[] {
  const { db, orders } = context;

  async function standingOf(sellerId: number): Promise<readonly Standing[] | Refusal> {
    const [rows, sellers] = await Promise.all([db.run([sellerId], queries.listSimulators, [sellerId]), db.run([], findSeller, [sellerId])]);
    if (sellers.length === 0) return sellerErrors.refuse("seller_unknown", { pointer: "path.sellerId", received: sellerId });
    const known = new Map(rows.map((row) => [row.name, row]));
    return SIMULATORS.map((name) => {
      const { mode = "manual", seed = sellerId % SEEDS, parameters = "{}", purchases = 0 } = known.get(name) ?? {};
      return { name, mode, seed, purchases, parameters: JSON.parse(parameters) as Parameters };
    });
  }

  async function view(sellerId: number, standing: readonly Standing[], lang: Lang): Promise<Answer> {
    const waiting = new Map((await db.run([sellerId], queries.waitingActs, [sellerId])).map((row) => [row.simulator, row]));
    const simulators = standing.map(({ name, mode, seed, parameters }) => {
      const { acts: planned = 0, due_at: dueAt } = waiting.get(name) ?? {};
      return {
        name,
        does: ROSTER[name].does[lang],
        mode,
        seed,
        parameters: parametersOf(name, parameters),
        acts: Object.keys(ROSTER[name].acts),
        waiting: planned,
        ...(dueAt === undefined ? {} : { nextAt: isoDateTime(dueAt) }),
      };
    });
    return { status: 200, body: { sellerId, simulators, links: [{ rel: "self", href: `/operator/v1/sellers/${sellerId}/simulators` }] } };
  }

  async function set(sellerId: number, standing: readonly Standing[], at: number): Promise<void> {
    await db.transaction([sellerId], async (transaction) => {
      await transaction.run(queries.putSimulators, [
        sellerId,
        standing.map(({ name }) => name),
        standing.map(({ mode }) => mode),
        standing.map(({ parameters }) => JSON.stringify(parameters)),
        standing.map(({ seed }) => seed),
        EVENTS_LOOKED_BACK,
      ]);
      const shoppers = standing.find(({ name, mode }) => name === "shoppers" && mode === "automatic");
      if (shoppers === undefined) return;
      const { seed, parameters, purchases } = shoppers;
      // The next one comes as often as they come from now on.
      await transaction.run(queries.dropPurchases, [sellerId]);
      await insertActs(
        transaction,
        sellerId,
        nextShopper({ seed, nth: purchases + 1, parameters: parametersOf("shoppers", parameters) }, at),
      );
    });
    await context.onSet();
  }

  return [
    endpoint(contract.getSimulators, async (call: OperatorCall<typeof contract.getSimulators>) => {
      const { sellerId } = call.path;
      const standing = await standingOf(sellerId);
      return standing instanceof Refusal ? standing : view(sellerId, standing, call.lang);
    }),
    endpoint(contract.putSimulators, async (call: OperatorCall<typeof contract.putSimulators>) => {
      const { sellerId } = call.path;
      const before = await standingOf(sellerId);
      if (before instanceof Refusal) return before;
      const after = changed(before, call.body);
      if (after instanceof Refusal) return after;
      await set(
        sellerId,
        after.filter((one, i) => one !== before[i]),
        call.at,
      );
      return view(sellerId, after, call.lang);
    }),
    endpoint(contract.postSimulatorAct, async (call: OperatorCall<typeof contract.postSimulatorAct>): Promise<Answer | Refusal> => {
      const { sellerId, simulator } = call.path;
      const standing = await standingOf(sellerId);
      if (standing instanceof Refusal) return standing;
      const { mode, seed, parameters } = standing.find(({ name }) => name === simulator)!;
      if (mode === "off") return simulatorErrors.refuse("simulator_off", { params: { simulator } });
      const { act: word, sku, quantity = 1 } = call.body;
      const acts = ROSTER[simulator].acts;
      if (!Object.hasOwn(acts, word)) {
        const facts = { pointer: "/act", received: word, allowed: Object.keys(acts), params: { simulator } };
        return simulatorErrors.refuse("simulator_act_unknown", facts);
      }
      const { about, operation } = acts[word]!;
      const unentitled = roleRefusal(call.who.role, operation);
      if (unentitled !== undefined) return unentitled;
      const answered = (outcome: Answer | Refusal) => actView({ simulator, act: word, operation: operation.id }, outcome, call);
      if (about === "purchase") {
        if (sku !== undefined)
          return answered(await ask(context, simulator, { operation, path: {}, body: { sellerId, items: [{ sku, quantity }] } }));
        const shopper = { seed, nth: Math.floor(random() * SEEDS), parameters: parametersOf(simulator, parameters) };
        const outcome = await buy(context, sellerId, shopper);
        return outcome === undefined ? simulatorErrors.refuse("nothing_on_sale") : answered(outcome);
      }
      const field = about === "product" ? "sku" : "orderNumber";
      const subject = call.body[field];
      if (subject === undefined)
        return simulatorErrors.refuse("simulator_subject_missing", { pointer: `/${field}`, params: { act: word } });
      let { shippingCode } = call.body;
      if (about === "shipping" && shippingCode === undefined) {
        const order = await orders.read({ sellerId, orderNumber: subject });
        if (order instanceof Refusal) return order;
        shippingCode = (order.shippings.find(({ status }) => status !== "canceled") ?? order.shippings[0]!).shippingCode;
      }
      return answered(await ask(context, simulator, askedOf({ simulator, act: word, sellerId, subject, shippingCode, seed })));
    }),
  ];
}

type PutBody = OperatorCall<typeof contract.putSimulators>["body"];

/** The simulators as they are to be; those that nothing is said of are the same objects. */
function changed(standing: readonly Standing[], { mode, seed, pace, simulators = [] }: PutBody): readonly Standing[] | Refusal {
  const everyone = mode !== undefined || seed !== undefined || pace !== undefined;
  const failures = simulators.flatMap(({ name, parameters = {} }, i) =>
    Object.keys(parameters)
      .filter((key) => !Object.hasOwn(ROSTER[name].parameters, key))
      .map((key) => {
        const allowed = Object.keys(ROSTER[name].parameters);
        const pointer = `/simulators/${i}/parameters/${key}`;
        return simulatorErrors.failure("simulator_parameter_foreign", { pointer, received: key, allowed, params: { simulator: name } });
      }),
  );
  if (failures.length > 0) return new Refusal(failures);
  return standing.map((one) => {
    const own = simulators.filter(({ name }) => name === one.name);
    if (!everyone && own.length === 0) return one;
    const paced = pace === undefined ? {} : { pace };
    return own.reduce<Standing>(
      (now, said) => ({
        ...now,
        mode: said.mode ?? now.mode,
        seed: said.seed ?? now.seed,
        parameters: { ...now.parameters, ...(said.parameters as Parameters | undefined) },
      }),
      { ...one, mode: mode ?? one.mode, seed: seed ?? one.seed, parameters: { ...one.parameters, ...paced } },
    );
  });
}

type ActCall = OperatorCall<typeof contract.postSimulatorAct>;

interface ActAsked {
  readonly simulator: SimulatorName;
  readonly act: string;
  readonly operation: string;
}

/** What the operation answered, whether it did it or not. */
function actView(asked: ActAsked, outcome: Answer | Refusal, { lang, requestId, path: { sellerId } }: ActCall): Answer {
  const links = [{ rel: "simulators", href: `/operator/v1/sellers/${sellerId}/simulators` }];
  if (outcome instanceof Refusal) {
    const { status } = outcome.failures[0]!.row;
    return { status: 200, body: { ...asked, status, body: errorBody(outcome, lang, requestId), links } };
  }
  const body = parsedBody(outcome);
  return { status: 200, body: { ...asked, status: outcome.status, ...(body === undefined ? {} : { body }), links } };
}
