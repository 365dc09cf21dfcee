import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes.ts";
import { screen } from "../../app/screen.ts";
import { readSearch } from "./search.ts";

export const reviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/revisao",
  validateSearch: readSearch,
  ...screen("backoffice/review", () => import("./ReviewPage.tsx"), "ReviewPage"),
});
