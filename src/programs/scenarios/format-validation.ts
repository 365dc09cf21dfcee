import { displayValue, formatMessage, type Lang, type LocalizedText, type Params } from "../../platform/contract/index.ts";
import { nearestWords } from "../../platform/basics/index.ts";

/** The part of JSON Schema 2020-12 that the scenario format uses. */
export interface JsonSchema {
  readonly type?: "object" | "array" | "string" | "integer" | "boolean";
  readonly description?: string;
  readonly "x-description-en"?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Alternative objects. The first required key of each alternative distinguishes it from the others. */
  readonly oneOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** A mistake in a file, with its JSON Pointer. */
export interface Finding {
  readonly pointer: string;
  readonly message: string;
}

const TEXTS = {
  type: { "pt-BR": "esperado {allowed}, veio {received}", en: "expected {allowed}, got {received}" },
  required: { "pt-BR": "falta {name}", en: "{name} is missing" },
  unknown: { "pt-BR": "{name} não existe aqui; existem {allowed}", en: "there is no {name} here; there are {allowed}" },
  near: { "pt-BR": "{name} não existe aqui; seria {near}?", en: "there is no {name} here; did you mean {near}?" },
  few: { "pt-BR": "são poucos itens: ao menos {allowed}", en: "too few items: at least {allowed}" },
  word: { "pt-BR": "{received} não é um de {allowed}", en: "{received} is not one of {allowed}" },
  pattern: { "pt-BR": "{received} não combina com {allowed}", en: "{received} does not match {allowed}" },
  minimum: { "pt-BR": "{received} é menos que {allowed}", en: "{received} is less than {allowed}" },
  maximum: { "pt-BR": "{received} é mais que {allowed}", en: "{received} is more than {allowed}" },
  choice: { "pt-BR": "aqui vai um de {allowed}", en: "one of {allowed} goes here" },
} as const satisfies Record<string, LocalizedText>;

/** A finding with the caller's text, for mistakes that no schema can express. */
export const createFinding = (pointer: string, text: LocalizedText, params: Params, lang: Lang): Finding => ({
  pointer,
  message: formatMessage(text[lang], params),
});

/** The finding for an unknown name. Suggests the nearest known names; if none is near, lists all known names. */
export function unknownNameFinding(pointer: string, name: string, known: readonly string[], lang: Lang): Finding {
  const near = nearestWords(name, known);
  return near.length > 0
    ? createFinding(pointer, TEXTS.near, { name, near }, lang)
    : createFinding(pointer, TEXTS.unknown, { name, allowed: known.join(", ") }, lang);
}

/** The root schema, in which references are looked up, and the language of the findings. */
interface Validation {
  readonly root: JsonSchema;
  readonly lang: Lang;
}

/** All findings for a value. Those about missing members of an object come before those about the members that it has. */
export const validateSchema = (value: unknown, root: JsonSchema, lang: Lang): readonly Finding[] =>
  validate(value, root, "", { root, lang });

const finding = (pointer: string, text: keyof typeof TEXTS, params: Params, { lang }: Validation): readonly Finding[] => [
  createFinding(pointer, TEXTS[text], params, lang),
];

const dereference = (schema: JsonSchema, { root }: Validation): JsonSchema =>
  schema.$ref === undefined ? schema : root.$defs![schema.$ref.replace("#/$defs/", "")]!;

function validate(received: unknown, reference: JsonSchema, pointer: string, validation: Validation): readonly Finding[] {
  const schema = dereference(reference, validation);
  if (schema.oneOf !== undefined) return validateOneOf(received, schema.oneOf, pointer, validation);
  if (schema.type !== undefined && !hasType(received, schema.type))
    return finding(pointer, "type", { allowed: schema.type, received: displayValue(received) }, validation);
  if (typeof received === "string") return validateString(received, schema, pointer, validation);
  if (typeof received === "number") return validateNumber(received, schema, pointer, validation);
  if (Array.isArray(received)) return validateArray(received, schema, pointer, validation);
  return typeof received === "object" && received !== null ? validateObject(received, schema, pointer, validation) : [];
}

function validateOneOf(received: unknown, choices: readonly JsonSchema[], pointer: string, validation: Validation): readonly Finding[] {
  const schemas = choices.map((one) => dereference(one, validation));
  const keys = schemas.map(({ required = [] }) => required[0]!);
  if (typeof received !== "object" || received === null) return finding(pointer, "choice", { allowed: keys }, validation);
  const chosen = schemas.find((_, i) => Object.hasOwn(received, keys[i]!));
  if (chosen !== undefined) return validate(received, chosen, pointer, validation);
  const mistyped = Object.keys(received).find((key) => nearestWords(key, keys).length > 0);
  return mistyped === undefined
    ? finding(pointer, "choice", { allowed: keys }, validation)
    : [unknownNameFinding(pointer, mistyped, keys, validation.lang)];
}

function validateString(
  received: string,
  { enum: words, pattern }: JsonSchema,
  pointer: string,
  validation: Validation,
): readonly Finding[] {
  if (words !== undefined && !words.includes(received)) return finding(pointer, "word", { received, allowed: words }, validation);
  const matches = pattern === undefined || new RegExp(pattern, "u").test(received);
  return matches ? [] : finding(pointer, "pattern", { received, allowed: pattern }, validation);
}

function validateNumber(received: number, schema: JsonSchema, pointer: string, validation: Validation): readonly Finding[] {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (received < minimum) return finding(pointer, "minimum", { received, allowed: minimum }, validation);
  return received > maximum ? finding(pointer, "maximum", { received, allowed: maximum }, validation) : [];
}

function validateArray(received: readonly unknown[], schema: JsonSchema, pointer: string, validation: Validation): readonly Finding[] {
  const { items = {}, minItems = 0 } = schema;
  const few = received.length < minItems ? finding(pointer, "few", { allowed: minItems }, validation) : [];
  return [...few, ...received.flatMap((item, i) => validate(item, items, `${pointer}/${i}`, validation))];
}

function validateObject(received: object, schema: JsonSchema, pointer: string, validation: Validation): readonly Finding[] {
  const { properties = {}, required = [], additionalProperties = {} } = schema;
  const missing = required.filter((name) => !Object.hasOwn(received, name));
  const members = Object.entries(received).flatMap(([name, member]) => {
    const property = Object.hasOwn(properties, name) ? properties[name]! : additionalProperties;
    return property === false
      ? [unknownNameFinding(pointer, name, Object.keys(properties), validation.lang)]
      : validate(member, property, `${pointer}/${name}`, validation);
  });
  return [...missing.flatMap((name) => finding(pointer, "required", { name }, validation)), ...members];
}

const hasType = (value: unknown, type: NonNullable<JsonSchema["type"]>): boolean => {
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
};
