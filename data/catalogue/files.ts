import type { Catalogue } from "./catalogue.ts";

/** One product per line. */
export const catalogueText = ({ products }: Catalogue): string => products.map((product) => `${JSON.stringify(product)}\n`).join("");

/** What stands in expected.json. */
export interface Expected {
  readonly products: number;
  readonly families: number;
  /** Products without any finding. */
  readonly clean: number;
  /** How often each code is found. */
  readonly codes: Readonly<Record<string, number>>;
  /** The codes of every product that is not clean, sorted. */
  readonly expected: Readonly<Record<string, readonly string[]>>;
}

/** What the marketplace must find in the catalogue, by product; one product per line. */
export function expectedText({ products, expected }: Catalogue): string {
  const codes = [...expected.values()].flat();
  const counts = Object.fromEntries([...new Set(codes)].sort().map((code) => [code, codes.filter((one) => one === code).length]));
  const head: Omit<Expected, "expected"> = {
    products: products.length,
    families: new Set(products.map(({ productGroup }) => productGroup)).size,
    clean: products.length - expected.size,
    codes: counts,
  };
  const rows = products.flatMap(({ sku }) => (expected.has(sku) ? [`    ${JSON.stringify(sku)}: ${JSON.stringify(expected.get(sku))}`] : []));
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "expected": {\n${rows.join(",\n")}\n  }\n}\n`;
}
