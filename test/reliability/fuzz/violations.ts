import { fits, lengthOf, scaled, typical, type Edge, type Schema } from "./values.ts";

/** Values that a schema forbids, in each way there is, also with everything that is read tolerantly. */
export function violations(schema: Schema): readonly Edge[] {
  const absent = schema["x-absent"] ?? [];
  return [...wrongTypes(schema), ...beyond(schema)].filter(({ value }) => !absent.includes(value));
}

type Wrong = readonly (readonly [name: string, value: unknown])[];
const edges = (wrong: Wrong): readonly Edge[] => wrong.map(([name, value]) => ({ name, value }));
const CONTAINERS: Wrong = [
  ["an object", {}],
  ["a list", []],
];

/** Values of other JSON types; nothing is coerced, but numbers may be texts. */
function wrongTypes(schema: Schema): readonly Edge[] {
  const also = schema["x-also"];
  const byType: Readonly<Record<string, Wrong>> = {
    word: [["a number", 5], ["a flag", true], ["a word in a list", [schema.enum?.[0] ?? schema.const]], CONTAINERS[0]!],
    "date-time": [["a fraction", 1.5], ["a flag", true], ...CONTAINERS, ...(also === "epoch-ms" ? [] : [["a number", 5] as const])],
    string: [["a fraction", 1.5], ["a flag", true], ...CONTAINERS, ...(also === "integer" ? [] : [["a number", 5] as const])],
    integer: [
      ["a fraction", 1.5],
      ["a fraction in a text", "1.5"],
      ["digits and a space", "1 "],
      ["an exponent in a text", "1e2"],
      ["an empty text", ""],
      ["a flag", true],
      ["a number in a list", [1]],
      CONTAINERS[0]!,
    ],
    number: [["a word", "abc"], ["a decimal comma", "1,5"], ["a flag", true], ["a number in a list", [1.5]], CONTAINERS[0]!],
    boolean: [
      ["a text", "true"],
      ["a number", 1],
      ["a flag in a list", [true]],
    ],
    array: [["a text", "a"], ["a number", 5], CONTAINERS[0]!],
    object: [["a text", "a"], ["a number", 5], CONTAINERS[1]!],
  };
  return edges(byType[kindOf(schema)] ?? []);
}

const kindOf = ({ enum: words, const: word, format, type = "" }: Schema) =>
  words !== undefined || word !== undefined ? "word" : format === "date-time" ? format : type;

/** Values of the right type beyond a limit. */
function beyond(schema: Schema): readonly Edge[] {
  const { minLength = 0, maxLength, minItems = 0, maxItems, items = {}, uniqueItems } = schema;
  const wrong: (readonly [string, unknown])[] = [];
  switch (kindOf(schema)) {
    case "word":
      wrong.push(["a word nobody knows", "nobody-knows"]);
      break;
    case "date-time":
      wrong.push(["no date", "yesterday"], ["a day there is not", "2026-02-30"], ["an hour there is not", "2026-01-01T25:00:00Z"]);
      break;
    case "string":
      if (maxLength !== undefined)
        wrong.push(["too long", "a".repeat(maxLength + 1)], ["too long in characters", "😀".repeat(maxLength + 1)]);
      if (minLength > 0) wrong.push(["too short", "a".repeat(minLength - 1)]);
      wrong.push(...offPattern(schema), ["a NUL", "a\u0000b"], ["half a pair", "a\ud800b"]);
      break;
    case "integer":
    case "number":
      wrong.push(...offBounds(schema));
      break;
    case "array":
      if (minItems > 0) wrong.push(["too few", Array.from({ length: minItems - 1 }, () => typical(items))]);
      if (maxItems !== undefined) wrong.push(["too many", Array.from({ length: maxItems + 1 }, () => typical(items))]);
      if (uniqueItems) wrong.push(["one twice", [typical(items), typical(items)]]);
      break;
    default:
  }
  return edges(wrong);
}

const OFF_PATTERN = ["!", " ", "a b", "\u00a0", "é", "0", "nobody knows", "\u200b", "-"];
function offPattern(schema: Schema): Wrong {
  if (schema.pattern === undefined) return [];
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  return OFF_PATTERN.filter((text) => lengthOf(text) >= minLength && lengthOf(text) <= maxLength && !fits(schema, text)).map(
    (text) => [`off its pattern: ${JSON.stringify(text)}`, text] as const,
  );
}

function offBounds({ minimum, maximum, exclusiveMinimum, "x-scale": scale }: Schema): Wrong {
  const values: readonly (readonly [string, number | undefined])[] = [
    ["below the least", minimum === undefined ? undefined : minimum - 1],
    ["above the greatest", maximum === undefined ? undefined : maximum + 1],
    ["not above", exclusiveMinimum],
    ["below zero", exclusiveMinimum === undefined ? undefined : exclusiveMinimum - 1],
    ["beyond 32 bits", maximum !== undefined && maximum < 3_000_000_000 ? 3_000_000_000 : undefined],
    ["beyond what is exact", 2 ** 60],
    ["too fine", scale === undefined ? undefined : scaled(10 ** scale * 10 + 1, scale + 1)],
  ];
  return values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}
