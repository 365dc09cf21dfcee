import type { Environment } from "../platform/contract/operation.ts";
import type { Failure, AvailableAction, LocalizedText } from "../platform/contract/errors.ts";
import { memoize } from "../platform/basics/memoize.ts";
import { moveErrors } from "./move-errors.ts";
import type { OrderInvoice, OrderRecord, ShippingRecord } from "./order.ts";
import { deliveryOf, MOVES, type Delivery, type Mover, type OrderMoveName, type OrderStatus } from "./status.ts";

/** The seller's moves and the word of each in addresses: PUT .../status/{word} (seed 4.3). */
export const SELLER_MOVES = {
  approve: "approved",
  invoice: "invoiced",
  ship: "shipped",
  deliver: "delivered",
  cancel: "canceled",
} as const satisfies Partial<Record<OrderMoveName, string>>;
export type SellerMove = keyof typeof SELLER_MOVES;

/** The seller's word for having what an exchange order sends back; it is said of the whole order. */
export const CHECK_IN = "check-in";

/** Who asks, and where. */
export interface Asking {
  readonly mover: Mover;
  readonly environment: Environment;
}

/** The refusals of whoever has no say over a shipping that others deliver. */
const NOT_YOURS: Readonly<Record<Delivery, Partial<Record<OrderMoveName, Parameters<typeof moveErrors.failure>[0]>>>> = {
  fulfillment: {
    invoice: "fulfillment_invoices",
    ship: "fulfillment_ships",
    deliver: "fulfillment_delivers",
    cancel: "fulfillment_not_cancelable",
  },
  marketplace: { invoice: "marketplace_invoices", ship: "marketplace_ships", deliver: "marketplace_ships" },
  seller: { invoice: "seller_delivers", ship: "seller_delivers", deliver: "seller_delivers" },
};

/** What a move is called by who asks for it: sellers know their addresses' words. */
const wordFor = (move: OrderMoveName, mover: Mover): string => (mover === "seller" && SELLER_WORDS[move]) || move;
const SELLER_WORDS: Partial<Record<OrderMoveName, string>> = { ...SELLER_MOVES, checkIn: CHECK_IN };

const rowsOf = memoize((move: OrderMoveName, mover: Mover) => MOVES.filter((row) => row.move === move && row.mover === mover));

/** What has to be known of a shipping to say which moves it takes. */
export type ShippingToMove = Pick<ShippingRecord, "shippingCode" | "status" | "platformId" | "fulfillment" | "invoice">;
/** What a move has to know of the order around a shipping. */
export interface OrderToMove extends Pick<OrderRecord, "orderNumber"> {
  readonly shippings: readonly ShippingToMove[];
}
/** What has to be known of an order to say which moves it takes. */
export type OrderToAsk = OrderToMove & Pick<OrderRecord, "orderType" | "status">;

/** Whether a shipping waits for the risk analysis of its order: what is invoiced is not shipped while another part is Frozen (seed 3.2). */
export const isHeld = ({ status }: Pick<ShippingRecord, "status">, shippings: OrderToMove["shippings"]): boolean =>
  status === "Invoiced" && shippings.some((one) => one.status === "Frozen");

/**
 * Why a move may not be made now, undefined when it may: first who may make it at all, then whether it leaves the status.
 * The refusal of the status names what is possible instead, to people by whom and to programs by their own moves.
 */
export function blockedBy(move: OrderMoveName, order: OrderToMove, shipping: ShippingToMove, asking: Asking): Failure | undefined {
  const { mover, environment } = asking;
  const { status, shippingCode } = shipping;
  const delivery = deliveryOf(shipping);
  const facts = { orderNumber: order.orderNumber, shippingCode, status, move: wordFor(move, mover) };
  const rows = rowsOf(move, mover);
  const here = rows.filter((row) => row.environment === undefined || row.environment === environment);
  if (here.length === 0 && rows.length > 0) return moveErrors.failure("approved_sandbox_only");
  const mine = here.filter((row) => row.deliveries?.includes(delivery) ?? true);
  if (mine.length === 0) {
    const code = NOT_YOURS[delivery][move];
    if (code === undefined) throw new Error(`nothing is said of ${move} by ${mover} on ${delivery}`);
    return moveErrors.failure(code, { params: facts });
  }
  if (move === "invoice" && status === "Invoiced")
    return moveErrors.failure("order_already_invoiced", { params: facts, current: onRecord(shipping.invoice!) });
  if (isHeld(shipping, order.shippings)) {
    const frozen = order.shippings.filter((one) => one.status === "Frozen").map((one) => one.shippingCode);
    return moveErrors.failure("order_part_frozen", { received: facts.move, allowed: [], params: { ...facts, frozen } });
  }
  if (mine.some(({ from }) => from === status)) return undefined;
  const possible = possibleFrom(status, delivery, environment);
  const code = possible.length === 0 ? "order_final" : status === "Frozen" ? "order_frozen" : "order_move_refused";
  return moveErrors.failure(code, {
    received: facts.move,
    allowed: ownMoves(status, delivery, mover, environment),
    params: { ...facts, possible },
  });
}

