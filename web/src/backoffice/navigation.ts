import { IconHome, IconPhotoCheck, IconShield, IconShoppingCart } from "@tabler/icons-react";
import type { NavigationEntry } from "../app/portal.ts";
import { worksAs } from "../app/roles.ts";

/** The roles that review products, read orders and decide on frozen ones. */
const REVIEW = ["catalog"];
const READ_ORDERS = ["orders", "risk", "fulfillment", "support"];
const DECIDE_RISK = ["risk"];

/** The screens of the navigation, in its order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { screen: "backoffice/home", to: "/", icon: IconHome, key: "h" },
  { screen: "backoffice/review", to: "/revisao", icon: IconPhotoCheck, key: "r", isFor: (me) => worksAs(me, REVIEW) },
  { screen: "backoffice/orders", to: "/pedidos", icon: IconShoppingCart, key: "p", isFor: (me) => worksAs(me, READ_ORDERS) },
  { screen: "backoffice/risk", to: "/risco", icon: IconShield, key: "i", isFor: (me) => worksAs(me, DECIDE_RISK) },
];
