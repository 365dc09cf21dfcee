import { deliveryPartyOf, PAYMENT_INSTITUTIONS, type DeliveryParty, type OrderMoveName, type OrderRecord } from "../../orders/index.ts";
import { HOUR_MS, quantile, seededBoolean, seededRandom } from "../../platform/basics/index.ts";
import type { Parameters, SimulatorName } from "./definitions.ts";
import { DELAY_DISTRIBUTIONS, type DelayName } from "./delay-distributions.ts";

/** An automatic simulator, with the seed of its random choices. */
export interface SimulatorConfig {
  readonly name: SimulatorName;
  readonly seed: number;
  readonly parameters: Parameters;
}

/** An event that simulators may react to. */
export interface TriggerEvent {
  /** Epoch ms of the marketplace's clock. */
  readonly at: number;
  /** The resource's version after the event. */
  readonly version: number;
  /** The event's name, and the move that caused the event. */
  readonly name: string;
  readonly cause: string;
  readonly to: string;
  /** Order number, sku or id of a change request. */
  readonly subject: string;
  /** The shipping that moved; undefined when the event is not about a single shipping. */
  readonly shippingCode: number | undefined;
}

/** An act that a simulator will carry out. */
export interface PlannedAct {
  readonly actId: string;
  readonly simulator: SimulatorName;
  readonly act: string;
  readonly subject: string;
  readonly shippingCode: number | undefined;
  /** Epoch ms of the marketplace's clock. */
  readonly dueAt: number;
}

/** The rule for one reaction of a simulator to events. */
interface ReactionRule {
  readonly simulator: SimulatorName;
  /** The order moves that trigger the reaction, or the product status, or that fields of a change begin to wait for a person. */
  readonly after: readonly OrderMoveName[] | "CATALOGING" | "WAITING";
  /** The status that the order or shipping must have when the act is planned; absent for products and changes, whose state is the trigger. */
  readonly in?: string;
  /** The delivery party whose shippings the rule applies to; absent = the rule applies to the whole order or product. */
  readonly of?: DeliveryParty;
  readonly act: string;
  /** Name of the parameter that gives the share of cases in which the simulator reacts with `act`; absent = in all cases. */
  readonly share?: string;
  /** The act in the other cases; absent = no act. */
  readonly otherwise?: string;
  readonly delay: DelayName | ((order: OrderRecord, simulator: SimulatorConfig) => DelayName);
  /** Whether the rule applies only if the order has not changed since the event. Without this, an old event would trigger the act again. */
  readonly onlyNext?: true;
}

/** Moves after which an order can have the status approved. */
const MOVES_TO_APPROVED: readonly OrderMoveName[] = ["purchasePaid", "approve", "release", "checkIn"];
/**
 * Moves after which a shipping can have the status Invoiced. A risk analysis ends with `release` or `refuse`, and shippings that were invoiced
 * before it began waited for its end.
 */
const MOVES_TO_INVOICED: readonly OrderMoveName[] = ["invoice", "release", "refuse"];

/** All reaction rules: which simulator reacts to which event, with which act, in which share of cases and after which delay. */
export const REACTION_RULES: readonly ReactionRule[] = [
  { simulator: "shoppers", after: ["purchase"], in: "Created", act: "cancel", share: "cancelShare", delay: "purchaseCancellation" },
  { simulator: "payment", after: ["purchase"], in: "Created", act: "approve", share: "paidShare", delay: paymentDelay },
  {
    simulator: "risk",
    after: ["purchasePaid", "approve"],
    in: "approved",
    act: "freeze",
    share: "freezeShare",
    delay: "riskFreeze",
    onlyNext: true,
  },
  { simulator: "risk", after: ["freeze"], in: "Frozen", act: "refuse", share: "refuseShare", otherwise: "release", delay: "riskAnalysis" },
  { simulator: "fulfillment", after: MOVES_TO_APPROVED, in: "approved", of: "fulfillment", act: "invoice", delay: "invoicing" },
  { simulator: "fulfillment", after: MOVES_TO_INVOICED, in: "Invoiced", of: "fulfillment", act: "ship", delay: "handling" },
  { simulator: "fulfillment", after: ["ship"], in: "shipped", of: "fulfillment", act: "deliver", delay: "transit" },
  { simulator: "carriers", after: MOVES_TO_INVOICED, in: "Invoiced", of: "marketplace", act: "ship", delay: "handling" },
  { simulator: "carriers", after: ["ship"], in: "shipped", of: "marketplace", act: "deliver", delay: "transit" },
  { simulator: "exchanges", after: ["deliver"], in: "delivered", act: "exchange", share: "exchangeShare", delay: "exchangeRequest" },
  { simulator: "exchanges", after: ["exchange"], in: "Waiting Checkin", act: "checkIn", delay: "returnTransit" },
  { simulator: "reviewers", after: "CATALOGING", act: "criticize", share: "criticizeShare", otherwise: "approve", delay: "review" },
  {
    simulator: "reviewers",
    after: "WAITING",
    act: "refuseChange",
    share: "refuseChangeShare",
    otherwise: "approveChange",
    delay: "review",
  },
];

