import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../routes.ts";
import { screen } from "../screen.ts";

/** The page of one's own account, the same in both portals. */
export const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/conta",
  ...screen("app/account", () => import("./AccountPage.tsx"), "AccountPage"),
});
