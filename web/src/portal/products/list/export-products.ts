import { foundPage, placeAfter, type FoundProduct, type SearchFilters } from "../product-queries.ts";

const PAGE_SIZE = 100;
/** More rows than a spreadsheet is good for. */
const MOST_ROWS = 100_000;
const DELIMITER = ";";
/** Beginnings that make a spreadsheet run a cell as a formula; the import takes the apostrophe away again. */
const RUNS = /^[\s']*[=+\-@＝＋－＠]|^'*[\t\r\n]/;
const NEEDS_QUOTES = /["\r\n\t;,]|^\s|\s$/;

/** The columns, named as the import of files knows them. */
const COLUMNS: readonly (readonly [name: string, cell: (product: FoundProduct) => string | number | undefined])[] = [
  ["sku", ({ sku }) => sku],
  ["productGroup", ({ productGroup }) => productGroup],
  ["name", ({ name }) => name],
  ["brand", ({ brand }) => brand],
  ["department", ({ department }) => department],
  ["productType", ({ productType }) => productType],
  ["color", ({ color }) => color],
  ["flavor", ({ flavor }) => flavor],
  ["size", ({ size }) => size],
  ["eanIsbn", ({ eanIsbn }) => eanIsbn],
  ["status", ({ status }) => status],
  ["listPrice", ({ price }) => decimal(price?.listPrice)],
  ["salePrice", ({ price }) => decimal(price?.salePrice)],
  ["available", ({ stock }) => stock?.physical],
  ["reserved", ({ stock }) => stock?.reserved],
  ["critique", ({ critique }) => critique?.message],
];

const decimal = (value: number | undefined): string | undefined => value?.toFixed(2).replace(".", ",");

/** A CSV of products, as spreadsheets in Brazil open it. No cell runs as a formula. */
const csvOf = (products: readonly FoundProduct[]): string =>
  [COLUMNS.map(([name]) => name), ...products.map((product) => COLUMNS.map(([, cell]) => String(cell(product) ?? "")))]
    .map((cells) => `${cells.map(csvCell).join(DELIMITER)}\r\n`)
    .join("");

function csvCell(cell: string): string {
  const safe = RUNS.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Reads every product that the filters find, and hands them to the browser as a file. Resolves to their number. */
export async function exportProducts(filters: SearchFilters, fileName: string): Promise<number> {
  const products: FoundProduct[] = [];
  for (let after: string | undefined, isFirst = true; (isFirst || after !== undefined) && products.length < MOST_ROWS; isFirst = false) {
    const page: Awaited<ReturnType<typeof foundPage>> = await foundPage(filters, after, PAGE_SIZE);
    products.push(...page.items);
    after = placeAfter(page);
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(["\uFEFF", csvOf(products)], { type: "text/csv;charset=utf-8" }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
  return products.length;
}