/** Refusals of where a shipping is: the move is one that who asks may make. */
const OF_STATUS: ReadonlySet<string> = new Set(["order_move_refused", "order_final", "order_frozen"]);
/** Whether a move was refused for where the shipping is, and for nothing else. */
export const isOfStatus = ({ code }: Pick<Failure, "code">): boolean => OF_STATUS.has(code);

/** An invoice as a second invoicing is told of it. */
export const onRecord = ({ accessKey, number, line, date, volume }: OrderInvoice) => ({ accessKey, number, line, date, volume });

/** The moves there are from a status for a shipping delivered so. */
const rowsFrom = (status: OrderStatus, delivery: Delivery, environment: Environment) =>
  MOVES.filter(
    (row) => row.from === status && (row.environment ?? environment) === environment && (row.deliveries?.includes(delivery) ?? true),
  );

/** What can happen from a status to a shipping delivered so, by whomever: `PUT .../status/shipped > shipped`. */
const possibleFrom = memoize((status: OrderStatus, delivery: Delivery, environment: Environment): readonly LocalizedText[] =>
  rowsFrom(status, delivery, environment).map(({ by, to }) => ({ "pt-BR": `${by["pt-BR"]} > ${to}`, en: `${by.en} > ${to}` })),
);

/** The moves that who asks may make from a status, in its words. */
const ownMoves = memoize((status: OrderStatus, delivery: Delivery, mover: Mover, environment: Environment): readonly string[] =>
  rowsFrom(status, delivery, environment)
    .filter((row) => row.mover === mover)
    .map(({ move }) => wordFor(move, mover)),
);

/** Where a shipping of an order is. */
export const shippingPath = (orderNumber: string, shippingCode: number): string => `${orderPath(orderNumber)}/shippings/${shippingCode}`;
/** Where an order is. */
export const orderPath = (orderNumber: string): string => `/api/v1/orders/${encodeURIComponent(orderNumber)}`;

/** One of a seller's moves on a shipping: where to ask for it, or why not now. */
interface Action extends AvailableAction {
  readonly rel: (typeof SELLER_MOVES)[SellerMove] | typeof CHECK_IN;
}

/** The seller's moves on a shipping, each open or with what is in its way (beyond M8). */
export const actionsOf = (order: OrderToMove, shipping: ShippingToMove, environment: Environment): readonly Action[] =>
  (Object.keys(SELLER_MOVES) as SellerMove[]).map((move) => ({
    rel: SELLER_MOVES[move],
    href: `${shippingPath(order.orderNumber, shipping.shippingCode)}/status/${SELLER_MOVES[move]}`,
    blocked: blockedBy(move, order, shipping, { mover: "seller", environment }),
  }));

/**
 * The seller's moves on an order: open where one of its shippings takes it, otherwise blocked as its least advanced one says.
 * Check-in is one of exchange orders only.
 */
export function actionsOfOrder(order: OrderToAsk, environment: Environment): readonly Action[] {
  const perShipping = order.shippings.map((shipping) => actionsOf(order, shipping, environment));
  const least = order.shippings.findIndex(({ status }) => status === order.status);
  const moves = (perShipping[least] ?? []).map(
    (action, i) => perShipping.map((actions) => actions[i]!).find(({ blocked }) => !blocked) ?? action,
  );
  if (order.orderType === "Sale") return moves;
  const blocks = order.shippings.map((shipping) => blockedBy("checkIn", order, shipping, { mover: "seller", environment }));
  const blocked = blocks.includes(undefined) ? undefined : blocks[least];
  return [...moves, { rel: CHECK_IN, href: `${orderPath(order.orderNumber)}/${CHECK_IN}`, blocked }];
}

/** What a refused move on a shipping repeats (beyond M8): the moves of the shipping, or of the order when there is no such shipping. */
export const offersOn =
  (shippingCode: number, environment: Environment) =>
  (order: OrderRecord): readonly AvailableAction[] => {
    const shipping = order.shippings.find((one) => one.shippingCode === shippingCode);
    return shipping ? actionsOf(order, shipping, environment) : actionsOfOrder(order, environment);
  };
