import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes.ts";
import { screen } from "../../app/screen.ts";

export const critiquesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/criticas",
  validateSearch: ({ codigo }: Record<string, unknown>): { readonly codigo?: string | undefined } => ({
    codigo: typeof codigo === "string" ? codigo : undefined,
  }),
  ...screen("portal/critiques", () => import("./CritiquesPage.tsx"), "CritiquesPage"),
});
