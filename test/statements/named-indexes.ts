/** Indexes that a text names: `Index: products_pkey, stocks_pkey.` or `; index sellers_pkey.` */
export const namedIndexes = (text: string): readonly string[] =>
  [...text.matchAll(/\bindex(?:es)?:?((?:[\s*,]+(?:or|and|only)?[\s*]*[a-z]+(?:_[a-z]+)+)+)/gi)].flatMap(([, names]) =>
    [...names!.matchAll(/[a-z]+(?:_[a-z]+)+/g)].map(([name]) => name),
  );

/** The docstring right above an export of a source; empty when there is none. */
export function docstringOf(source: string, exported: string): string {
  const above = source.slice(0, source.search(new RegExp(`^export const ${exported}\\b`, "m"))).trimEnd();
  return above.endsWith("*/") ? above.slice(above.lastIndexOf("/**")) : "";
}
