import type { schemas } from "../../api/generated/index.ts";

/** An order as the marketplace's people see it. */
export type DeskOrder = schemas["operator"]["OperatorOrder"];
/** A shipping of it. */
export type DeskShipping = NonNullable<DeskOrder["shippings"]>[number];
/** Something that happened to it. */
export type DeskTimelineEntry = schemas["operator"]["OperatorTimelineEntry"];
/** An order in the list of all sellers' orders. */
export type OrderRow = schemas["operator"]["OrderSummary"];

/** Whose order, and its number. */
export interface OrderKey {
  readonly sellerId: number;
  readonly orderNumber: string;
}
