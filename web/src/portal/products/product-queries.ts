import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { answerOf, api, wholeAnswerOf } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { schemas } from "../../api/generated/index.ts";

/** A product in the list. */
export type FoundProduct = schemas["v1"]["FoundProduct"];
/** Something to mend in a product. */
export type Critique = schemas["v2"]["Critique"];
/** Where a product is, with everything that is wrong with it. */
export type ProductStatus = schemas["v2"]["ProductStatus"];
/** A product as it is sent. */
export type ProductBody = schemas["v2"]["ProductBody"];

/** What a list of products is filtered by, as the operation names it. */
export interface SearchFilters {
  readonly text?: string;
  readonly status?: schemas["v2"]["PublicationStatus"];
  readonly brand?: string;
  readonly department?: string;
  readonly critique?: string;
  readonly productGroup?: string;
  readonly order?: "newest" | "family";
}

/** Every query about products begins with this. */
export const PRODUCTS = "products";
const PAGE_SIZE = 50;
const JUDGING_MS = 2_500;
const NOT_FOUND = 404;

/** Products that are validated right now change by themselves. */
export const isBeingJudged = ({ status, pending }: Pick<FoundProduct, "status" | "pending">): boolean =>
  status === "Recebido" && (pending === undefined || pending.code === "images_checking");

/** One page of found products. */
export const foundPage = (filters: SearchFilters, after: string | undefined, size: number, signal?: AbortSignal) =>
  answerOf(
    api.GET("/api/v1/catalog", {
      params: {
        query: {
          ...filters,
          status: filters.status === undefined ? [] : [filters.status],
          size,
          ...(after === undefined ? {} : { after }),
        },
      },
      ...(signal === undefined ? {} : { signal }),
    }),
  );

/** Where a page says that the search goes on. */
export const placeAfter = ({ _links }: schemas["v1"]["FoundProductPage"]): string | undefined =>
  _links.next === undefined ? undefined : (new URL(_links.next.href, location.origin).searchParams.get("after") ?? undefined);

/** Found products, page by page. Asks again while some of them are being validated. */
export const searchQuery = (filters: SearchFilters) =>
  infiniteQueryOptions({
    queryKey: [PRODUCTS, "search", filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => foundPage(filters, pageParam, PAGE_SIZE, signal),
    getNextPageParam: placeAfter,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isBeingJudged)) === true ? JUDGING_MS : false),
  });

/** All members of a family. */
export const familyQuery = (productGroup: string) =>
  queryOptions({
    queryKey: [PRODUCTS, "family", productGroup],
    queryFn: async ({ signal }) => {
      const members: FoundProduct[] = [];
      for (let after: string | undefined, first = true; first || after !== undefined; first = false) {
        const page: schemas["v1"]["FoundProductPage"] = await foundPage({ productGroup }, after, 100, signal);
        members.push(...page.items);
        after = placeAfter(page);
      }
      return members;
    },
    refetchInterval: ({ state }) => (state.data?.some(isBeingJudged) === true ? JUDGING_MS : false),
  });

const ofSku = (sku: string) => ({ params: { path: { sku } } });

/** A whole product, without price and stock. */
export const productQuery = (sku: string) =>
  queryOptions({
    queryKey: [PRODUCTS, "one", sku],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v2/products/{sku}", { params: { path: { sku }, query: { expand: ["images", "attributes", "status"] } }, signal }),
      ),
  });

/** Where a product is, with everything that is wrong with it. Asks again while it is being validated. */
export const statusQuery = (sku: string) =>
  queryOptions({
    queryKey: [PRODUCTS, "status", sku],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v2/products/{sku}/status", { ...ofSku(sku), signal })),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isBeingJudged({ status: data.status, ...(data.pending[0] === undefined ? {} : { pending: data.pending[0] }) })
        ? JUDGING_MS
        : false,
  });

/** The price; null while none was sent. */
export const priceQuery = (sku: string) =>
  queryOptions({
    queryKey: [PRODUCTS, "price", sku],
    queryFn: ({ signal }) => orNull(answerOf(api.GET("/api/v2/products/{sku}/prices", { ...ofSku(sku), signal }))),
  });

/** The stock with its version for If-Match; null while none was sent. */
export const stockQuery = (sku: string) =>
  queryOptions({
    queryKey: [PRODUCTS, "stock", sku],
    queryFn: ({ signal }) =>
      orNull(
        wholeAnswerOf(api.GET("/api/v2/products/{sku}/stocks", { ...ofSku(sku), signal })).then(({ data, headers }) => ({
          ...data,
          etag: headers.get("etag") ?? "*",
        })),
      ),
  });

async function orNull<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (
      error instanceof ApiError &&
      error.status === NOT_FOUND &&
      error.code?.endsWith("_unknown") === true &&
      error.code !== "product_unknown"
    )
      return null;
    throw error;
  }
}
