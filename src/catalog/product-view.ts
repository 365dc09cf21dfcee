import type { PriceInput, StockInput } from "./offer-input.ts";
import type { ProductDocument } from "./product.ts";
import { publicationState, type PublicationStatus } from "./publication.ts";

/** A product as it is stored: JSON texts that are sent unchanged. */
export interface StoredProduct {
  /** The product as returned without expansions: every field of ProductDocument but images and attributes, then `expands` and `_links`. */
  readonly core: string;
  readonly images: string;
  readonly attributes: string;
}

/** The expansions of a returned product, in the order of the answer (seed 2.1). */
const EXPANSIONS = ["images", "attributes", "status"] as const;
export type Expansion = (typeof EXPANSIONS)[number];

/** The requested expansions, in any letter case. Unknown names are ignored, and `expand` and `expands` mean the same (decisions 1.10). */
export function requestedExpansions(query: {
  readonly expand?: readonly string[] | undefined;
  readonly expands?: readonly string[] | undefined;
}): ReadonlySet<Expansion> {
  if (query.expand === undefined && query.expands === undefined) return NO_EXPANSIONS;
  const requested = [...(query.expand ?? []), ...(query.expands ?? [])].map((name) => name.toLowerCase());
  return new Set(EXPANSIONS.filter((name) => requested.includes(name)));
}
const NO_EXPANSIONS: ReadonlySet<Expansion> = new Set();

/** The `_links` of a product. The characters allowed in a sku need no encoding in a URL. */
const linksJson = (sku: string): string => {
  const self = `{"href":"/api/v2/products/${sku}`;
  return `{"self":${self}"},"price":${self}/prices"},"stock":${self}/stocks"},"status":${self}/status"}}`;
};

const expandsJson = (expansions: ReadonlySet<Expansion>): string =>
  `,"expands":${JSON.stringify(EXPANSIONS.filter((name) => !expansions.has(name)))},"_links":`;
const EXPANDS_OF_CORE = expandsJson(NO_EXPANSIONS);

/** The last part of a stored core: `expands` and `_links` of a product that is returned without expansions. */
export const storedJsonSuffix = (sku: string): string => `${EXPANDS_OF_CORE}${linksJson(sku)}}`;
const SUFFIX_LENGTH_WITHOUT_SKU = storedJsonSuffix("").length;
const SKUS_IN_SUFFIX = storedJsonSuffix("|").split("|").length - 1;
/** A core without its suffix, so that further fields can be appended. */
const withoutSuffix = (core: string, sku: string) => core.slice(0, -(SUFFIX_LENGTH_WITHOUT_SKU + SKUS_IN_SUFFIX * sku.length));

/** Converts a product to the JSON texts that are stored. Images and attributes are separate because lists omit them. */
export function toStoredProduct(product: ProductDocument): StoredProduct {
  const { images, attributes, ...core } = product;
  return {
    core: JSON.stringify(core).slice(0, -1) + storedJsonSuffix(product.sku),
    images: JSON.stringify(images),
    attributes: JSON.stringify(attributes),
  };
}

interface ReturnedProduct {
  readonly sku: string;
  readonly core: string;
  readonly images: string | null | undefined;
  readonly attributes: string | null | undefined;
  readonly status: PublicationStatus;
}

/** A returned product as JSON, assembled from the stored texts without parsing them. */
export function productJson({ sku, core, images, attributes, status }: ReturnedProduct, expansions: ReadonlySet<Expansion>): string {
  return (
    withoutSuffix(core, sku) +
    (images ? `,"images":${images}` : "") +
    (attributes ? `,"attributes":${attributes}` : "") +
    (expansions.has("status") ? statusJson(status) : "") +
    `${expandsJson(expansions)}${linksJson(sku)}}`
  );
}

/** A page of products as columns. Each column contains one value per product, in the order of the page. */
interface PageColumns {
  /** Skus, separated by spaces. */
  readonly skus: string;
  readonly statuses: string;
  /** JSON texts separated by `SEPARATOR`, which none of them contains. `images` and `attributes` are null when they were not requested. */
  readonly cores: string;
  readonly images: string | null;
  readonly attributes: string | null;
}
/** Separator of the JSON texts of a page: a comma, which JSON needs between values, and a line feed, which no stored JSON text contains. */
const SEPARATOR = ",\n";

/** The returned products of a page as JSON, separated by commas. */
export function productsPageJson(page: PageColumns, expansions: ReadonlySet<Expansion>): string {
  if (expansions.size === 0) return page.cores;
  const [cores, images, attributes] = [splitColumn(page.cores)!, splitColumn(page.images), splitColumn(page.attributes)];
  const statuses = page.statuses.split(" ") as PublicationStatus[];
  const products = page.skus
    .split(" ")
    .map((sku, i) =>
      productJson({ sku, core: cores[i]!, images: images?.[i], attributes: attributes?.[i], status: statuses[i]! }, expansions),
    );
  return products.join(SEPARATOR);
}
const splitColumn = (column: string | null): string[] | undefined => column?.split(SEPARATOR);

const statusJson = (code: PublicationStatus) => `,"status":${JSON.stringify(publicationState(code).status)},"code":"${code}"`;

/** What the answer to a submission says beside what was sent: the product's status, and the change request that was opened. */
interface SubmissionResult {
  readonly status: PublicationStatus;
  readonly change?: unknown;
}

/** The product in the answer to POST and PUT, as JSON: all fields of the product, its status, and price and stock if they were sent. */
export function acceptedProductJson(
  sku: string,
  product: StoredProduct,
  offer: { readonly price?: PriceInput | undefined; readonly stock?: StockInput | undefined },
  { status, change }: SubmissionResult = { status: "RECEIVED" },
): string {
  return (
    withoutSuffix(product.core, sku) +
    `,"images":${product.images},"attributes":${product.attributes}` +
    (offer.price ? `,"price":${JSON.stringify(offer.price)}` : "") +
    (offer.stock ? `,"stock":${JSON.stringify(offer.stock)}` : "") +
    `${statusJson(status)}${change === undefined ? "" : `,"change":${JSON.stringify(change)}`},"expands":[],"_links":${linksJson(sku)}}`
  );
}
