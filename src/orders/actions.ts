import type { AvailableAction, Environment, Failure, LocalizedText } from "../platform/contract/index.ts";
import { memoize } from "../platform/basics/index.ts";
import { moveErrors } from "./move-errors.ts";
import type { OrderInvoice, OrderRecord, ShippingRecord } from "./order.ts";
import { deliveryPartyOf, ORDER_MOVES, type DeliveryParty, type MoveParty, type OrderMoveName, type OrderStatus } from "./status.ts";

/** The seller's moves, and the word for each in URLs: PUT .../status/{word} (seed 4.3). */
export const SELLER_MOVES = {
  approve: "approved",
  invoice: "invoiced",
  ship: "shipped",
  deliver: "delivered",
  cancel: "canceled",
} as const satisfies Partial<Record<OrderMoveName, string>>;
export type SellerMove = keyof typeof SELLER_MOVES;

/** The seller's move that confirms the receipt of an exchange order's returned items. It applies to the whole order. */
export const CHECK_IN = "check-in";

/** Party that requests a move, and the environment of the request. */
export interface MoveRequester {
  readonly mover: MoveParty;
  readonly environment: Environment;
}

/** Refusals of moves that the requester may not make because of who delivers the shipping, by delivery party. */
const DELIVERY_REFUSALS: Readonly<Record<DeliveryParty, Partial<Record<OrderMoveName, Parameters<typeof moveErrors.failure>[0]>>>> = {
  fulfillment: {
    invoice: "fulfillment_invoices",
    ship: "fulfillment_ships",
    deliver: "fulfillment_delivers",
    cancel: "fulfillment_not_cancelable",
  },
  marketplace: { invoice: "marketplace_invoices", ship: "marketplace_ships", deliver: "marketplace_ships" },
  seller: { invoice: "seller_delivers", ship: "seller_delivers", deliver: "seller_delivers" },
};

/** Name of a move as the requester knows it. Sellers know the words in their URLs. */
const moveWord = (move: OrderMoveName, mover: MoveParty): string => (mover === "seller" && SELLER_MOVE_WORDS[move]) || move;
const SELLER_MOVE_WORDS: Partial<Record<OrderMoveName, string>> = { ...SELLER_MOVES, checkIn: CHECK_IN };

const movesBy = memoize((move: OrderMoveName, mover: MoveParty) => ORDER_MOVES.filter((row) => row.move === move && row.mover === mover));

/** Fields of a shipping that decide which moves it accepts. */
export type ShippingForMoves = Pick<ShippingRecord, "shippingCode" | "status" | "platformId" | "fulfillment" | "invoice">;
/** Fields of an order that decide which moves its shippings accept. */
export interface OrderForMoves extends Pick<OrderRecord, "orderNumber"> {
  readonly shippings: readonly ShippingForMoves[];
}
/** Fields of an order that are needed to list its actions. */
export type OrderForActions = OrderForMoves & Pick<OrderRecord, "orderType" | "status">;

/**
 * Whether a shipping waits for risk analysis. An invoiced shipping must not ship while another shipping of the order is Frozen (seed 3.2).
 */
export const isHeldByRiskAnalysis = ({ status }: Pick<ShippingRecord, "status">, shippings: OrderForMoves["shippings"]): boolean =>
  status === "Invoiced" && shippings.some((one) => one.status === "Frozen");

/**
 * Returns the reason why a move is not possible now, or undefined if it is possible. First checks whether the requester may make the move
 * at all, then whether the status allows it. A refusal because of the status shows what is possible instead. Its message lists the moves of
 * all parties; `allowed` lists only the requester's own moves.
 */
export function blockedBy(
  move: OrderMoveName,
  order: OrderForMoves,
  shipping: ShippingForMoves,
  requester: MoveRequester,
): Failure | undefined {
  const { mover, environment } = requester;
  const { status, shippingCode } = shipping;
  const delivery = deliveryPartyOf(shipping);
  const facts = { orderNumber: order.orderNumber, shippingCode, status, move: moveWord(move, mover) };
  const ofMover = movesBy(move, mover);
  const ofEnvironment = ofMover.filter((row) => row.environment === undefined || row.environment === environment);
  if (ofEnvironment.length === 0 && ofMover.length > 0) return moveErrors.failure("approved_sandbox_only");
  const permitted = ofEnvironment.filter((row) => row.deliveries?.includes(delivery) ?? true);
  if (permitted.length === 0) {
    const code = DELIVERY_REFUSALS[delivery][move];
    if (code === undefined) throw new Error(`no refusal for ${move} by ${mover} on delivery by ${delivery}`);
    return moveErrors.failure(code, { params: facts });
  }
  if (move === "invoice" && status === "Invoiced")
    return moveErrors.failure("order_already_invoiced", { params: facts, current: recordedInvoice(shipping.invoice!) });
  if (isHeldByRiskAnalysis(shipping, order.shippings)) {
    const frozen = order.shippings.filter((one) => one.status === "Frozen").map((one) => one.shippingCode);
    return moveErrors.failure("order_part_frozen", { received: facts.move, allowed: [], params: { ...facts, frozen } });
  }
  if (permitted.some(({ from }) => from === status)) return undefined;
  const possible = possibleFrom(status, delivery, environment);
  const code = possible.length === 0 ? "order_final" : status === "Frozen" ? "order_frozen" : "order_move_refused";
  return moveErrors.failure(code, {
    received: facts.move,
    allowed: ownMoves(status, delivery, mover, environment),
    params: { ...facts, possible },
  });
}

