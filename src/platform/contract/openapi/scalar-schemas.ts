import { portablePattern, wordsPattern } from "./portable-pattern.ts";
import { definedKeywords, type JsonObject, type SchemaLocation, type AnnotatedSchema } from "./schema-types.ts";

/** The schema of a scalar value at one location. It allows every spelling that is accepted there. */
export function scalarSchema(schema: AnnotatedSchema, location: SchemaLocation): JsonObject {
  const { enum: words, const: word, format, type } = schema;
  if (words !== undefined || word !== undefined) return enumSchema(schema, location);
  if (location === "answered") return definedKeywords({ type, format: format ?? wideOnly(widthOf(schema)) });
  if (type === "integer" || type === "number") return numberSchema(schema, location);
  if (type === "string") return absentForm(textForm(schema), schema);
  return definedKeywords({ type });
}

const [LEAST, MOST] = [-2_147_483_648, 2_147_483_647];
/** The format of an integer: `int32` or `int64`. Client generators choose the integer type by it. */
const widthOf = ({ type, minimum = LEAST, maximum = MOST }: AnnotatedSchema): string | undefined =>
  type === "integer" ? (minimum < LEAST || maximum > MOST ? "int64" : "int32") : undefined;

/** Drops the format `int32`. In the schemas of answers, an integer without a format has 32 bits. */
const wideOnly = (width: string | undefined) => (width === "int64" ? width : undefined);

const DIGITS = "^-?[0-9]+$";
const DECIMAL = "^-?[0-9]+(?:\\.[0-9]+)?$";

/** The schema of a number. A body also accepts the number as a text. */
function numberSchema(schema: AnnotatedSchema, location: SchemaLocation): JsonObject {
  const { type, minimum, maximum, exclusiveMinimum, "x-scale": scale } = schema;
  const isSent = location === "sent";
  return definedKeywords({
    type: isSent ? [type, "string"] : type,
    format: widthOf(schema),
    // The format already implies the limits of 32 bits.
    minimum: type === "integer" && minimum === LEAST ? undefined : minimum,
    exclusiveMinimum,
    maximum: type === "integer" && maximum === MOST ? undefined : maximum,
    pattern: isSent ? (type === "integer" ? DIGITS : DECIMAL) : undefined,
    "x-scale": scale,
  });
}

function textForm({ minLength, maxLength, pattern, "x-also": also, "x-code": code }: AnnotatedSchema): JsonObject {
  return definedKeywords({
    type: also === "integer" ? ["string", "integer"] : "string",
    minLength,
    maxLength,
    pattern: pattern === undefined ? undefined : portablePattern(pattern),
    "x-code": code,
  });
}

/** Extends the schema of a text, so that it also allows the values of `x-absent`, which count as not sent. */
function absentForm(text: JsonObject, { "x-absent": absent = [], minLength = 0, pattern }: AnnotatedSchema): JsonObject {
  const others = absent.filter(
    (value) => typeof value !== "string" || value.length < minLength || !new RegExp(pattern ?? "", "u").test(value),
  );
  return others.length === 0 ? text : { anyOf: [text, { enum: others }] };
}

/** The schema of an enum. In requests it also allows the other accepted spellings. */
function enumSchema(schema: AnnotatedSchema, location: SchemaLocation): JsonObject {
  const words = schema.enum ?? [schema.const!];
  const listed = { type: "string", ...(schema.enum === undefined ? { const: schema.const } : { enum: words }) };
  const spellings = location === "answered" ? undefined : enumSpellings(schema);
  return spellings === undefined ? listed : { anyOf: [listed, spellings] };
}

/** The schema of all accepted spellings of an enum. Undefined when only the listed spellings are accepted. */
export function enumSpellings({
  enum: words = [],
  "x-ignore-case": isAnyCase = false,
  "x-aliases": aliases = {},
}: AnnotatedSchema): JsonObject | undefined {
  const others = Object.keys(aliases);
  if (!isAnyCase && others.length === 0) return undefined;
  return { type: "string", pattern: wordsPattern([...words, ...others], isAnyCase) };
}

/** Allows `null`, which counts as not sent (decisions 1.5). */
export function nullable(form: JsonObject): JsonObject {
  const {
    $ref,
    type,
    enum: words,
    anyOf,
    ...beside
  } = form as { $ref?: string; type?: string | string[]; enum?: unknown[]; anyOf?: JsonObject[] };
  if ($ref !== undefined) return { anyOf: [{ $ref }, NULL], ...beside };
  if (anyOf !== undefined) return { anyOf: [...anyOf, NULL], ...beside };
  if (type === undefined) return form;
  return { type: [type, "null"].flat(), ...(words === undefined ? {} : { enum: [...words, null] }), ...beside };
}

const NULL: JsonObject = { type: "null" };
