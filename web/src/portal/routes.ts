import { invitationRoute, rootRoute, shellRoute, signInRoute, unknownRoute } from "../app/routes.ts";
import { homeRoute } from "./home/route.ts";
import { stockRoute } from "./stock/route.ts";

/** All addresses below /portal. */
export const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
  shellRoute.addChildren([homeRoute, stockRoute, unknownRoute]),
]);
