import type { Move, Order, OrderAction, Shipping } from "./queries.ts";

/** The seller's moves in the order of a sale; the first that is possible is the next step. */
const STEPS: readonly Move[] = ["check-in", "approved", "invoiced", "shipped", "delivered"];
/** Cancelling is a decision, never the next step. */
const CANCEL: Move = "canceled";

/** A move of a shipping, possible or not. */
export interface Step {
  readonly move: Move;
  /** Why it is not possible now; absent = it is. */
  readonly blockedBy?: NonNullable<OrderAction["blockedBy"]>;
}

type Blocker = NonNullable<Step["blockedBy"]>;

const MOVERS: ReadonlySet<string> = new Set(["administrator", "orders"]);
const INVOICERS: ReadonlySet<string> = new Set([...MOVERS, "accounting"]);
/** Whether a role makes a move; the server refuses it to the others. */
export const isMadeBy = (role: string | undefined, move: Move): boolean => (move === "invoiced" ? INVOICERS : MOVERS).has(role ?? "");

/**
 * The moves of a shipping, those that are possible first. Check-in is the whole order's, and is listed with each shipping that waits for it.
 * Approving is the payment's, so it is left out where the seller cannot do it. `forbidden` says why a move is not the person's to make.
 */
export function stepsOf(order: Order, shipping: Shipping, forbidden: (move: Move) => Blocker | undefined): readonly Step[] {
  const ofOrder = order.actions.filter(({ rel }) => rel === "check-in");
  const steps = [...shipping.actions, ...ofOrder]
    .map(({ rel, blockedBy = forbidden(rel) }): Step => ({ move: rel, ...(blockedBy && { blockedBy }) }))
    .filter(({ move, blockedBy }) => move !== "approved" || blockedBy === undefined);
  return steps.toSorted((one, other) => place(one) - place(other));
}
const place = ({ move, blockedBy }: Step): number =>
  (blockedBy ? STEPS.length + 1 : 0) + (move === CANCEL ? STEPS.length : STEPS.indexOf(move));

/** What a sale needs next; undefined when that is not the seller's to do. */
export const nextMove = (steps: readonly Step[]): Move | undefined =>
  steps.find(({ move, blockedBy }) => blockedBy === undefined && move !== CANCEL)?.move;

/** Refusals that only say that it is too early or too late; people need fewer words for that. */
const OUT_OF_TURN: ReadonlySet<string> = new Set(["order_move_refused", "order_final", "order_already_invoiced"]);
/** Whether a move is blocked only because it is too early or too late for it. */
export const isOutOfTurn = ({ code }: Blocker): boolean => OUT_OF_TURN.has(code);

/** Kinds of carrier that the ship form knows. The server has the last word. */
const POSTAL = /^\s*(correios(\s+(pac|sedex|mini envios|carta|impresso)\b.*)?|501|502)\s*$/i;
/** Whether a carrier is the post, which has tracking codes of its own form and needs no link. */
export const isPostal = (carrier: string): boolean => POSTAL.test(carrier);

const MARKETPLACE = "MARKETPLACE_ENTREGAS";
/** Whether the invoice of a shipping states its number of packages. */
export const needsVolume = ({ platformId, transport }: Shipping): boolean =>
  platformId === MARKETPLACE && !isPostal(transport.carrierId ?? transport.carrier ?? "");
