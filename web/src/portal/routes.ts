import { accountRoute } from "../app/account/route.ts";
import { invitationRoute, rootRoute, shellRoute, signInRoute, unknownRoute } from "../app/routes.ts";
import { critiquesRoute } from "./critiques/route.ts";
import { homeRoute } from "./home/route.ts";
import { orderRoute } from "./order/route.ts";
import { ordersRoute } from "./orders/route.ts";
import { productRoutes } from "./products/route.ts";
import { stockRoute } from "./stock/route.ts";

/** All addresses below /portal. */
export const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
  shellRoute.addChildren([homeRoute, ordersRoute, orderRoute, ...productRoutes, critiquesRoute, stockRoute, accountRoute, unknownRoute]),
]);
