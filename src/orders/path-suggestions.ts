import type { FormerAddress } from "../platform/http/path-suggestions.ts";

/** The steps that end the addresses of a shipping's moves, and what others call them. */
const MOVES = { approved: "approve", invoiced: "invoice", shipped: "ship", delivered: "deliver", canceled: "cancel" };
const OF_SHIPPING = "/orders/{orderNumber}/shippings/{shippingCode}";
const moves = Object.keys(MOVES).map((move) => `${OF_SHIPPING}/status/${move}`);

/** What orders and their moves are called by other generations of such interfaces, in which one address made every move. */
export const orderFormerAddresses: readonly FormerAddress[] = [
  { was: "/order*", is: "/orders*" },
  { was: "/cancellationReasons", is: "/orders/cancellation-reasons" },
  { was: "/cancellation-reasons", is: "/orders/cancellation-reasons" },
  { was: "/orders/{orderNumber}/shipping*", is: "/orders/{orderNumber}/shippings*" },
  { was: "/orders/{orderNumber}/items", is: ["/orders/{orderNumber}", "/orders/{orderNumber}/shippings"] },
  { was: "/orders/{orderNumber}/status", is: ["/orders/{orderNumber}", ...moves] },
  { was: "/orders/{orderNumber}/status/{move}", is: `${OF_SHIPPING}/status/{move}` },
  { was: `${OF_SHIPPING}/status`, is: [OF_SHIPPING, ...moves] },
  { was: `${OF_SHIPPING}/{move}`, is: [`${OF_SHIPPING}/status/{move}`, `${OF_SHIPPING}/{move}/document`] },
  ...Object.entries(MOVES).flatMap(([move, verb]): FormerAddress[] => [
    { was: `/orders/{orderNumber}/${move}`, is: `${OF_SHIPPING}/status/${move}` },
    { was: `/orders/{orderNumber}/${verb}`, is: `${OF_SHIPPING}/status/${move}` },
    { was: `${OF_SHIPPING}/status/${verb}`, is: `${OF_SHIPPING}/status/${move}` },
  ]),
  { was: `${OF_SHIPPING}/status/cancelled`, is: `${OF_SHIPPING}/status/canceled` },
];
