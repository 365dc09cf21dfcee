import type { SameKeys } from "../ui/same-keys.ts";
import type { texts as portuguese } from "./texts.pt-BR.ts";

export const texts: SameKeys<typeof portuguese> = {
  screens: { home: "Home", orders: "Orders", order: "Order", products: "Products", critiques: "Critiques", stock: "Stock and price" },
};
