import fc from "fast-check";
import type { TSchema } from "../../../src/platform/contract/schema.ts";

/** The keywords that the documents constrain values with; `x-` ones widen what is taken, and are never relied on to be valid. */
export interface Schema extends TSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly "x-scale"?: number;
  readonly "x-code"?: string;
  readonly "x-also"?: string;
  readonly "x-absent"?: readonly unknown[];
  readonly "x-unread"?: true;
}

/** A value that a schema allows, or forbids, and what is special about it. */
export interface Edge {
  readonly name: string;
  readonly value: unknown;
}

const LONGEST_DRAWN = 40;
const MOST_ITEMS_DRAWN = 3;
const INT32 = [-2_147_483_648, 2_147_483_647] as const;
const DAYS_MS = [Date.UTC(1971, 0, 1), Date.UTC(2099, 11, 31)] as const;

/** Letters of several scripts, marks of several languages and one character of two UTF-16 units; no control characters. */
const CHARACTERS = Array.from("abcXYZ0189 .-_'\"\\/%{}$<>;áÇßЖ漢😀");
const PLAIN = Array.from("abcXYZ019");

const patternOf = ({ pattern }: Schema) => (pattern === undefined ? undefined : new RegExp(pattern, "u"));
/** Characters, as limits count them. */
export const lengthOf = (text: string) => Array.from(text).length;
/** Whether a text follows its schema's pattern and lengths. */
export const fits = (schema: Schema, text: string): boolean =>
  (patternOf(schema)?.test(text) ?? true) &&
  lengthOf(text) >= (schema.minLength ?? 0) &&
  lengthOf(text) <= (schema.maxLength ?? Number.POSITIVE_INFINITY);

function validText(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  const longest = Math.min(maxLength, minLength + LONGEST_DRAWN);
  if (pattern === undefined)
    return fc.array(fc.constantFrom(...CHARACTERS), { minLength, maxLength: longest }).map((letters) => letters.join(""));
  const known = [...(schema.examples ?? []), ...LIKELY].filter((text): text is string => typeof text === "string" && fits(schema, text));
  const plain = fc
    .array(fc.constantFrom(...PLAIN), { minLength: Math.max(1, minLength), maxLength: Math.max(1, longest) })
    .map((letters) => letters.join(""));
  const likely = known.length > 0 ? [fc.constantFrom(...known)] : [];
  return fits(schema, "abc")
    ? fc.oneof(
        plain.filter((text) => fits(schema, text)),
        ...likely,
      )
    : likely[0]!;
}

/** Of each pattern that the documents have, texts that follow it. */
const LIKELY = [
  "+1s",
  "3d",
  "2026-11-20",
  '"7"',
  "*",
  "AB",
  "a_1",
  "a.b",
  "/a/0",
  "http://x.y/a.jpg",
  "11222333000181",
  "0".repeat(64),
  "failed",
  "?1",
];

/** So many of the last decimal place. */
export const scaled = (units: number, scale: number) => Number((units / 10 ** scale).toFixed(scale));

function validNumber({ minimum, exclusiveMinimum, maximum = 1_000_000, "x-scale": scale = 2 }: Schema): fc.Arbitrary<number> {
  const unit = 10 ** scale;
  const least = exclusiveMinimum === undefined ? Math.ceil((minimum ?? 0) * unit) : Math.floor(exclusiveMinimum * unit) + 1;
  return fc.integer({ min: least, max: Math.floor(maximum * unit) }).map((units) => scaled(units, scale));
}

function validRecord({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valid(schema)]));
  return fc.record(fields, { requiredKeys: [...required] });
}

