/** What a seller's integration should find: products, stocks, orders and shippings, told without the server's code. */
export interface Model {
  readonly products: Map<string, ModelProduct>;
  readonly orders: ModelOrder[];
  /** Marketplace time, epoch ms. */
  now: number;
}

export interface ModelProduct {
  readonly approved: boolean;
  physical: number;
  reserved: number;
  listCents: number;
  saleCents: number;
}

export const PLATFORMS = ["INTERNAL", "MARKETPLACE_ENTREGAS", "PARTNER_ENTREGAS"] as const;
export type Platform = (typeof PLATFORMS)[number];
/** The states, from the least advanced on. */
const STATES = ["Created", "Waiting Checkin", "Frozen", "approved", "Invoiced", "shipped", "delivered", "canceled"] as const;
export type State = (typeof STATES)[number];

export interface ModelItem {
  readonly sku: string;
  readonly quantity: number;
  /** Paid for one unit. */
  readonly netCents: number;
  readonly itemId: number;
  /** Of an item of an exchange: what it is sent out for. */
  readonly replaces?: ModelReturn;
}
/** Units of an item that come back. */
export interface ModelReturn {
  readonly origin: ModelOrder;
  readonly itemId: number;
  readonly quantity: number;
}
export interface ModelShipping {
  readonly shippingCode: number;
  readonly platformId: Platform;
  readonly items: readonly ModelItem[];
  state: State;
  stateAt: number;
}
export interface ModelOrder {
  readonly orderNumber: string;
  readonly isExchange: boolean;
  readonly origin: ModelOrder | undefined;
  readonly shippings: readonly ModelShipping[];
  /** Everything that ever happened to it, in order. */
  readonly causes: string[];
  /** What it was moved by itself, and not told of an exchange. */
  readonly moves: string[];
  /** Since when it is where it is. */
  stateAt: number;
}

/** The moves of the marketplace's people, of time, and of sellers; each with the states it leaves. */
export const LEAVES = {
  approve: ["Created"],
  expire: ["Created"],
  invoice: ["approved"],
  ship: ["Invoiced"],
  deliver: ["shipped"],
  cancel: ["approved"],
  cancelByOperator: ["Created", "approved"],
  freeze: ["Created", "approved"],
  release: ["Frozen"],
  refuse: ["Frozen"],
  checkIn: ["Waiting Checkin"],
} as const satisfies Record<string, readonly State[]>;
export type ModelMove = keyof typeof LEAVES;

const REACHES: Readonly<Record<ModelMove, State>> = {
  approve: "approved",
  expire: "canceled",
  invoice: "Invoiced",
  ship: "shipped",
  deliver: "delivered",
  cancel: "canceled",
  cancelByOperator: "canceled",
  freeze: "Frozen",
  release: "approved",
  refuse: "canceled",
  checkIn: "approved",
};
const SELLERS_OWN: Partial<Record<ModelMove, readonly Platform[]>> = {
  invoice: ["INTERNAL", "MARKETPLACE_ENTREGAS"],
  ship: ["INTERNAL"],
  deliver: ["INTERNAL"],
  cancel: ["INTERNAL", "MARKETPLACE_ENTREGAS"],
};

export const stateOf = ({ shippings }: ModelOrder): State =>
  shippings.reduce<State>((least, { state }) => (STATES.indexOf(state) < STATES.indexOf(least) ? state : least), "canceled");

/** Whether an Invoiced shipping waits for the risk analysis of the rest of its order. */
const isHeld = ({ shippings }: ModelOrder, { state }: ModelShipping) =>
  state === "Invoiced" && shippings.some((one) => one.state === "Frozen");

/** Whether a shipping takes a move, by whom it is made being settled. */
export const takes = (order: ModelOrder, shipping: ModelShipping, move: ModelMove): boolean =>
  (LEAVES[move] as readonly State[]).includes(shipping.state) && !isHeld(order, shipping);

/** Whether its seller may make a move of a shipping now. */
export const sellerMay = (order: ModelOrder, shipping: ModelShipping, move: ModelMove): boolean =>
  takes(order, shipping, move) && (SELLERS_OWN[move]?.includes(shipping.platformId) ?? true);

