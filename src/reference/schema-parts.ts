import { NON_BLANK } from "../platform/contract/index.ts";
import { IMAGE_URL_PATTERN } from "./image-url-patterns.ts";
import { DECIMALS, FORMATTING, KEY_PATTERN, PRODUCT_LIMITS } from "./product-limits.ts";
import type { NameIndex, TemplateAttribute } from "./snapshot.ts";

/** JSON Schema 2020-12, as plain data. */
export type Schema = Readonly<Record<string, unknown>>;

/** A text; lengths count code points, as in JSON Schema. */
export const textSchema = (minLength: number, maxLength: number, description: string): Schema => ({
  type: "string",
  ...(minLength > 0 ? { minLength } : {}),
  maxLength,
  description,
});

/** A seller's key: sku or productGroup. */
export const keySchema = (maxLength: number, description: string): Schema => ({
  ...textSchema(1, maxLength, description),
  pattern: KEY_PATTERN,
});

/** A text without formatting of any kind (seed 2.1, decisions 3). */
export const plainTextSchema = (maxLength: number, description: string): Schema => ({
  ...textSchema(1, maxLength, description),
  pattern: NON_BLANK.pattern,
  allOf: FORMATTING.map(({ title, pattern }) => ({ not: { type: "string", title, pattern } })),
});

/** A positive number with at most `decimals` digits after the decimal point. */
export const decimalSchema = (decimals: number, maximum: number, description: string): Schema => ({
  type: "number",
  exclusiveMinimum: 0,
  maximum,
  multipleOf: Number(`1e-${decimals}`),
  description,
});

const PRICE_MAX = 999_999_999;

/** An amount in reais. */
export const moneySchema = (description: string) => decimalSchema(DECIMALS.money, PRICE_MAX, description);

/** A schema that accepts exactly these names. Without names it is `not: {}`, which accepts nothing, because an `enum` must not be empty. */
export const enumSchema = (names: readonly string[]): Schema => (names.length === 0 ? { not: {} } : { enum: names });

const JOINED_TEXTS = {
  color: {
    one: "Uma cor",
    many: "Cores predominantes unidas por +",
    description: "Uma cor registrada, ou até 3 cores diferentes unidas por + sem espaços.",
  },
  flavor: {
    one: "Um sabor",
    many: "Sabores unidos por +",
    description: "Um sabor registrado, ou até 3 sabores diferentes unidos por + sem espaços.",
  },
} as const;

/** One registered name, or up to 3 different ones in any order joined with `+` (decisions 3). */
export function joinedNamesSchema(field: "color" | "flavor", { names }: NameIndex): Schema {
  const { one, many, description } = JOINED_TEXTS[field];
  const words = names.map(literal);
  const most = PRODUCT_LIMITS.joinedParts;
  const several = `^(?:${words.join("|")})(?:\\+(?:${words.join("|")})){1,${most - 1}}$`;
  const twice = `(?:^|\\+)(?:${words.map((word) => `${word}(?:\\+[^+]+){0,${most - 2}}\\+${word}`).join("|")})(?:\\+|$)`;
  return {
    type: "string",
    description,
    ...(names.length > 1 ? { examples: [names[0], names.slice(0, 2).join("+")] } : {}),
    anyOf: [
      { title: one, ...enumSchema(names) },
      ...(names.length > 1 ? [{ title: many, type: "string", pattern: several, not: { type: "string", pattern: twice } }] : []),
    ],
  };
}

/** A pattern that matches exactly this name. */
const literal = (name: string) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** The images as they are sent. The content at their addresses is checked later. */
export const imagesSchema = (driveHosts: readonly string[]): Schema => ({
  type: "array",
  minItems: 1,
  maxItems: PRODUCT_LIMITS.images,
  uniqueItems: true,
  items: {
    type: "object",
    required: ["url"],
    properties: {
      url: {
        ...textSchema(
          1,
          PRODUCT_LIMITS.urlCharacters,
          "Endereço http ou https de um .jpg ou .jpeg num servidor; de 400x400 a 1200x1200 px, até 5 MB.",
        ),
        pattern: IMAGE_URL_PATTERN,
        ...(driveHosts.length === 0
          ? {}
          : { not: { type: "string", title: "serviço de compartilhamento de arquivos", pattern: hostPattern(driveHosts) } }),
      },
    },
  },
});

/**
 * A pattern for addresses on these hosts or their subdomains, with or without a trailing dot in the host name. Hosts consist of lower case
 * letters, digits, dots and hyphens.
 */
const hostPattern = (hosts: readonly string[]) =>
  `^[^/]*//(?:[^/?#]+\\.)?(?:${hosts.map((host) => anyCase(literal(host))).join("|")})\\.?(?::[0-9]*)?(?:[/?#]|$)`;

const anyCase = (source: string) => source.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);

/**
 * The attributes of a product: each attribute of the template occurs at most once, the required ones exactly once, and predefined values
 * come from their list.
 */
export const attributesSchema = (template: readonly TemplateAttribute[]): Schema => ({
  type: "array",
  maxItems: PRODUCT_LIMITS.attributes,
  description: "Os atributos do template deste tipo; cada um no máximo uma vez.",
  items: {
    type: "object",
    required: ["name", "values"],
    properties: {
      name: { ...enumSchema(template.map((attribute) => attribute.name)), description: "Nome do atributo, com a mesma grafia." },
      values: {
        type: "array",
        minItems: 1,
        maxItems: PRODUCT_LIMITS.valuesPerAttribute,
        items: { type: "string", minLength: 1, maxLength: PRODUCT_LIMITS.valueCharacters, pattern: NON_BLANK.pattern },
      },
    },
    ...allOf(template.filter((attribute) => attribute.typeSelection !== "FREE_TEXT").map(valuesByName)),
  },
  ...allOf(template.map(timesByName)),
});

/** Requires all of these schemas. Without schemas it is empty, because `allOf` must not be an empty list. */
const allOf = (schemas: readonly Schema[]): Schema => (schemas.length === 0 ? {} : { allOf: schemas });

const isNamed = (name: string): Schema => ({ type: "object", required: ["name"], properties: { name: { const: name } } });

const valuesByName = ({ name, typeSelection, values }: TemplateAttribute): Schema => ({
  if: isNamed(name),
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
  then: {
    type: "object",
    properties: {
      values: {
        type: "array",
        title: typeSelection === "SINGLE" ? `${name}: um só valor da lista` : `${name}: valores da lista`,
        ...(typeSelection === "SINGLE" ? { maxItems: 1 } : {}),
        items: enumSchema(values.map(({ value }) => value)),
      },
    },
  },
});

const timesByName = ({ name, required }: TemplateAttribute): Schema => ({
  type: "array",
  title: required ? `${name}: obrigatório, uma vez` : `${name}: opcional, no máximo uma vez`,
  contains: isNamed(name),
  minContains: required ? 1 : 0,
  maxContains: 1,
});
