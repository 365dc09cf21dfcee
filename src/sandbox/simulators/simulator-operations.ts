import type { OrderStore } from "../../orders/index.ts";
import { type Answer, type Endpoint, endpoint, errorBody, type Lang, parsedBody, Refusal } from "../../platform/contract/index.ts";
import { isoDateTime, random } from "../../platform/basics/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { InternalCaller } from "../../platform/http/index.ts";
import { roleRefusal, type OperatorCall } from "../../sellers/index.ts";
import * as contract from "./contract.ts";
import { parametersOf, SIMULATOR_DEFINITIONS, type Act } from "./definitions.ts";
import { simulatorErrors } from "./errors.ts";
import { callAsOperator, carryOutAct } from "./operator-calls.ts";
import { buy } from "./purchases.ts";
import * as queries from "./queries.ts";
import { changedSettings, loadSettings, saveSettings, SEED_COUNT, type SimulatorSettings } from "./simulator-settings.ts";

export interface SimulatorContext {
  readonly db: Database;
  readonly orders: OrderStore;
  readonly callInternally: InternalCaller;
  /** Called after simulators were configured, because acts may now be planned or due. */
  readonly onSet: () => Promise<void>;
}

type ActCall = OperatorCall<typeof contract.postSimulatorAct>;

/** Endpoints with which operators control a seller's simulators. */
export const simulatorEndpoints = (context: SimulatorContext): readonly Endpoint[] => [
  endpoint(contract.getSimulators, async (call: OperatorCall<typeof contract.getSimulators>) => {
    const { sellerId } = call.path;
    const settings = await loadSettings(context.db, sellerId);
    return settings instanceof Refusal ? settings : settingsAnswer(context, sellerId, settings, call.lang);
  }),
  endpoint(contract.putSimulators, async (call: OperatorCall<typeof contract.putSimulators>) => {
    const { sellerId } = call.path;
    const before = await loadSettings(context.db, sellerId);
    if (before instanceof Refusal) return before;
    const after = changedSettings(before, call.body);
    if (after instanceof Refusal) return after;
    const changed = after.filter((one, i) => one !== before[i]);
    await saveSettings(context.db, sellerId, changed, call.at);
    await context.onSet();
    return settingsAnswer(context, sellerId, after, call.lang);
  }),
  endpoint(contract.postSimulatorAct, async (call: ActCall): Promise<Answer | Refusal> => {
    const { sellerId, simulator } = call.path;
    const settings = await loadSettings(context.db, sellerId);
    if (settings instanceof Refusal) return settings;
    const own = settings.find(({ name }) => name === simulator)!;
    if (own.mode === "off") return simulatorErrors.refuse("simulator_off", { params: { simulator } });
    const act = requestedAct(call);
    if (act instanceof Refusal) return act;
    const { about, operation } = act;
    const outcome =
      about === "purchase" ? await purchaseNow(context, call, act, own) : await actNow(context, call, { about, operation }, own);
    return outcome instanceof Refusal ? outcome : actAnswer(call, act, outcome.response);
  }),
];

/** The answer of the operation that carried out an act. If it is a refusal, the caller gets it inside an answer with status 200. */
interface Outcome {
  readonly response: Answer | Refusal;
}

/** The act that a request names. Refuses when the simulator does not have this act or the caller may not request it. */
function requestedAct({ who, path: { simulator }, body }: ActCall): Act | Refusal {
  const { acts } = SIMULATOR_DEFINITIONS[simulator];
  if (!Object.hasOwn(acts, body.act)) {
    const details = { pointer: "/act", received: body.act, allowed: Object.keys(acts), params: { simulator } };
    return simulatorErrors.refuse("simulator_act_unknown", details);
  }
  const act = acts[body.act]!;
  return roleRefusal(who.role, act.operation) ?? act;
}

/** Buys the requested product, or a random cart when the request names no product. */
async function purchaseNow(
  context: SimulatorContext,
  { path: { sellerId, simulator }, body: { sku, quantity = 1 } }: ActCall,
  { operation }: Act,
  { seed, parameters }: SimulatorSettings,
): Promise<Outcome | Refusal> {
  if (sku !== undefined) {
    const body = { sellerId, items: [{ sku, quantity }] };
    return { response: await callAsOperator(context, simulator, { operation, path: {}, body }) };
  }
  const shopper = { seed, nth: Math.floor(random() * SEED_COUNT), parameters: parametersOf(simulator, parameters) };
  const response = await buy(context, sellerId, shopper);
  return response === undefined ? simulatorErrors.refuse("nothing_on_sale") : { response };
}

/** The field of a request that names what an act is about. */
const FIELD_OF_SUBJECT = { product: "sku", change: "changeRequestId", order: "orderNumber", shipping: "orderNumber" } as const;
type SubjectAct = Pick<Act, "operation"> & { readonly about: keyof typeof FIELD_OF_SUBJECT };

/** Carries out an act on the product, change request, order or shipping that the request names. */
async function actNow(
  context: SimulatorContext,
  call: ActCall,
  { about }: SubjectAct,
  { seed }: SimulatorSettings,
): Promise<Outcome | Refusal> {
  const { sellerId, simulator } = call.path;
  const { act } = call.body;
  const field = FIELD_OF_SUBJECT[about];
  const subject = call.body[field];
  if (subject === undefined) return simulatorErrors.refuse("simulator_subject_missing", { pointer: `/${field}`, params: { act } });
  let { shippingCode } = call.body;
  if (about === "shipping" && shippingCode === undefined) {
    const order = await context.orders.read({ sellerId, orderNumber: subject });
    if (order instanceof Refusal) return order;
    shippingCode = (order.shippings.find(({ status }) => status !== "canceled") ?? order.shippings[0]!).shippingCode;
  }
  return { response: await carryOutAct(context, { simulator, act, sellerId, subject, shippingCode, seed }) };
}

const simulatorsHref = (sellerId: number) => `/operator/v1/sellers/${sellerId}/simulators`;

function actAnswer(call: ActCall, { operation }: Act, response: Answer | Refusal): Answer {
  const { sellerId, simulator } = call.path;
  const asked = { simulator, act: call.body.act, operation: operation.id };
  const links = [{ rel: "simulators", href: simulatorsHref(sellerId) }];
  if (response instanceof Refusal) {
    const { status } = response.failures[0]!.row;
    return { status: 200, body: { ...asked, status, body: errorBody(response, call.lang, call.requestId), links } };
  }
  const body = parsedBody(response);
  return { status: 200, body: { ...asked, status: response.status, ...(body === undefined ? {} : { body }), links } };
}

async function settingsAnswer(
  { db }: SimulatorContext,
  sellerId: number,
  settings: readonly SimulatorSettings[],
  lang: Lang,
): Promise<Answer> {
  const plannedActs = new Map((await db.run([sellerId], queries.countPlannedActs, [sellerId])).map((row) => [row.simulator, row]));
  const simulators = settings.map(({ name, mode, seed, parameters }) => {
    const { acts: waiting = 0, due_at: dueAt } = plannedActs.get(name) ?? {};
    const { does, acts } = SIMULATOR_DEFINITIONS[name];
    return {
      name,
      does: does[lang],
      mode,
      seed,
      parameters: parametersOf(name, parameters),
      acts: Object.keys(acts),
      waiting,
      ...(dueAt === undefined ? {} : { nextAt: isoDateTime(dueAt) }),
    };
  });
  return { status: 200, body: { sellerId, simulators, links: [{ rel: "self", href: simulatorsHref(sellerId) }] } };
}
