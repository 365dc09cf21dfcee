import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes.ts";
import { screen } from "../../app/screen.ts";
import { type StockSearch, STOCK_FILTERS } from "./stock-query.ts";

export const stockRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/estoque",
  validateSearch: ({ filter, sku }: Record<string, unknown>): StockSearch => ({
    filter: STOCK_FILTERS.find((one) => one === filter),
    sku: typeof sku === "string" || typeof sku === "number" ? String(sku) : undefined,
  }),
  ...screen("portal/stock", () => import("./StockPage.tsx"), "StockPage"),
});
