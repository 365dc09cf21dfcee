import { accountRoute } from "../app/account/route.ts";
import { invitationRoute, rootRoute, shellRoute, signInRoute, unknownRoute } from "../app/routes.ts";
import { homeRoute } from "./home/route.ts";
import { orderRoute } from "./order/route.ts";
import { ordersRoute } from "./orders/route.ts";
import { productRoute } from "./product/route.ts";
import { reviewRoute } from "./review/route.ts";
import { riskRoute } from "./risk/route.ts";

/** All addresses below /backoffice. */
export const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
  shellRoute.addChildren([homeRoute, reviewRoute, ordersRoute, orderRoute, riskRoute, productRoute, accountRoute, unknownRoute]),
]);