/** Values that a schema allows; small ones, for the limits are `boundaries`. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
  if (schema["x-unread"]) return anyJson;
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (words !== undefined) return fc.constantFrom(...words);
  if (schema.format === "date-time") return fc.integer({ min: DAYS_MS[0], max: DAYS_MS[1] }).map((ms) => new Date(ms).toISOString());
  if (schema.type === "string") return validText(schema);
  if (schema.type === "integer") return fc.integer({ min: schema.minimum ?? INT32[0], max: schema.maximum ?? INT32[1] });
  if (schema.type === "number") return validNumber(schema);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "array") {
    const { items = {}, minItems: minLength = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    const lengths = { minLength, maxLength: Math.min(maxItems, minLength + MOST_ITEMS_DRAWN) };
    return schema.uniqueItems
      ? fc.uniqueArray(valid(items), { ...lengths, selector: (item) => JSON.stringify(item) })
      : fc.array(valid(items), lengths);
  }
  if (schema.type === "object") return validRecord(schema);
  return anyJson;
}

/** Where a schema says nothing of a value; numbers that are exact in 15 digits, which is true of all numbers. */
const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.string(),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.integer(), { maxKeys: 3 }),
);

/** One value that a schema allows, always the same. */
export const typical = (schema: Schema): unknown => fc.sample(valid(schema), { seed: 1, numRuns: 1 })[0];

/** Values at the limits of a schema, which are still allowed. */
export function boundaries(schema: Schema): readonly Edge[] {
  const words = schema.enum ?? [];
  if (words.length > 0) return words.map((value) => ({ name: "each word", value }));
  if (schema.format === "date-time") return DATES.map((value) => ({ name: "a date of its own kind", value }));
  if (schema.type === "string") return textBoundaries(schema);
  if (schema.type === "integer" || schema.type === "number") return numberBoundaries(schema);
  if (schema.type === "boolean") return [true, false].map((value) => ({ name: "a flag", value }));
  if (schema.type === "array") return listBoundaries(schema);
  return [];
}

const DATES = ["2024-02-29T12:00:00Z", "2026-11-20T09:52:48.123-03:00", "2026-11-20T09:52:48+0300", "2026-11-20 09:52:48", "2026-11-20"];

function textBoundaries(schema: Schema): readonly Edge[] {
  const { minLength = 0, maxLength } = schema;
  const filled = (length: number, letter: string) => letter.repeat(length);
  const candidates: readonly Edge[] = [
    ...(minLength > 0 ? [{ name: "shortest", value: filled(minLength, "a") }] : []),
    ...(maxLength === undefined
      ? []
      : ["a", "é", "😀"].map((letter) => ({ name: `longest of ${letter}`, value: filled(maxLength, letter) }))),
    { name: "quotes", value: `a'"\\\u2028b` },
  ];
  return candidates.filter(({ value }) => fits(schema, String(value)));
}

function numberBoundaries(schema: Schema): readonly Edge[] {
  const { minimum, maximum, exclusiveMinimum, type, "x-scale": scale = 0, "x-also": also } = schema;
  const step = type === "integer" ? 1 : scaled(1, scale);
  const values: readonly (readonly [string, number | undefined])[] = [
    ["least", minimum],
    ["greatest", maximum],
    ["just above", exclusiveMinimum === undefined ? undefined : exclusiveMinimum + step],
    ["finest", type === "number" && (minimum ?? exclusiveMinimum ?? 0) <= 1 && (maximum ?? 2) >= 2 ? 1 + step : undefined],
  ];
  return values.flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [{ name, value }, ...(also === "text" ? [{ name: `${name}, in a text`, value: value.toFixed(scale) }] : [])];
  });
}

function listBoundaries(schema: Schema): readonly Edge[] {
  const { items = {}, minItems = 0, maxItems, uniqueItems } = schema;
  const of = (length: number) =>
    uniqueItems
      ? fc.sample(fc.uniqueArray(valid(items), { minLength: length, maxLength: length, selector: (item) => JSON.stringify(item) }), {
          seed: 1,
          numRuns: 1,
        })[0]
      : Array.from({ length }, () => typical(items));
  const canBeDistinct = !uniqueItems || (items.enum?.length ?? Number.POSITIVE_INFINITY) >= (maxItems ?? 0);
  return [
    { name: "fewest", value: of(minItems) },
    ...(maxItems === undefined || !canBeDistinct ? [] : [{ name: "most", value: of(maxItems) }]),
  ];
}

/** A value as a parameter says it; a list between commas. */
export const textOf = (value: unknown): string => (Array.isArray(value) ? value.join() : String(value));
