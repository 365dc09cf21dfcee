import type { SameKeys } from "../ui/same-keys.ts";
import type { texts as portuguese } from "./texts.pt-BR.ts";

export const texts: SameKeys<typeof portuguese> = {
  screens: { home: "Home", order: "Order", orders: "Orders", product: "Product", risk: "Risk" },
  screens: { home: "Home", review: "Review" },
};
