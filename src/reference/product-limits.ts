import { CONTROL_CHARACTERS } from "./image-url-patterns.ts";

/** Limits of a product's body. Limits that the seed (2.1, 8) does not give are our own, and any real product stays within them. */
export const PRODUCT_LIMITS = {
  skuCharacters: 50,
  productGroupCharacters: 100,
  nameCharacters: 100,
  descriptionCharacters: 3000,
  images: 6,
  /** Maximum number of colours or flavours joined with `+`. */
  joinedParts: 3,
  catalogNameCharacters: 120,
  joinedCharacters: 360,
  codeCharacters: 60,
  urlCharacters: 2048,
  attributes: 100,
  valuesPerAttribute: 100,
  valueCharacters: 1000,
  sideCm: 100_000,
  weightKg: 100_000,
} as const;

/** Maximum number of digits after the decimal point (seed 2.1). */
export const DECIMALS = { size: 3, money: 2 } as const;

/** Pattern of sku and productGroup (decisions 3). It is an ECMA-262 pattern for the `u` flag, without lookaround and back references. */
export const KEY_PATTERN = "^[A-Za-z0-9][A-Za-z0-9._-]*$";

/** Skus that would collide with path segments of product operations. A product with such a sku could not be read. */
export const RESERVED_SKUS: readonly string[] = ["critiques", "validate"];

/** An absolute http or https address. */
export const HTTP_URL_PATTERN = "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$";

/** Formatting that a plain text (name, description) must not contain, each with a title for people. */
export const FORMATTING = [
  { title: "tag HTML", pattern: "<[/!]?[A-Za-z][^<>]*>|<!--" },
  { title: "caractere de controle", pattern: `[${CONTROL_CHARACTERS}]` },
  { title: "sequência de escape", pattern: "\\\\(?:[NnTtRr]|[Uu][0-9A-Fa-f]{4})" },
  { title: "entidade HTML", pattern: "&(?:#[0-9]{1,7}|#[Xx][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});" },
] as const;
