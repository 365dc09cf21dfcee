import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes.ts";
import { screen } from "../../app/screen.ts";
import { ordersSearch } from "./search.ts";

export const ordersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/pedidos",
  validateSearch: ordersSearch,
  ...screen("backoffice/orders", () => import("./OrdersPage.tsx"), "OrdersPage"),
});
