import { portablePattern } from "../../src/platform/contract/openapi/portable-pattern.ts";

/** Schema keywords that a change may break somebody by. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly "x-also"?: string;
  readonly "x-ignore-case"?: boolean;
  readonly "x-aliases"?: Readonly<Record<string, string>>;
  readonly "x-absent"?: readonly unknown[];
  readonly [limit: string]: unknown;
}

/** What each type's values are held to; other keywords say nothing of them. */
const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: ["minLength", "maxLength", "pattern", "format"],
  integer: ["minimum", "maximum", "exclusiveMinimum"],
  number: ["minimum", "maximum", "exclusiveMinimum", "x-scale"],
  array: ["items", "minItems", "maxItems", "uniqueItems"],
  object: ["properties", "required"],
};

/** A schema as the kinds of value it takes, each of one type and with what is said of that type alone. No type = any value. */
export function alternatives(schema: Schema): readonly Schema[] {
  const { anyOf, type, enum: words, const: word, ...rest } = schema;
  if (anyOf !== undefined) return anyOf.flatMap(alternatives);
  const listed = words ?? (word === undefined ? undefined : [word]);
  if (listed !== undefined) return [{ type: "string", enum: listed }];
  if (type === undefined) return [schema];
  return [type].flat().map((one) => {
    const kept = OF_TYPE[one] ?? [];
    const { pattern: written, ...own } = Object.fromEntries(Object.entries(rest).filter(([keyword]) => kept.includes(keyword))) as Schema;
    const pattern = written === undefined ? undefined : portablePattern(written);
    return { type: one, ...own, ...(pattern === undefined ? {} : { pattern }) };
  });
}

/** Other spellings that a document promises in `x-` keywords: values that have to be taken as long as it is kept. */
export function promised(schema: Schema): readonly unknown[] {
  const {
    enum: words = [],
    format,
    "x-also": also,
    "x-absent": absent = [],
    "x-ignore-case": isAnyCase,
    "x-aliases": aliases = {},
  } = schema;
  const spellings = [...words, ...Object.keys(aliases)].filter((word) => typeof word === "string");
  return [
    ...spellings,
    ...(isAnyCase ? spellings.flatMap((word) => [word.toUpperCase(), word.toLowerCase(), swapped(word)]) : []),
    ...absent,
    ...(also === "integer" || also === "epoch-ms" ? [1_795_179_168_000] : []),
    ...(format === "date-time" ? DATES : []),
  ];
}

/** Instants as RFC 3339 has them. */
const DATES = ["2026-11-20T09:52:48Z", "2026-11-20T09:52:48.123-03:00", "2026-11-20t09:52:48.5+00:00"];
const swapped = (word: string) => Array.from(word, (letter, i) => (i % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase())).join("");
