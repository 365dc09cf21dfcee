import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes.ts";
import { screen } from "../../app/screen.ts";

/** The order that is open beside the list. */
interface RiskSearch {
  readonly sellerId?: number | undefined;
  readonly orderNumber?: string | undefined;
}

/** The risk desk. */
export const riskRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/risco",
  validateSearch: ({ sellerId, orderNumber }: Record<string, unknown>): RiskSearch => ({
    sellerId: Number.isSafeInteger(sellerId) ? (sellerId as number) : undefined,
    // Numbers are read as numbers.
    orderNumber: typeof orderNumber === "string" || typeof orderNumber === "number" ? String(orderNumber) : undefined,
  }),
  ...screen("backoffice/risk", () => import("./RiskPage.tsx"), "RiskPage"),
});
