import type { Mutant } from "./mutants.ts";

/** A mutant that behaves as the program does, so that no test can notice it. */
export interface Equivalent {
  readonly path: string;
  /** What its line has in it, and no other line of the file. */
  readonly where: string;
  readonly what: string;
  readonly because: string;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    path: "src/catalog/family-facts.ts",
    where: "byValue.size > 1",
    what: "> became >=",
    because: "of one value alone nobody differs",
  },
  {
    path: "src/catalog/family-facts.ts",
    where: "MAX_NAMED + 1",
    what: "1 became 2",
    because: "whoever reads it cuts it again",
  },
  {
    path: "src/catalog/family-facts.ts",
    where: "if (!known.has(key))",
    what: "the condition became true",
    because: "it works out again what it knew",
  },
  {
    path: "src/catalog/critique-view.ts",
    where: "toSorted(([one], [other]) => (one < other ? -1 : 1))",
    what: "< became <=",
    because: "no fact is there twice",
  },
  {
    path: "src/catalog/critique-view.ts",
    where: "toSorted(([one], [other]) => (one < other ? -1 : 1))",
    what: "< became >=",
    because: "any order does, as long as it is one",
  },
  {
    path: "src/catalog/critique-view.ts",
    where: "toSorted(([one], [other]) => (one < other ? -1 : 1))",
    what: "1 became 2",
    because: "an order is a sign",
  },
  ...["=== became !==", '"flavor" became another word', '"color" became another word'].map((what) => ({
    path: "src/catalog/variation.ts",
    where: 'color === undefined ? "flavor" : "color"',
    what,
    because: "any two words keep colours and flavours apart",
  })),
  {
    path: "src/catalog/validate-product.ts",
    where: 'typeof next !== "string"',
    what: "the condition became false",
    because: "every move that is made here is one of the machine's",
  },
  {
    path: "src/catalog/submission-rules.ts",
    where: "index === 0 ? []",
    what: "the condition became false",
    because: "nobody asks whether the whole body failed",
  },
  {
    path: "src/catalog/product-codes.ts",
    where: "digits.length - position",
    what: "- became +",
    because: "sum and difference are both odd or both even",
  },
  {
    path: "src/orders/status.ts",
    where: "RANKS.get(status)! < RANKS.get(least)!",
    what: "< became <=",
    because: "only a status itself has its rank",
  },
  {
    path: "src/orders/tax-ids.ts",
    where: "HIGHEST_WEIGHT_OF_CPF = 11",
    what: "11 became 12",
    because: "ten characters are weighed, so 11 is as high as it gets",
  },
  {
    path: "src/orders/invoice/canonical-xml.ts",
    where: "attributes.length === 0 ? outer",
    what: "the condition became false",
    because: "an element without attributes hands down what it was handed",
  },
  {
    path: "src/orders/invoice/canonical-xml.ts",
    where: 'attributes.length === 0 ? ""',
    what: "the condition became false",
    because: "without attributes there is nothing to say",
  },
  {
    path: "src/orders/invoice/canonical-xml.ts",
    where: "one < other ? -1 : 1",
    what: "< became <=",
    because: "no attribute is there twice",
  },
  { path: "src/orders/invoice/canonical-xml.ts", where: "one < other ? -1 : 1", what: "1 became 2", because: "an order is a sign" },
  {
    path: "src/orders/invoice/document-fields.ts",
    where: "prefix === undefined ? undefined",
    what: "the condition became false",
    because: "no place has the prefix undefined",
  },
  {
    path: "src/orders/invoice/field-reader.ts",
    where: "MAX_VALUE_LENGTH + 1",
    what: "1 became 2",
    because: "one character more than the longest is too long, and so are two",
  },
  {
    path: "src/orders/invoice/xml.ts",
    where: "let attributes = 0",
    what: "0 became 1",
    because: "each element begins with none",
  },
  {
    path: "src/platform/basics/decimal.ts",
    where: "text.length <= MOST_DIGITS",
    what: "the condition became false",
    because: "the long way says the same of short texts",
  },
  {
    path: "src/platform/basics/decimal.ts",
    where: "text.length <= MOST_DIGITS",
    what: "<= became <",
    because: "so it does of 15 characters",
  },
  {
    path: "src/platform/basics/decimal.ts",
    where: "size >= SMALLEST_NORMAL",
    what: ">= became >",
    because: "the smallest normal double has more than 15 digits",
  },
  {
    path: "src/platform/basics/decimal.ts",
    where: "size <= Number.MAX_VALUE",
    what: "<= became <",
    because: "the largest double has more than 15 digits",
  },
  { path: "src/platform/basics/decimal.ts", where: "shift > 0", what: "> became >=", because: "no number is written with the exponent 0" },
  { path: "src/platform/basics/decimal.ts", where: "shift > 0", what: "0 became 1", because: "nor with the exponent 1" },
];

/** Whether a row is of this mutant. */
export const isOf = (row: Equivalent, { path, was, what }: Pick<Mutant, "was" | "what"> & { readonly path: string }): boolean =>
  row.path === path && row.what === what && was.includes(row.where);
