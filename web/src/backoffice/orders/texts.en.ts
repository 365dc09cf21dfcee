import type { SameKeys } from "../../ui/same-keys.ts";
import type { texts as portuguese } from "./texts.pt-BR.ts";

export const texts: SameKeys<typeof portuguese> = {
  title: "Orders",
  count_one: "{{shown}} order, the newest first",
  count_many: "{{shown}} orders, the newest first",
  count_other: "{{shown}} orders, the newest first",
  tabs: {
    label: "States",
    all: "All",
    Created: "Created",
    "Waiting Checkin": "Waiting for check-in",
    Frozen: "Frozen",
    approved: "Approved",
    Invoiced: "Invoiced",
    shipped: "Shipped",
    delivered: "Delivered",
    canceled: "Canceled",
  },
  filters: { platform: "Delivered by", store: "Store", late: "Late", frozen: "In risk analysis", seller: "Number of the seller" },
  columns: {
    number: "Number",
    state: "State",
    seller: "Seller",
    store: "Store",
    platform: "Delivered by",
    date: "Made",
    deadline: "Deliver by",
    units: "Units",
    total: "Total",
  },
  empty: { title: "No orders like this", text: "The orders of all sellers are here. Remove a filter or choose another state." },
};
