import type { PriceBody, StockBody } from "./price-and-stock.ts";
import type { ProductDocument } from "./product.ts";
import { stateOf, type PublicationStatus } from "./publication.ts";

/** A product as it is stored: JSON texts that are sent as they are. */
export interface StoredProduct {
  /** The product as it is returned when nothing is expanded: every field but images and attributes. */
  readonly core: string;
  readonly images: string;
  readonly attributes: string;
}

/** The expansions of a returned product, in the order they are named (seed 2.1). */
const EXPANSIONS = ["images", "attributes", "status"] as const;
export type Expansion = (typeof EXPANSIONS)[number];

/** The expansions asked for, in any letter case; unknown names are ignored, `expand` and `expands` are one (decisions 1.10). */
export function expansionsOf(query: {
  readonly expand?: readonly string[] | undefined;
  readonly expands?: readonly string[] | undefined;
}): ReadonlySet<Expansion> {
  if (query.expand === undefined && query.expands === undefined) return NOTHING;
  const asked = [...(query.expand ?? []), ...(query.expands ?? [])].map((name) => name.toLowerCase());
  return new Set(EXPANSIONS.filter((name) => asked.includes(name)));
}
const NOTHING: ReadonlySet<Expansion> = new Set();

/** A stored sku's characters need no encoding in an address. */
const linksText = (sku: string): string => {
  const self = `{"href":"/api/v2/products/${sku}`;
  return `{"self":${self}"},"price":${self}/prices"},"stock":${self}/stocks"},"status":${self}/status"}}`;
};

const expandsText = (expansions: ReadonlySet<Expansion>): string =>
  `,"expands":${JSON.stringify(EXPANSIONS.filter((name) => !expansions.has(name)))},"_links":`;
const NOTHING_EXPANDED = expandsText(NOTHING);

/** How a stored core ends: with what every returned product carries when nothing is expanded. */
export const coreEnding = (sku: string): string => `${NOTHING_EXPANDED}${linksText(sku)}}`;
const LENGTH_WITHOUT_SKU = coreEnding("").length;
const SKUS_IN_ENDING = coreEnding("|").split("|").length - 1;
/** A core up to its ending, open for further fields. */
const opened = (core: string, sku: string) => core.slice(0, -(LENGTH_WITHOUT_SKU + SKUS_IN_ENDING * sku.length));

/** A product as its columns hold it: ready JSON texts, images and attributes apart because lists leave them out. */
export function stored(product: ProductDocument): StoredProduct {
  const { images, attributes, ...core } = product;
  return {
    core: JSON.stringify(core).slice(0, -1) + coreEnding(product.sku),
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

/** A returned product as JSON, put together from the stored texts without parsing them. */
export function productText({ sku, core, images, attributes, status }: ReturnedProduct, expansions: ReadonlySet<Expansion>): string {
  return (
    opened(core, sku) +
    (images ? `,"images":${images}` : "") +
    (attributes ? `,"attributes":${attributes}` : "") +
    (expansions.has("status") ? statusText(status) : "") +
    `${expandsText(expansions)}${linksText(sku)}}`
  );
}

/** A page's products as columns of a value per product, in order. */
interface PageColumns {
  /** Between spaces. */
  readonly skus: string;
  readonly statuses: string;
  /** JSON texts between `BETWEEN`, which none of them contains. */
  readonly cores: string;
  readonly images: string | null;
  readonly attributes: string | null;
}
/** A comma for JSON, and a line feed that no JSON text of ours contains. */
const BETWEEN = ",\n";

/** The returned products of a page, between commas. */
export function pageText(page: PageColumns, expansions: ReadonlySet<Expansion>): string {
  if (expansions.size === 0) return page.cores;
  const [cores, images, attributes] = [linesOf(page.cores)!, linesOf(page.images), linesOf(page.attributes)];
  const statuses = page.statuses.split(" ") as PublicationStatus[];
  const products = page.skus
    .split(" ")
    .map((sku, i) =>
      productText({ sku, core: cores[i]!, images: images?.[i], attributes: attributes?.[i], status: statuses[i]! }, expansions),
    );
  return products.join(BETWEEN);
}
const linesOf = (column: string | null): string[] | undefined => column?.split(BETWEEN);

const statusText = (code: PublicationStatus) => `,"status":${JSON.stringify(stateOf(code).status)},"code":"${code}"`;

/** The processed product that POST and PUT answer: everything that was sent, plus `status`. */
export function acceptedText(
  sku: string,
  product: StoredProduct,
  offer: { readonly price?: PriceBody | undefined; readonly stock?: StockBody | undefined },
): string {
  return (
    opened(product.core, sku) +
    `,"images":${product.images},"attributes":${product.attributes}` +
    (offer.price ? `,"price":${JSON.stringify(offer.price)}` : "") +
    (offer.stock ? `,"stock":${JSON.stringify(offer.stock)}` : "") +
    `${statusText("RECEIVED")},"expands":[],"_links":${linksText(sku)}}`
  );
}
