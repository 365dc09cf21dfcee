import { IconAlertTriangle, IconBox, IconHome, IconPackage, IconShoppingCart } from "@tabler/icons-react";
import type { NavigationEntry } from "../app/portal.ts";
import { sellerRoleOf } from "../app/roles.ts";

/** Shows a screen to all roles but one, which may not read what it shows. */
const butFor =
  (role: string): NonNullable<NavigationEntry["isFor"]> =>
  (me, sellerId) =>
    sellerRoleOf(me, sellerId) !== role;

/** The screens of the navigation, in its order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { screen: "portal/home", to: "/", icon: IconHome, key: "h" },
  { screen: "portal/orders", to: "/pedidos", icon: IconShoppingCart, key: "o", isFor: butFor("catalogue") },
  { screen: "portal/products", to: "/produtos", icon: IconPackage, key: "p" },
  { screen: "portal/critiques", to: "/criticas", icon: IconAlertTriangle, key: "c" },
  { screen: "portal/stock", to: "/estoque", icon: IconBox, key: "e", isFor: butFor("accounting") },
];
