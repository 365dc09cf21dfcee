import { requestId, seededRandom } from "../../platform/basics/index.ts";
import { catalogContract, changeErrors } from "../../catalog/index.ts";
import { type Answer, type Operation, parsedBody, Refusal } from "../../platform/contract/index.ts";
import type { InternalCaller } from "../../platform/http/index.ts";
import { postalCheckDigit } from "../../orders/index.ts";
import { roleRefusal, type OperatorIdentity } from "../../sellers/index.ts";
import { SIMULATOR_DEFINITIONS, type SimulatorName } from "./definitions.ts";
import { changeReasonFor, reviewReasonFor } from "./review-reasons.ts";

/** An act to carry out now. */
export interface ActToCarryOut {
  readonly simulator: SimulatorName;
  readonly act: string;
  readonly sellerId: number;
  /** Order number, sku or id of a change request. */
  readonly subject: string;
  readonly shippingCode: number | undefined;
  readonly seed: number;
}

/** A call by a simulator: an operator operation, with its path parameters and body. */
export interface OperatorCallInput {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const TRACKING_NUMBERS = 1e8;

/** A tracking number that follows the postal carrier's rule, because some of the marketplace's deliveries go by post. */
function trackingNumber({ seed, subject, shippingCode = 0 }: ActToCarryOut): string {
  const code = `ME${String(Math.floor(seededRandom(seed, "tracking", subject, shippingCode) * TRACKING_NUMBERS)).padStart(8, "0")}`;
  return `${code}${postalCheckDigit(code)}BR`;
}

/** The request bodies of those acts that need a body, by simulator and act. */
const BODIES: Readonly<Record<string, (act: ActToCarryOut) => unknown>> = {
  "shoppers cancel": () => ({ reason: "Desisti da compra" }),
  "risk freeze": () => ({ reason: "Simulação: divergência no endereço de cobrança" }),
  "risk release": () => ({ reason: "Simulação: comprador confirmado" }),
  "risk refuse": () => ({ reason: "Simulação: compra não reconhecida" }),
  "carriers ship": (act) => ({ trackingNumber: trackingNumber(act) }),
  "reviewers approve": () => ({ decision: "approve" }),
  "reviewers criticize": ({ seed, subject }) => ({ decision: "criticize", critiques: [reviewReasonFor(seed, subject)] }),
};

interface Calling {
  readonly callInternally: InternalCaller;
}

/** Carries out an act other than a purchase. */
export async function carryOutAct(context: Calling, act: ActToCarryOut): Promise<Answer | Refusal> {
  const { about, operation } = SIMULATOR_DEFINITIONS[act.simulator].acts[act.act]!;
  if (about !== "change") return callAsOperator(context, act.simulator, toOperatorCall(act));
  const path = { changeRequestId: act.subject };
  const found = await callAsOperator(context, act.simulator, { operation: catalogContract.getChangeToDecide, path, body: {} });
  if (found instanceof Refusal) return found;
  const change = parsedBody(found) as FoundChange;
  // Another seller's request is as unknown as none.
  if (change.sellerId !== act.sellerId)
    return changeErrors.refuse("change_unknown", { pointer: "path.changeRequestId", received: act.subject, allowed: "GET .../changes" });
  return callAsOperator(context, act.simulator, { operation, path, body: { fields: changeDecisions(act, change) } });
}

/** A change request as the people of the marketplace see it. */
interface FoundChange {
  readonly sellerId: number;
  readonly fields: readonly { readonly pointer: string; readonly state: string }[];
}

/** The same decision on every field that waits. When none does, all are sent, so that the answer says how they were decided. */
function changeDecisions({ act, seed, subject }: ActToCarryOut, { fields }: FoundChange): readonly object[] {
  const waiting = fields.filter(({ state }) => state === "waiting");
  const decision = act === "approveChange" ? { decision: "approve" } : { decision: "refuse", ...changeReasonFor(seed, subject) };
  return (waiting.length > 0 ? waiting : fields).map(({ pointer }) => ({ pointer, ...decision }));
}

/** The call that carries out an act on a product, an order or a shipping. */
function toOperatorCall(act: ActToCarryOut): OperatorCallInput {
  const { about, operation } = SIMULATOR_DEFINITIONS[act.simulator].acts[act.act]!;
  const subject: Readonly<Record<string, string>> = about === "product" ? { sku: act.subject } : { orderNumber: act.subject };
  const shipping = act.shippingCode === undefined ? {} : { shippingCode: String(act.shippingCode) };
  return {
    operation,
    path: { sellerId: String(act.sellerId), ...subject, ...shipping },
    body: BODIES[`${act.simulator} ${act.act}`]?.(act) ?? {},
  };
}

/** Calls an operation as an operator would. The caller has the simulator's name and only the simulator's role. */
export function callAsOperator({ callInternally }: Calling, simulator: SimulatorName, { operation, path, body }: OperatorCallInput) {
  const headers = { "content-type": "application/json" };
  const { role } = SIMULATOR_DEFINITIONS[simulator];
  const who: OperatorIdentity = { keyId: actorOf(simulator), role, name: simulator, actor: actorOf(simulator) };
  const refusal = roleRefusal(role, operation);
  if (refusal !== undefined) return refusal;
  return callInternally(operation.id, { path, query: "", headers, body: Buffer.from(JSON.stringify(body)), requestId: requestId() }, who);
}

/** The name under which ledgers, timelines and events record what a simulator did. */
const actorOf = (simulator: SimulatorName): string => `simulator:${simulator}`;