/**
 * The delay distribution of an order's payment method. One institution registers card payments. Another registers both PIX and boleto, so
 * a random draw decides which of the two was used.
 */
function paymentDelay({ payments, orderNumber }: OrderRecord, { seed, parameters }: SimulatorConfig): DelayName {
  if (payments.some(({ registrationNumber }) => registrationNumber === PAYMENT_INSTITUTIONS.card)) return "card";
  return seededBoolean(parameters["boletoShare"]!, seed, "means", orderNumber) ? "boleto" : "pix";
}

/** The acts with which one simulator reacts to an event. `order` is the current state of the order; undefined for other events. */
export function planReactions(event: TriggerEvent, order: OrderRecord | undefined, simulator: SimulatorConfig): readonly PlannedAct[] {
  return REACTION_RULES.filter((rule) => rule.simulator === simulator.name && isTriggeredBy(rule, event)).flatMap((rule) => {
    if (order === undefined) return plan(rule, { event, simulator, shippingCode: undefined, delay: rule.delay as DelayName });
    const delay = typeof rule.delay === "string" ? rule.delay : rule.delay(order, simulator);
    return shippingsOf(rule, event, order).flatMap((shippingCode) => plan(rule, { event, simulator, shippingCode, delay }));
  });
}

const EVENT_OF_STATE = { CATALOGING: "product.status", WAITING: "product.change" } as const;

const isTriggeredBy = ({ after }: ReactionRule, { name, cause, to }: TriggerEvent): boolean =>
  typeof after === "string"
    ? name === EVENT_OF_STATE[after] && to === after
    : name === "order.status" && (after as readonly string[]).includes(cause);

/** The codes of the shippings that a rule applies to; one undefined = the whole order. Empty when the rule no longer applies. */
function shippingsOf(rule: ReactionRule, { version, shippingCode }: TriggerEvent, order: OrderRecord): readonly (number | undefined)[] {
  if (rule.onlyNext && order.version !== version) return [];
  if (rule.of === undefined) return order.status === rule.in && (rule.act !== "exchange" || order.orderType === "Sale") ? [undefined] : [];
  return order.shippings
    .filter((one) => (shippingCode ?? one.shippingCode) === one.shippingCode && one.status === rule.in && deliveryPartyOf(one) === rule.of)
    .map((one) => one.shippingCode);
}

interface Reaction {
  readonly event: TriggerEvent;
  readonly simulator: SimulatorConfig;
  readonly shippingCode: number | undefined;
  readonly delay: DelayName;
}

/** Draws whether and when a simulator reacts to an event. The draws depend only on the simulator, its seed, the rule, the event and the shipping. */
function plan(rule: ReactionRule, { event: { subject, version, at }, simulator, shippingCode, delay }: Reaction): readonly PlannedAct[] {
  const { name, seed, parameters } = simulator;
  const key = [name, rule.act, subject, shippingCode ?? 0, version] as const;
  const isAmongShare = rule.share === undefined || seededBoolean(parameters[rule.share]!, seed, "whether", ...key);
  const act = isAmongShare ? rule.act : rule.otherwise;
  if (act === undefined) return [];
  const hours = quantile(DELAY_DISTRIBUTIONS[delay], seededRandom(seed, "delay", ...key)) * parameters["pace"]!;
  return [
    {
      actId: `${name} ${act} ${subject} ${shippingCode ?? ""} ${version}`,
      simulator: name,
      act,
      subject,
      shippingCode,
      dueAt: at + Math.round(hours * HOUR_MS),
    },
  ];
}
