import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { schemas } from "../../api/generated/index.ts";

/** Whose product, and its sku. */
export interface ProductKey {
  readonly sellerId: number;
  readonly sku: string;
}
/** A product as the marketplace sees it. */
export type DeskProduct = schemas["operator"]["DeskProduct"];
/** Something that happened to a product. */
export type ProductEvent = schemas["operator"]["DeskProductEvent"];
/** A content that a product had. */
export type ProductVersion = schemas["operator"]["ProductVersion"];
/** A change of a stock. */
export type StockChange = schemas["operator"]["DeskStockLedgerEntry"];
/** A price that a product had. */
export type PriceChange = schemas["operator"]["DeskPriceChange"];
/** A call in the log. */
export type Call = schemas["operator"]["AnyLoggedRequest"];

const PRODUCT = "/operator/v1/sellers/{sellerId}/products/{sku}";
const SIZE = 100;
const pathOf = ({ sellerId, sku }: ProductKey) => ({ sellerId, sku });
const keyOf = ({ sellerId, sku }: ProductKey, ...rest: readonly unknown[]) => ["desk-product", sellerId, sku, ...rest];

/** A product of any seller. */
export const productQuery = (key: ProductKey) =>
  queryOptions({
    queryKey: keyOf(key),
    queryFn: ({ signal }) => answerOf(api.GET(PRODUCT, { params: { path: pathOf(key) }, signal })),
  });

/** The versions of its content, the newest first. */
export const versionsQuery = (key: ProductKey) =>
  queryOptions({
    queryKey: keyOf(key, "versions"),
    queryFn: async ({ signal }) => (await answerOf(api.GET(`${PRODUCT}/versions`, { params: { path: pathOf(key) }, signal }))).items,
  });

/** In what two versions differ. */
export const comparisonQuery = (key: ProductKey, from: number, to: number) =>
  queryOptions({
    queryKey: keyOf(key, "versions", from, to),
    queryFn: ({ signal }) =>
      answerOf(api.GET(`${PRODUCT}/versions/compare`, { params: { path: pathOf(key), query: { from, to } }, signal })),
  });

interface Page<Item> {
  readonly items: readonly Item[];
  readonly links: readonly { readonly rel: string }[];
}
/** A list that is read page by page, as far as somebody scrolls. */
export interface PagedList<Item> {
  readonly queryKey: readonly unknown[];
  /** Reads a page, counted from 0; undefined when nothing is on it. */
  readonly read: (page: number, signal: AbortSignal) => Promise<Page<Item> | undefined>;
}

/** What happened to it. */
export const historyList = (key: ProductKey): PagedList<ProductEvent> => ({
  queryKey: keyOf(key, "history"),
  read: (page, signal) => answerOf(api.GET(`${PRODUCT}/history`, { params: { path: pathOf(key), query: { page, size: SIZE } }, signal })),
});
/** Every change of its stock. */
export const ledgerList = (key: ProductKey): PagedList<StockChange> => ({
  queryKey: keyOf(key, "ledger"),
  read: (page, signal) =>
    answerOf(api.GET(`${PRODUCT}/stocks/ledger`, { params: { path: pathOf(key), query: { page, size: SIZE } }, signal })),
});
/** The prices that it had. */
export const pricesList = (key: ProductKey): PagedList<PriceChange> => ({
  queryKey: keyOf(key, "prices"),
  read: (page, signal) =>
    answerOf(api.GET(`${PRODUCT}/prices/history`, { params: { path: pathOf(key), query: { page, size: SIZE } }, signal })),
});
/** The calls that touched it. */
export const callsList = ({ sellerId, sku }: ProductKey): PagedList<Call> => ({
  queryKey: keyOf({ sellerId, sku }, "calls"),
  read: (page, signal) => answerOf(api.GET("/operator/v1/requests", { params: { query: { sellerId, sku, page, size: SIZE } }, signal })),
});

/** A call with what was sent and answered. */
export const callQuery = (requestId: string) =>
  queryOptions({
    queryKey: ["call", requestId],
    queryFn: ({ signal }) => answerOf(api.GET("/operator/v1/requests/{requestId}", { params: { path: { requestId } }, signal })),
  });
