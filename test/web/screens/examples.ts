import { publish, SHOE_SIZES } from "../../wares.ts";
import type { PagesMarket } from "../market.ts";
import type { Screen } from "./catalog.ts";

type Example = (market: PagesMarket) => Promise<string> | string;

const aProduct = async ({ shop }: PagesMarket): Promise<string> => (await shop.products("Em catalogação"))[0]!;
const anOrder = async ({ shop }: PagesMarket): Promise<string> => (await shop.order("approved")).orderNumber;

/** An address for each route with parameters. */
const EXAMPLES: Readonly<Record<string, Example>> = {
  "/portal/convite": ({ shop, invitationPath }) => invitationPath({ sellerId: shop.sellerId, role: "stock" }),
  "/portal/pedidos/$numero": async (market) => `/portal/pedidos/${await anOrder(market)}`,
  "/portal/produtos/$sku": async (market) => `/portal/produtos/${await aProduct(market)}`,
  "/portal/produtos/familia/$group": async ({ shop }) => {
    for (const size of SHOE_SIZES) await publish(shop, shop.wares.shoe("BRISA", size));
    return "/portal/produtos/familia/BRISA";
  },
  "/backoffice/convite": ({ invitationPath }) => invitationPath(),
  "/backoffice/pedidos/$sellerId/$orderNumber": async (market) => `/backoffice/pedidos/${market.shop.sellerId}/${await anOrder(market)}`,
  "/backoffice/produtos/$sellerId/$sku": async (market) => `/backoffice/produtos/${market.shop.sellerId}/${await aProduct(market)}`,
};

const known = new WeakMap<PagesMarket, Map<string, Promise<string>>>();

/** An address of a screen, with something behind it that can be seen. */
export function exampleOf({ route }: Screen, market: PagesMarket): Promise<string> {
  const ofMarket = known.get(market) ?? new Map<string, Promise<string>>();
  known.set(market, ofMarket);
  const address = ofMarket.get(route) ?? addressOf(route, market);
  ofMarket.set(route, address);
  return address;
}

async function addressOf(route: string, market: PagesMarket): Promise<string> {
  const example = EXAMPLES[route];
  if (example === undefined && route.includes("$")) throw new Error(`test/web/screens/examples.ts has no address for ${route}`);
  return (await example?.(market)) ?? route;
}
