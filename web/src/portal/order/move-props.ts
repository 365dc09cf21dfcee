import type { Order, Shipping } from "./queries.ts";

/** What the form of a move needs to know. */
export interface MoveProps {
  readonly order: Order;
  readonly shipping: Shipping;
}
