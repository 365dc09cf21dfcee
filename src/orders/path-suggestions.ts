import type { PathAlias } from "../platform/http/index.ts";

/** Last segment of the URL path of each shipping move, and the name of the move in other APIs. */
const MOVES = { approved: "approve", invoiced: "invoice", shipped: "ship", delivered: "deliver", canceled: "cancel" };
const OF_SHIPPING = "/orders/{orderNumber}/shippings/{shippingCode}";
const moves = Object.keys(MOVES).map((move) => `${OF_SHIPPING}/status/${move}`);

/** URL paths that other seller APIs use for orders and their moves, each with the path in this API. */
export const orderPathAliases: readonly PathAlias[] = [
  { from: "/order*", to: "/orders*" },
  { from: "/cancellationReasons", to: "/orders/cancellation-reasons" },
  { from: "/cancellation-reasons", to: "/orders/cancellation-reasons" },
  { from: "/orders/{orderNumber}/shipping*", to: "/orders/{orderNumber}/shippings*" },
  { from: "/orders/{orderNumber}/items", to: ["/orders/{orderNumber}", "/orders/{orderNumber}/shippings"] },
  { from: "/orders/{orderNumber}/status", to: ["/orders/{orderNumber}", ...moves] },
  { from: "/orders/{orderNumber}/status/{move}", to: `${OF_SHIPPING}/status/{move}` },
  { from: `${OF_SHIPPING}/status`, to: [OF_SHIPPING, ...moves] },
  { from: `${OF_SHIPPING}/{move}`, to: [`${OF_SHIPPING}/status/{move}`, `${OF_SHIPPING}/{move}/document`] },
  ...Object.entries(MOVES).flatMap(([move, verb]): PathAlias[] => [
    { from: `/orders/{orderNumber}/${move}`, to: `${OF_SHIPPING}/status/${move}` },
    { from: `/orders/{orderNumber}/${verb}`, to: `${OF_SHIPPING}/status/${move}` },
    { from: `${OF_SHIPPING}/status/${verb}`, to: `${OF_SHIPPING}/status/${move}` },
  ]),
  { from: `${OF_SHIPPING}/status/cancelled`, to: `${OF_SHIPPING}/status/canceled` },
];
