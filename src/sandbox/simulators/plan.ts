import { deliveryOf, PAYMENT_INSTITUTIONS, type DeliveryParty, type OrderMoveName, type OrderRecord } from "../../orders/index.ts";
import { seededRandom, seededBoolean, quantile } from "../../platform/basics/seeded-chance.ts";
import { HOUR_MS } from "../../platform/basics/clock.ts";
import type { Parameters, SimulatorName } from "./roster.ts";
import { SPREADS, type SpreadName } from "./delay-distributions.ts";

/** A simulator that acts by itself, and whose chance decides. */
export interface Player {
  readonly name: SimulatorName;
  readonly seed: number;
  readonly parameters: Parameters;
}

/** What happened to a resource, as its event tells. */
export interface Happening {
  /** Epoch ms. */
  readonly at: number;
  /** Of the resource. */
  readonly version: number;
  /** What the event calls itself, and the move that made it. */
  readonly name: string;
  readonly cause: string;
  readonly to: string;
  /** Order number or sku. */
  readonly subject: string;
  /** The one shipping that moved; undefined when all did that could. */
  readonly shippingCode: number | undefined;
}

/** Something a simulator will do. */
export interface PlannedAct {
  readonly actId: string;
  readonly simulator: SimulatorName;
  readonly act: string;
  readonly subject: string;
  readonly shippingCode: number | undefined;
  /** Epoch ms. */
  readonly dueAt: number;
}

/** What follows after something happened. */
interface Plan {
  readonly simulator: SimulatorName;
  readonly after: readonly OrderMoveName[] | "CATALOGING";
  /** Where the order, or each shipping, must still be; the product is where its event says. */
  readonly in?: string;
  /** Each shipping delivered so, on its own; absent = the whole order. */
  readonly of?: DeliveryParty;
  readonly act: string;
  /** The parameter that says how often; absent = always. */
  readonly share?: string;
  /** What happens in the other cases; absent = nothing. */
  readonly otherwise?: string;
  readonly takes: SpreadName | ((order: OrderRecord, player: Player) => SpreadName);
  /** Only if nothing happened since: otherwise it would follow again from what is over. */
  readonly onlyNext?: true;
}

const CAME_TO_APPROVED: readonly OrderMoveName[] = ["purchasePaid", "approve", "release", "checkIn"];
/** Of an order whose other part was frozen, the rest waited. */
const CAME_TO_INVOICED: readonly OrderMoveName[] = ["invoice", "release", "refuse"];

/** Everything that follows from what happened, by whom and after how long. */
export const PLANS: readonly Plan[] = [
  { simulator: "shoppers", after: ["purchase"], in: "Created", act: "cancel", share: "cancelShare", takes: "regret" },
  { simulator: "payment", after: ["purchase"], in: "Created", act: "approve", share: "paidShare", takes: meansOf },
  {
    simulator: "risk",
    after: ["purchasePaid", "approve"],
    in: "approved",
    act: "freeze",
    share: "freezeShare",
    takes: "suspicion",
    onlyNext: true,
  },
  { simulator: "risk", after: ["freeze"], in: "Frozen", act: "refuse", share: "refuseShare", otherwise: "release", takes: "analysis" },
  { simulator: "fulfillment", after: CAME_TO_APPROVED, in: "approved", of: "fulfillment", act: "invoice", takes: "invoicing" },
  { simulator: "fulfillment", after: CAME_TO_INVOICED, in: "Invoiced", of: "fulfillment", act: "ship", takes: "handling" },
  { simulator: "fulfillment", after: ["ship"], in: "shipped", of: "fulfillment", act: "deliver", takes: "transit" },
  { simulator: "carriers", after: CAME_TO_INVOICED, in: "Invoiced", of: "marketplace", act: "ship", takes: "handling" },
  { simulator: "carriers", after: ["ship"], in: "shipped", of: "marketplace", act: "deliver", takes: "transit" },
  { simulator: "exchanges", after: ["deliver"], in: "delivered", act: "exchange", share: "exchangeShare", takes: "second_thoughts" },
  { simulator: "exchanges", after: ["exchange"], in: "Waiting Checkin", act: "checkIn", takes: "way_back" },
  { simulator: "reviewers", after: "CATALOGING", act: "criticize", share: "criticizeShare", otherwise: "approve", takes: "review" },
];

/** How an order is paid: the card's institution registers cards, the other one whatever else there is. */
function meansOf({ payments, orderNumber }: OrderRecord, { seed, parameters }: Player): SpreadName {
  if (payments.some(({ registrationNumber }) => registrationNumber === PAYMENT_INSTITUTIONS.card)) return "card";
  return seededBoolean(parameters["boletoShare"]!, seed, "means", orderNumber) ? "boleto" : "pix";
}

/** The acts of a player that follow from what happened. `order` is as it is now; undefined when it was about a product. */
export function actsAfter(happening: Happening, order: OrderRecord | undefined, player: Player): readonly PlannedAct[] {
  return PLANS.filter((plan) => plan.simulator === player.name && follows(plan, happening)).flatMap((plan) => {
    if (order === undefined) return planned(plan, { happening, player, shippingCode: undefined, spread: plan.takes as SpreadName });
    const spread = typeof plan.takes === "string" ? plan.takes : plan.takes(order, player);
    return placesOf(plan, happening, order).flatMap((shippingCode) => planned(plan, { happening, player, shippingCode, spread }));
  });
}

const follows = ({ after }: Plan, { name, cause, to }: Happening): boolean =>
  after === "CATALOGING"
    ? name === "product.status" && to === after
    : name === "order.status" && (after as readonly string[]).includes(cause);

/** The shippings that a plan is about; one undefined = the whole order. What is over by now has none. */
function placesOf(plan: Plan, { version, shippingCode }: Happening, order: OrderRecord): readonly (number | undefined)[] {
  if (plan.onlyNext && order.version !== version) return [];
  if (plan.of === undefined) return order.status === plan.in && (plan.act !== "exchange" || order.orderType === "Sale") ? [undefined] : [];
  return order.shippings
    .filter((one) => (shippingCode ?? one.shippingCode) === one.shippingCode && one.status === plan.in && deliveryOf(one) === plan.of)
    .map((one) => one.shippingCode);
}

interface Facts {
  readonly happening: Happening;
  readonly player: Player;
  readonly shippingCode: number | undefined;
  readonly spread: SpreadName;
}

function planned(plan: Plan, { happening: { subject, version, at }, player, shippingCode, spread }: Facts): readonly PlannedAct[] {
  const { name, seed, parameters } = player;
  const words = [name, plan.act, subject, shippingCode ?? 0, version] as const;
  const isSo = plan.share === undefined || seededBoolean(parameters[plan.share]!, seed, "whether", ...words);
  const act = isSo ? plan.act : plan.otherwise;
  if (act === undefined) return [];
  const hours = quantile(SPREADS[spread], seededRandom(seed, "delay", ...words)) * parameters["pace"]!;
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
