import type { FoundProduct, ProductBody } from "../product-queries.ts";

/** An attribute as it is entered. */
export interface AttributeValues {
  readonly name: string;
  readonly values: readonly string[];
}

/** A product as the form has it: the body of POST and PUT, where anything may be missing or wrong. */
export interface ProductValues {
  readonly [field: string]: unknown;
  readonly images: readonly { readonly url: string }[];
  readonly attributes: readonly AttributeValues[];
  readonly price: { readonly listPrice?: number | undefined; readonly salePrice?: number | undefined };
  readonly stock: { readonly available?: number | undefined };
}

/** A product of which nothing is entered yet. */
export const NO_VALUES: ProductValues = { images: [], attributes: [], price: {}, stock: {} };

/** What comes with a returned product and is no part of it. */
const SHOWN_ONLY: ReadonlySet<string> = new Set(["status", "code", "expands", "_links", "change"]);

type ReturnedProduct = Readonly<Record<string, unknown>>;
type Offer = { readonly price: FoundProduct["price"] | null | undefined; readonly stock: { readonly physical: number } | null | undefined };

/** A returned product with its price and stock, as the form has it. */
export function valuesOf(product: ReturnedProduct, { price, stock }: Offer): ProductValues {
  const fields = Object.fromEntries(Object.entries(product).filter(([name]) => !SHOWN_ONLY.has(name)));
  return {
    ...NO_VALUES,
    ...fields,
    price: price === null || price === undefined ? {} : { listPrice: price.listPrice, salePrice: price.salePrice },
    stock: stock === null || stock === undefined ? {} : { available: stock.physical },
  };
}

/** The body that is sent: nothing that is empty. */
export function bodyOf(values: ProductValues): ProductBody {
  const { images, attributes, price, stock, ...fields } = values;
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "" && value !== undefined && value !== null));
  return {
    ...filled,
    images: images.filter(({ url }) => url.trim() !== ""),
    attributes: attributes.map(({ name, values: all }) => ({ name, values: [...all] })).filter(({ values: all }) => all.length > 0),
    ...(price.listPrice === undefined && price.salePrice === undefined ? {} : { price: defined(price) }),
    ...(stock.available === undefined ? {} : { stock }),
  } as unknown as ProductBody;
}

const defined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Value;

/** The product alone, as it is compared and as a change request asks for it. */
export function productOnly(values: ProductValues): ProductBody {
  const { price: _price, stock: _stock, ...body } = bodyOf(values) as ProductBody & { price?: unknown; stock?: unknown };
  return body;
}

/** The top-level fields in which two products differ. */
export function differingFields(one: ProductValues, other: ProductValues): readonly string[] {
  const [mine, theirs] = [bodyOf(one), bodyOf(other)] as unknown as readonly [ReturnedProduct, ReturnedProduct];
  return [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].filter(
    (field) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]),
  );
}
