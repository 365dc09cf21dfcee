import { requestId, seededRandom } from "../../platform/basics/index.ts";
import type { Operation } from "../../platform/contract/index.ts";
import type { InternalCaller } from "../../platform/http/index.ts";
import { postalCheckDigit } from "../../orders/index.ts";
import { roleRefusal, type OperatorIdentity } from "../../sellers/index.ts";
import { SIMULATOR_DEFINITIONS, type SimulatorName } from "./definitions.ts";
import { reviewReasonFor } from "./review-reasons.ts";

/** An act to carry out now. */
export interface ActToCarryOut {
  readonly simulator: SimulatorName;
  readonly act: string;
  readonly sellerId: number;
  /** Order number or sku. */
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

/** The call that carries out an act other than a purchase. */
export function toOperatorCall(act: ActToCarryOut): OperatorCallInput {
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
export function callAsOperator(
  { callInternally }: { readonly callInternally: InternalCaller },
  simulator: SimulatorName,
  { operation, path, body }: OperatorCallInput,
) {
  const headers = { "content-type": "application/json" };
  const { role } = SIMULATOR_DEFINITIONS[simulator];
  const who: OperatorIdentity = { keyId: actorOf(simulator), role, name: simulator, actor: actorOf(simulator) };
  const refusal = roleRefusal(role, operation);
  if (refusal !== undefined) return refusal;
  return callInternally(operation.id, { path, query: "", headers, body: Buffer.from(JSON.stringify(body)), requestId: requestId() }, who);
}

/** The name under which ledgers, timelines and events record what a simulator did. */
const actorOf = (simulator: SimulatorName): string => `simulator:${simulator}`;
