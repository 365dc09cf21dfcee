import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { schemas } from "../../api/generated/index.ts";

/** What is wrong with one field of a product, as lists have it. */
export type Critique = schemas["v2"]["ListedCritique"];
/** How often a code stands among the critiques of a seller. */
export type CritiqueCount = schemas["v2"]["CritiqueCount"];
/** How far a product has come on its way to the shop. */
export type ProductStatus = schemas["v2"]["ProductStatus"];
type CritiquePage = Pick<schemas["v2"]["CritiquePage"], "items" | "page" | "totalPages" | "total">;

const PAGE_SIZE = 100;
const JUDGED_AGAIN_MS = 1_500;
const NOTHING: CritiquePage = { items: [], page: 0, totalPages: 0, total: 0 };

/** The seller's critiques, counted by code. */
export const summaryQuery = queryOptions({
  queryKey: ["critiques", "summary"],
  queryFn: ({ signal }) => answerOf(api.GET("/api/v2/products/critiques/summary", { signal })),
});

/** The critiques of a code, newest first. */
export const critiquesQuery = (code: string) =>
  infiniteQueryOptions({
    queryKey: ["critiques", "list", code],
    initialPageParam: 0,
    queryFn: async ({ pageParam: page, signal }): Promise<CritiquePage> =>
      (await answerOf(api.GET("/api/v2/products/critiques", { params: { query: { code: [code], page, size: PAGE_SIZE } }, signal }))) ??
      NOTHING,
    getNextPageParam: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
  });

/** A product that was sent again. */
export interface SentProduct {
  readonly sku: string;
  /** Epoch ms. */
  readonly at: number;
  /** Only its stock was sent, which does not make it Recebido: it stays Criticado until it is judged again. */
  readonly isStockOnly: boolean;
}
const STOCK_JUDGED_MS = 10_000;

/** Whether a product that was sent again has been judged since. */
export const isJudged = ({ status }: ProductStatus, { at, isStockOnly }: SentProduct): boolean =>
  status !== "Recebido" && !(isStockOnly && status === "Criticado" && Date.now() - at < STOCK_JUDGED_MS);

/** What became of a product that was sent again; asked until it is judged. */
export const verdictQuery = (sent: SentProduct) =>
  queryOptions({
    queryKey: ["critiques", "verdict", sent.sku, sent.at],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v2/products/{sku}/status", { params: { path: { sku: sent.sku } }, signal })),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isJudged(data, sent) ? false : JUDGED_AGAIN_MS),
  });

/** Lists of names that a field accepts. */
const LISTS = { brands: "/api/v1/brands", colors: "/api/v1/colors", flavors: "/api/v1/flavors", sizes: "/api/v1/sizes" } as const;
export type ListName = keyof typeof LISTS;

/** The registered names of a list. */
export const namesQuery = (list: ListName | undefined) =>
  queryOptions({
    queryKey: ["names", list],
    enabled: list !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const { items } = await answerOf(api.GET(LISTS[list!], { signal }));
      return [...new Set(items.map(({ name }) => name))];
    },
  });