/** Refusals because of the shipping's status: the requester may make the move, but not now. */
const STATUS_REFUSALS: ReadonlySet<string> = new Set(["order_move_refused", "order_final", "order_frozen"]);
/** Whether a move was refused because of the shipping's status and for no other reason. */
export const isStatusFailure = ({ code }: Pick<Failure, "code">): boolean => STATUS_REFUSALS.has(code);

/** Fields of the registered invoice that are shown when a second invoicing is refused. */
export const recordedInvoice = ({ accessKey, number, line, date, volume }: OrderInvoice) => ({ accessKey, number, line, date, volume });

/** All moves from a status for shippings of one delivery party. */
const movesFrom = (status: OrderStatus, delivery: DeliveryParty, environment: Environment) =>
  ORDER_MOVES.filter(
    (row) => row.from === status && (row.environment ?? environment) === environment && (row.deliveries?.includes(delivery) ?? true),
  );

/** The moves of all parties from a status, as texts: `PUT .../status/shipped > shipped`. */
const possibleFrom = memoize((status: OrderStatus, delivery: DeliveryParty, environment: Environment): readonly LocalizedText[] =>
  movesFrom(status, delivery, environment).map(({ by, to }) => ({ "pt-BR": `${by["pt-BR"]} > ${to}`, en: `${by.en} > ${to}` })),
);

/** Names of the requester's own moves from a status. */
const ownMoves = memoize((status: OrderStatus, delivery: DeliveryParty, mover: MoveParty, environment: Environment): readonly string[] =>
  movesFrom(status, delivery, environment)
    .filter((row) => row.mover === mover)
    .map(({ move }) => moveWord(move, mover)),
);

/** URL path of a shipping. */
export const shippingPath = (orderNumber: string, shippingCode: number): string => `${orderPath(orderNumber)}/shippings/${shippingCode}`;
/** URL path of an order. */
export const orderPath = (orderNumber: string): string => `/api/v1/orders/${encodeURIComponent(orderNumber)}`;

/** One of the seller's moves, with its URL path and, if it is blocked, the reason. */
interface Action extends AvailableAction {
  readonly rel: (typeof SELLER_MOVES)[SellerMove] | typeof CHECK_IN;
}

/** Lists the seller's moves on a shipping. Each move is open, or has the reason why it is blocked. */
export const actionsOnShipping = (order: OrderForMoves, shipping: ShippingForMoves, environment: Environment): readonly Action[] =>
  (Object.keys(SELLER_MOVES) as SellerMove[]).map((move) => ({
    rel: SELLER_MOVES[move],
    href: `${shippingPath(order.orderNumber, shipping.shippingCode)}/status/${SELLER_MOVES[move]}`,
    blocked: blockedBy(move, order, shipping, { mover: "seller", environment }),
  }));

/**
 * Lists the seller's moves on an order. A move is open if at least one shipping accepts it. Otherwise it is blocked, with the reason that
 * applies to the least advanced shipping. Only exchange orders have check-in.
 */
export function actionsOnOrder(order: OrderForActions, environment: Environment): readonly Action[] {
  const perShipping = order.shippings.map((shipping) => actionsOnShipping(order, shipping, environment));
  const least = order.shippings.findIndex(({ status }) => status === order.status);
  const moves = (perShipping[least] ?? []).map(
    (action, i) => perShipping.map((actions) => actions[i]!).find(({ blocked }) => !blocked) ?? action,
  );
  if (order.orderType === "Sale") return moves;
  const blocks = order.shippings.map((shipping) => blockedBy("checkIn", order, shipping, { mover: "seller", environment }));
  const blocked = blocks.includes(undefined) ? undefined : blocks[least];
  return [...moves, { rel: CHECK_IN, href: `${orderPath(order.orderNumber)}/${CHECK_IN}`, blocked }];
}

/** Lists the actions to offer after a refused move: the shipping's, or the order's if no shipping has the requested code. */
export const availableActions =
  (shippingCode: number, environment: Environment) =>
  (order: OrderRecord): readonly AvailableAction[] => {
    const shipping = order.shippings.find((one) => one.shippingCode === shippingCode);
    return shipping ? actionsOnShipping(order, shipping, environment) : actionsOnOrder(order, environment);
  };
