import type { schemas } from "../../api/generated/index.ts";

/** An order as lists have it. */
export type ListedOrder = schemas["v1"]["ListedOrder"];
type OrderStatus = schemas["v1"]["OrderStatus"];

/** The tabs of the list: their name in the address, and the status they show. What waits for the seller comes first. */
export const TABS = [
  { name: "todos", status: undefined },
  { name: "a-faturar", status: "approved" },
  { name: "a-enviar", status: "Invoiced" },
  { name: "a-conferir", status: "Waiting Checkin" },
  { name: "congelados", status: "Frozen" },
  { name: "criados", status: "Created" },
  { name: "enviados", status: "shipped" },
  { name: "entregues", status: "delivered" },
  { name: "cancelados", status: "canceled" },
] as const satisfies readonly { name: string; status: OrderStatus | undefined }[];

export type Tab = (typeof TABS)[number];
export type TabName = Tab["name"];

export const tabOf = (name: TabName | undefined): Tab => TABS.find((tab) => tab.name === name) ?? TABS[0];
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
