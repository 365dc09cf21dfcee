import type { SameKeys } from "../ui/same-keys.ts";
import type { texts as portuguese } from "./texts.pt-BR.ts";

export const texts: SameKeys<typeof portuguese> = {
  screens: { home: "Home", review: "Review", orders: "Orders", order: "Order", risk: "Risk", product: "Product" },
};
