import type { schemas } from "../../api/generated/index.ts";
import type { SellerNumber } from "../../api/overview.ts";

/** An order as lists have it. */
export type ListedOrder = schemas["v1"]["ListedOrder"];
/** How far an order has come, by its name on the wire. */
export type OrderStatus = schemas["v1"]["OrderStatus"];

/**
 * The tabs of the list: their name in the address, what the operation filters by, and the number of the overview that counts the same. What
 * waits for the seller comes first.
 */
export const TABS = [
  { name: "todos", filter: {} },
  { name: "atrasados", filter: { late: true }, number: "orders_late" },
  { name: "a-faturar", filter: { nextMove: "invoiced" }, number: "orders_to_invoice" },
  { name: "a-enviar", filter: { nextMove: "shipped" }, number: "orders_to_ship" },
  { name: "a-entregar", filter: { nextMove: "delivered" }, number: "orders_to_deliver" },
  { name: "a-conferir", filter: { nextMove: "check-in" }, number: "orders_to_check_in" },
  { name: "criados", filter: { orderStatus: ["Created"] } },
  { name: "congelados", filter: { orderStatus: ["Frozen"] } },
  { name: "entregues", filter: { orderStatus: ["delivered"] } },
  { name: "cancelados", filter: { orderStatus: ["canceled"] } },
] as const satisfies readonly TabRow[];

/** What the list of orders can be narrowed to. */
interface TabRow {
  readonly name: string;
  readonly filter: {
    readonly orderStatus?: readonly OrderStatus[];
    readonly nextMove?: schemas["v1"]["NextMove"];
    readonly late?: boolean;
  };
  readonly number?: SellerNumber["name"];
}
/** All statuses, in the order of a sale. */
export const STATUSES = [
  "Created",
  "Waiting Checkin",
  "Frozen",
  "approved",
  "Invoiced",
  "shipped",
  "delivered",
  "canceled",
] as const satisfies readonly OrderStatus[];

export type TabName = (typeof TABS)[number]["name"];
/** A tab of the list, with its name in the address. */
export type Tab = TabRow & { readonly name: TabName };

/** The tab of a name; without a name, the one of all orders. */
export const tabOf = (name: TabName | undefined): Tab => TABS.find((tab) => tab.name === name) ?? TABS[0];
/** Whether something from the address names a tab. */
export const isTabName = (name: unknown): name is TabName => TABS.some((tab) => tab.name === name);

const FINAL: ReadonlySet<OrderStatus> = new Set(["delivered", "canceled"]);

/** When the first of an order's shippings that are still under way has to be at the customer's; undefined when none is. Epoch ms. */
export function deadlineOf({ shippings = [] }: Pick<ListedOrder, "shippings">): number | undefined {
  const due = shippings.filter(({ status }) => !FINAL.has(status)).map(({ shippingEstimate }) => shippingEstimate);
  return due.length === 0 ? undefined : Math.min(...due);
}

/** Who receives an order, or bought it. */
export const customerOf = ({ shippings = [] }: Pick<ListedOrder, "shippings">): string | undefined =>
  shippings.map(({ customer }) => customer.customerName ?? customer.tradeName ?? customer.recipientName).find((name) => name !== undefined);
