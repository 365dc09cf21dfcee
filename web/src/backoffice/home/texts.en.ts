import type { SameKeys } from "../../ui/same-keys.ts";
import type { texts as portuguese } from "./texts.pt-BR.ts";

export const texts: SameKeys<typeof portuguese> = {
  greeting: "Hello, {{name}}",
  waiting: "What waits for you. Each number opens its list.",
  nothing: "Nothing waits for you now.",
  oldest: "the oldest",
  emptyList: "The list is empty.",
  groups: { catalog: "Catalogue", orders: "Orders", integrations: "Integrations", system: "System" },
  numbers: {
    reviews_waiting: "Waiting for a review",
    reviews_late: "Late reviews",
    changes_open: "Open changes",
    orders_frozen: "Frozen orders",
    orders_late: "Late deliveries",
    endpoints_failing: "Failing endpoints",
    endpoints_disabled: "Disabled endpoints",
    validations_active: "Validations under way",
    jobs_behind: "Jobs behind",
  },
};
