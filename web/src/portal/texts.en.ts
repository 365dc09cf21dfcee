import type { SameKeys } from "../ui/same-keys.ts";
import type { texts as portuguese } from "./texts.pt-BR.ts";

export const texts: SameKeys<typeof portuguese> = {
  screens: { home: "Home", stock: "Stock and price" },
  screens: { home: "Home", orders: "Orders", order: "Order" },
  screens: { home: "Home", critiques: "Critiques", orders: "Orders", order: "Order" },
  screens: { home: "Home", products: "Products" },
};
