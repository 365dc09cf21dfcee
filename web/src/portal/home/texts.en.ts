import type { SameKeys } from "../../ui/same-keys.ts";
import type { texts as portuguese } from "./texts.pt-BR.ts";

export const texts: SameKeys<typeof portuguese> = {
  greeting: "Hello, {{name}}",
  text: "What waits for you now.",
  numbers: {
    orders_late: "Late",
    orders_to_invoice: "To invoice",
    orders_to_ship: "To ship",
    orders_to_deliver: "Delivery to be reported",
    orders_to_check_in: "Returns to receive",
    products_criticized: "Criticized products",
    stocks_negative: "Promised beyond their stock",
    stocks_unavailable: "Nothing for sale",
    stocks_double_counted: "Reservations perhaps subtracted twice",
  },
  orders: { title: "Orders", done: "No order waits for you." },
  critiques: { title: "Critiques", done: "No criticized product." },
  stock: { title: "Stock", done: "Every product with stock is for sale." },
  endpoints: { title: "Notifications", done: "All endpoints receive.", failing: "no deliveries", disabled: "disabled" },
  quota: {
    title: "Quota of applications",
    used: "{{lane}}: {{used}} of {{burst}} calls",
    lanes: { default: "Lookups and products", orders: "Orders", bulk: "Bulk jobs" },
  },
  changes: { title: "Announced changes", done: "Nothing that was announced concerns you." },
};
