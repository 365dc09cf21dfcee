import { answerOf, api } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { ProductBody } from "../product-queries.ts";
import { bodyOf, differingFields, productOnly, type ProductValues } from "./product-values.ts";

/** What was saved, and what was refused. */
export interface Saved {
  readonly product: "unchanged" | "sent" | "change requested";
  readonly offer: readonly ("price" | "stock")[];
}

const OFFER: ReadonlySet<string> = new Set(["price", "stock"]);

/** Publishes a new product. */
export const publishProduct = (values: ProductValues) => answerOf(api.POST("/api/v2/products", { body: bodyOf(values) }));

/** The places of a refusal of price or stock, as the form has them: `/available` is `/stock/available`. */
function refusedAt(prefix: string, error: unknown): never {
  if (!(error instanceof ApiError) || error.body === undefined) throw error;
  const details = error.details.map((one) => ({ ...one, pointer: one.pointer.startsWith("/") ? `${prefix}${one.pointer}` : prefix }));
  throw new ApiError(error.call, error.status, error.requestId, { ...error.body, details });
}

/**
 * Saves what differs from `base`: an open product as a whole, a closed one as a change request; price and stock by themselves. The stock is
 * written only if it is still the one of `etag`.
 */
export async function saveProduct(
  sku: string,
  base: ProductValues,
  values: ProductValues,
  { isClosed, note, etag }: { readonly isClosed: boolean; readonly note: string; readonly etag: string | undefined },
): Promise<Saved> {
  const fields = differingFields(base, values);
  const isProduct = fields.some((field) => !OFFER.has(field));
  const body = productOnly(values);
  if (isProduct)
    await (isClosed ? requestChange(sku, body, note) : answerOf(api.PUT("/api/v2/products/{sku}", { params: { path: { sku } }, body })));
  const { price, stock } = bodyOf(values) as ProductBody & { readonly price?: never; readonly stock?: never };
  const offer: ("price" | "stock")[] = [];
  if (fields.includes("price") && price !== undefined) {
    await answerOf(api.PUT("/api/v2/products/{sku}/prices", { params: { path: { sku } }, body: price })).catch((error: unknown) =>
      refusedAt("/price", error),
    );
    offer.push("price");
  }
  if (fields.includes("stock") && stock !== undefined) {
    const header = etag === undefined ? {} : { header: { "If-Match": etag } };
    await answerOf(api.PUT("/api/v2/products/{sku}/stocks", { params: { path: { sku }, ...header }, body: stock })).catch(
      (error: unknown) => refusedAt("/stock", error),
    );
    offer.push("stock");
  }
  return { product: isProduct ? (isClosed ? "change requested" : "sent") : "unchanged", offer };
}

const requestChange = (sku: string, product: ProductBody, note: string) =>
  answerOf(
    api.POST("/api/v2/products/{sku}/changes", {
      params: { path: { sku } },
      body: { product, ...(note.trim() === "" ? {} : { note: note.trim() }) } as never,
    }),
  );
