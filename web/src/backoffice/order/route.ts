import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes.ts";
import { screen } from "../../app/screen.ts";

export const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/pedidos/$sellerId/$orderNumber",
  ...screen("backoffice/order", () => import("./OrderPage.tsx"), "OrderPage"),
});
