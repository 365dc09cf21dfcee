import type { Environment } from "../../src/platform/contract/operation.ts";
import { eventually, type Marketplace, type Seller } from "../harness.ts";

/** Where endpoints are made. */
interface Shop {
  readonly market: Marketplace;
  readonly environment: Environment;
  /** Whether notifications leave. */
  readonly dispatching: boolean;
  readonly seller: Seller;
}

export const ENDPOINTS = "/api/v1/notifications/endpoints";

/** An endpoint that nobody changes; there are few of a seller. */
export async function anyEndpoint(world: Shop): Promise<string> {
  const { items } = (await world.seller.get(ENDPOINTS)).json as { readonly items: readonly { readonly id: string }[] };
  return items[0]?.id ?? newEndpoint(world);
}

/** One of which there is something to tell, where anything is sent at all. */
export async function testedEndpoint(world: Shop): Promise<string> {
  const id = await anyEndpoint(world);
  await world.seller.post(`${ENDPOINTS}/${id}/test`, undefined);
  const told = async () => (await world.seller.get(`${ENDPOINTS}/${id}/deliveries`)).status === 200;
  if (world.dispatching) await eventually("a delivery in the log", told);
  return id;
}

export async function newEndpoint({ market, environment, seller }: Shop): Promise<string> {
  await otherEndpointsGone(seller);
  const url = environment === "production" ? "https://hub.example.com/nowhere" : `${market.baseUrl}/nowhere`;
  return (await seller.post(ENDPOINTS, { name: "mundo", url, events: ["product"] })).json.id as string;
}

/** All but the first: calls that were to be refused left some behind. */
async function otherEndpointsGone(seller: Seller): Promise<void> {
  const { items } = (await seller.get(ENDPOINTS)).json as { readonly items: readonly { readonly id: string }[] };
  for (const { id } of items.slice(1)) await seller.request("DELETE", `${ENDPOINTS}/${id}`);
}
