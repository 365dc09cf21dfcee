import { invitationRoute, rootRoute, shellRoute, signInRoute, unknownRoute } from "../app/routes.ts";
import { homeRoute } from "./home/route.ts";
import { orderRoute } from "./order/route.ts";
import { ordersRoute } from "./orders/route.ts";
import { productRoute } from "./product/route.ts";
import { riskRoute } from "./risk/route.ts";
import { reviewRoute } from "./review/route.ts";

/** All addresses below /backoffice. */
export const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
  shellRoute.addChildren([homeRoute, ordersRoute, orderRoute, productRoute, riskRoute, unknownRoute]),
  shellRoute.addChildren([homeRoute, reviewRoute, unknownRoute]),
]);
