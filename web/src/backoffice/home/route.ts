import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes.ts";
import { screen } from "../../app/screen.ts";

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  ...screen("backoffice/home", () => import("./HomePage.tsx"), "HomePage"),
});