/** Whether a move of the marketplace's people is true already: the order is where it leads, and came there by it. */
export const isMade = (order: ModelOrder, move: ModelMove): boolean =>
  stateOf(order) === REACHES[move] &&
  order.moves.some((cause) => cause === (CAUSES[move] ?? move) || (move === "approve" && cause === "purchasePaid"));

/** Units a shopper can buy. */
const availableOf = (model: Model, sku: string): number => {
  const product = model.products.get(sku);
  return product === undefined ? 0 : product.physical - product.reserved;
};

/** Whether everything asked for can be reserved. */
export const isThere = (model: Model, items: readonly Pick<ModelItem, "sku" | "quantity">[]): boolean =>
  items.every(({ sku }) => {
    const asked = items.reduce((sum, one) => sum + (one.sku === sku ? one.quantity : 0), 0);
    return model.products.get(sku)?.approved === true && asked <= availableOf(model, sku);
  });

/** An order comes to be, and its items are reserved. */
export function create(model: Model, order: ModelOrder): void {
  model.orders.push(order);
  for (const { sku, quantity } of order.shippings.flatMap(({ items }) => items)) model.products.get(sku)!.reserved += quantity;
}

const CAUSES: Partial<Record<ModelMove, string>> = { cancelByOperator: "cancel" };

/** What a move of these shippings changes; all of them take it. */
export function carryOut(model: Model, order: ModelOrder, moving: readonly ModelShipping[], what: ModelMove): void {
  const was = stateOf(order);
  const cause = CAUSES[what] ?? what;
  for (const shipping of moving) Object.assign(shipping, { state: REACHES[what], stateAt: model.now });
  if (stateOf(order) !== was) order.stateAt = model.now;
  order.causes.push(cause);
  order.moves.push(cause);
  // What an exchange order comes to is told of the order that its goods come back from.
  if (order.origin && ["canceled", "approved"].includes(REACHES[what])) {
    if (what === "checkIn" || REACHES[what] === "canceled") order.origin.causes.push(cause);
  }
  for (const [sku, quantity] of unitsOf(moving)) {
    const product = model.products.get(sku)!;
    if (what === "invoice") product.physical = Math.max(0, product.physical - quantity);
    if (what === "invoice" || REACHES[what] === "canceled") product.reserved -= quantity;
  }
}

const unitsOf = (shippings: readonly ModelShipping[]): ReadonlyMap<string, number> => {
  const units = new Map<string, number>();
  for (const { sku, quantity } of shippings.flatMap(({ items }) => items)) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return units;
};

/** Units of an item that can still be exchanged: what an exchange that was canceled would have brought back counts again. */
export function leftOf(model: Model, order: ModelOrder, item: ModelItem): number {
  const pledged = model.orders
    .flatMap(({ shippings }) => shippings)
    .filter(({ state }) => state !== "canceled")
    .flatMap(({ items }) => items)
    .filter(({ replaces }) => replaces?.origin === order && replaces.itemId === item.itemId);
  return item.quantity - pledged.reduce((sum, { replaces }) => sum + replaces!.quantity, 0);
}

/** How long what happens by itself takes, as the test's marketplace is set. */
export const STEP_MS = 30_000;
export const EXPIRY_MS = 3 * 86_400_000;
const BY_TIME: Readonly<Record<Platform, Partial<Record<State, ModelMove>>>> = {
  INTERNAL: {},
  MARKETPLACE_ENTREGAS: { Invoiced: "ship", shipped: "deliver" },
  PARTNER_ENTREGAS: { approved: "invoice", Invoiced: "ship", shipped: "deliver" },
};

/** Time passes: everything due happens once, for what follows from it is due later. */
export function passTime(model: Model, ms: number): void {
  model.now += ms;
  for (const order of model.orders) {
    if (stateOf(order) === "Created" && order.stateAt + EXPIRY_MS <= model.now)
      carryOut(
        model,
        order,
        order.shippings.filter(({ state }) => state === "Created"),
        "expire",
      );
    for (const shipping of order.shippings) {
      const what = BY_TIME[shipping.platformId][shipping.state];
      if (what && !isHeld(order, shipping) && shipping.stateAt + STEP_MS <= model.now) carryOut(model, order, [shipping], what);
    }
  }
}
