import { invitationRoute, rootRoute, shellRoute, signInRoute, unknownRoute } from "../app/routes.ts";
import { critiquesRoute } from "./critiques/route.ts";
import { homeRoute } from "./home/route.ts";
import { stockRoute } from "./stock/route.ts";
import { orderRoute } from "./order/route.ts";
import { ordersRoute } from "./orders/route.ts";
import { productRoutes } from "./products/route.ts";

/** All addresses below /portal. */
export const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
  shellRoute.addChildren([homeRoute, stockRoute, unknownRoute]),
  shellRoute.addChildren([homeRoute, ordersRoute, orderRoute, unknownRoute]),
  shellRoute.addChildren([homeRoute, critiquesRoute, ordersRoute, orderRoute, unknownRoute]),
  shellRoute.addChildren([homeRoute, ...productRoutes, unknownRoute]),
]);
