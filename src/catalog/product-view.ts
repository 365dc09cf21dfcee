import type { PriceBody, StockBody } from "./offer.ts";
import type { ProductDocument } from "./product.ts";
import { stateOf, type PublicationStatus } from "./publication.ts";

/** A product as it is stored: JSON texts that are sent as they are. */
export interface StoredProduct {
  /** Every field but images and attributes. */
  readonly core: string;
  readonly images: string;
  readonly attributes: string;
}

/** The expansions of a returned product, in the order they are named (seed 2.1). */
const EXPANSIONS = ["images", "attributes", "status"] as const;
export type Expansion = (typeof EXPANSIONS)[number];

/** The expansions asked for; unknown names are ignored, `expand` and `expands` are one (decisions 1.10). */
export function expansionsOf(query: {
  readonly expand?: string | undefined;
  readonly expands?: string | undefined;
}): ReadonlySet<Expansion> {
  if (query.expand === undefined && query.expands === undefined) return NOTHING;
  const asked = `${query.expand ?? ""},${query.expands ?? ""}`.split(",").map((name) => name.trim());
  return new Set(EXPANSIONS.filter((name) => asked.includes(name)));
}
const NOTHING: ReadonlySet<Expansion> = new Set();

/** Where a product is. */
export const productPath = (sku: string): string => `/api/v2/products/${encodeURIComponent(sku)}`;

/** A stored sku's characters need no encoding in an address. */
const linksText = (sku: string): string => {
  const self = `{"href":"/api/v2/products/${sku}`;
  return `{"self":${self}"},"price":${self}/prices"},"stock":${self}/stocks"},"status":${self}/status"}}`;
};

/** A product as its columns hold it: ready JSON texts, images and attributes apart because lists leave them out. */
export function stored(product: ProductDocument): StoredProduct {
  const { images, attributes, ...core } = product;
  return { core: JSON.stringify(core), images: JSON.stringify(images), attributes: JSON.stringify(attributes) };
}

const CORE_SKU = /^\{"sku":"([\w.-]+)"/;

interface ReturnedRow {
  readonly core: string;
  readonly images: string | null;
  readonly attributes: string | null;
  readonly status: PublicationStatus;
}

/**
 * Writes returned products as JSON text, put together from the stored texts without parsing them. What all products with
 * these expansions share is made once.
 */
export function productWriter(expansions: ReadonlySet<Expansion>): (row: ReturnedRow) => string {
  const withStatus = expansions.has("status");
  const left = `,"expands":${JSON.stringify(EXPANSIONS.filter((name) => !expansions.has(name)))},"_links":`;
  return ({ core, images, attributes, status }) =>
    core.slice(0, -1) +
    (images === null ? "" : `,"images":${images}`) +
    (attributes === null ? "" : `,"attributes":${attributes}`) +
    (withStatus ? statusText(status) : "") +
    left +
    `${linksText(CORE_SKU.exec(core)![1]!)}}`;
}

const statusText = (code: PublicationStatus) => `,"status":${JSON.stringify(stateOf(code).status)},"code":"${code}"`;

/** The processed product that POST and PUT answer: everything that was sent, plus `status`. */
export function acceptedText(
  sku: string,
  product: StoredProduct,
  offer: { readonly price?: PriceBody | undefined; readonly stock?: StockBody | undefined },
): string {
  return (
    product.core.slice(0, -1) +
    `,"images":${product.images},"attributes":${product.attributes}` +
    (offer.price ? `,"price":${JSON.stringify(offer.price)}` : "") +
    (offer.stock ? `,"stock":${JSON.stringify(offer.stock)}` : "") +
    `${statusText("RECEIVED")},"expands":[],"_links":${linksText(sku)}}`
  );
}
