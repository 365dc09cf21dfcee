import type { SellerNumber } from "../../api/overview.ts";

/** A number of the home screen: its name in the overview and in the texts, and the list behind it. */
export interface NumberRow {
  readonly name: Extract<SellerNumber["name"], `orders_${string}` | `stocks_${string}`>;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
  /** It is red as soon as there is one. */
  readonly isAlarm?: boolean;
}

/** Orders that wait for the seller. */
export const ORDER_ROWS: readonly NumberRow[] = [
  { name: "orders_late", to: "/pedidos", search: { estado: "atrasados" }, isAlarm: true },
  { name: "orders_to_invoice", to: "/pedidos", search: { estado: "a-faturar" } },
  { name: "orders_to_ship", to: "/pedidos", search: { estado: "a-enviar" } },
  { name: "orders_to_deliver", to: "/pedidos", search: { estado: "a-entregar" } },
  { name: "orders_to_check_in", to: "/pedidos", search: { estado: "a-conferir" } },
];

/** Stock with nothing for sale, or with a number that looks wrong. */
export const STOCK_ROWS: readonly NumberRow[] = [
  { name: "stocks_negative", to: "/estoque", search: { filter: "negative" }, isAlarm: true },
  { name: "stocks_unavailable", to: "/estoque", search: { filter: "unavailable" } },
  { name: "stocks_double_counted", to: "/estoque", search: { filter: "double-count" } },
];
