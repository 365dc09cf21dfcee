import type { Slice } from "../platform/jobs/index.ts";
import { marketplaceOverviewEndpoint, type MarketplaceOverviewContext } from "./marketplace-operations.ts";
import { sellerOverviewEndpoint, type SellerOverviewContext } from "./seller-operations.ts";

export interface OverviewContext
  extends Omit<MarketplaceOverviewContext, "catalog" | "orders">, Omit<SellerOverviewContext, "catalog" | "orders"> {
  readonly catalog: MarketplaceOverviewContext["catalog"] & SellerOverviewContext["catalog"];
  readonly orders: MarketplaceOverviewContext["orders"] & SellerOverviewContext["orders"];
}

/** Opens the numbers of the home screens: what waits for the marketplace's people, and for a seller's. */
export const openOverview = (context: OverviewContext): Slice => ({
  endpoints: [marketplaceOverviewEndpoint(context), sellerOverviewEndpoint(context)],
});

export * as overviewContract from "./contract.ts";
