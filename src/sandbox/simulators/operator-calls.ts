import { seededRandom } from "../../platform/basics/seeded-chance.ts";
import type { Operation } from "../../platform/contract/operation.ts";
import { postalCheckDigit } from "../../orders/index.ts";
import { reasonFor } from "./review-reasons.ts";
import { ROSTER, type SimulatorName } from "./roster.ts";

/** An act that is to be carried out now. */
export interface ActToDo {
  readonly simulator: SimulatorName;
  readonly act: string;
  readonly sellerId: number;
  /** Order number or sku. */
  readonly subject: string;
  readonly shippingCode: number | undefined;
  readonly seed: number;
}

/** A call of the marketplace's people: what it asks, of which operation. */
export interface Asked {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const TRACKINGS = 1e8;

/** A code that the postal carrier's rule takes too, for some of what the marketplace delivers goes by post. */
function trackingNumber({ seed, subject, shippingCode = 0 }: ActToDo): string {
  const code = `ME${String(Math.floor(seededRandom(seed, "tracking", subject, shippingCode) * TRACKINGS)).padStart(8, "0")}`;
  return `${code}${postalCheckDigit(code)}BR`;
}

/** What an act's body says, where it has one. */
const BODIES: Readonly<Record<string, (act: ActToDo) => unknown>> = {
  "shoppers cancel": () => ({ reason: "Desisti da compra" }),
  "risk freeze": () => ({ reason: "Simulação: divergência no endereço de cobrança" }),
  "risk release": () => ({ reason: "Simulação: comprador confirmado" }),
  "risk refuse": () => ({ reason: "Simulação: compra não reconhecida" }),
  "carriers ship": (act) => ({ trackingNumber: trackingNumber(act) }),
  "reviewers approve": () => ({ decision: "approve" }),
  "reviewers criticize": ({ seed, subject }) => ({ decision: "criticize", critiques: [reasonFor(seed, subject)] }),
};

/** The call that carries an act out; a purchase has a call of its own. */
export function askedOf(act: ActToDo): Asked {
  const { about, operation } = ROSTER[act.simulator].acts[act.act]!;
  const subject: Readonly<Record<string, string>> = about === "product" ? { sku: act.subject } : { orderNumber: act.subject };
  const shipping = act.shippingCode === undefined ? {} : { shippingCode: String(act.shippingCode) };
  return {
    operation,
    path: { sellerId: String(act.sellerId), ...subject, ...shipping },
    body: BODIES[`${act.simulator} ${act.act}`]?.(act) ?? {},
  };
}

/** Who has done it, as ledgers, timelines and events tell. */
export const actorOf = (simulator: SimulatorName): string => `simulator:${simulator}`;
