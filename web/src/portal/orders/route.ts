import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes.ts";
import { screen } from "../../app/screen.ts";
import { isTabName, type OrderStatus, STATUSES, type TabName } from "./tabs.ts";

/** The tab and the search, as the address has them. */
interface OrdersSearch {
  readonly estado?: TabName | undefined;
  /** One status, among all orders. */
  readonly situacao?: OrderStatus | undefined;
  readonly texto?: string | undefined;
}

export const ordersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/pedidos",
  validateSearch: ({ estado, situacao, texto }: Record<string, unknown>): OrdersSearch => ({
    estado: isTabName(estado) && estado !== "todos" ? estado : undefined,
    situacao: STATUSES.find((status) => status === situacao),
    texto: typeof texto === "string" || typeof texto === "number" ? String(texto) : undefined,
  }),
  ...screen("portal/orders", () => import("./OrdersPage.tsx"), "OrdersPage"),
});
