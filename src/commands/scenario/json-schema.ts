import { formatMessage, displayValue, type Lang, type Params, type LocalizedText } from "../../platform/contract/errors.ts";
import { nearestWords } from "../../platform/basics/nearest-words.ts";

/** The part of JSON Schema 2020-12 that the format of scenarios is written in. */
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
  /** Objects, told apart by the first key that each requires. */
  readonly oneOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** What is wrong with a file, and where: a JSON Pointer into it. */
export interface Finding {
  readonly pointer: string;
  readonly message: string;
}

const TEXTS = {
  type: { "pt-BR": "esperado {allowed}, veio {received}", en: "expected {allowed}, {received} came" },
  required: { "pt-BR": "falta {name}", en: "{name} is missing" },
  unknown: { "pt-BR": "{name} não existe aqui; existem {allowed}", en: "there is no {name} here; there are {allowed}" },
  near: { "pt-BR": "{name} não existe aqui; seria {near}?", en: "there is no {name} here; did you mean {near}?" },
  few: { "pt-BR": "são poucos itens: ao menos {allowed}", en: "too few items: at least {allowed}" },
  word: { "pt-BR": "{received} não é um de {allowed}", en: "{received} is none of {allowed}" },
  pattern: { "pt-BR": "{received} não tem a forma {allowed}", en: "{received} is not of the form {allowed}" },
  minimum: { "pt-BR": "{received} é menos que {allowed}", en: "{received} is less than {allowed}" },
  maximum: { "pt-BR": "{received} é mais que {allowed}", en: "{received} is more than {allowed}" },
  choice: { "pt-BR": "aqui vai um de {allowed}", en: "one of {allowed} goes here" },
} as const satisfies Record<string, LocalizedText>;

/** A sentence of this file, for findings that no schema can say. */
export const findingAt = (pointer: string, text: LocalizedText, facts: Params, lang: Lang): Finding => ({
  pointer,
  message: formatMessage(text[lang], facts),
});

/** Says that a name is not known, and which one was perhaps meant. */
export function unknownName(pointer: string, name: string, known: readonly string[], lang: Lang): Finding {
  const near = nearestWords(name, known);
  return near.length > 0
    ? findingAt(pointer, TEXTS.near, { name, near }, lang)
    : findingAt(pointer, TEXTS.unknown, { name, allowed: known.join(", ") }, lang);
}

/** Everything that a value has against a schema, in the order of the file. */
export function findingsOf(value: unknown, root: JsonSchema, lang: Lang): readonly Finding[] {
  const say = (pointer: string, text: keyof typeof TEXTS, facts: Params) => [findingAt(pointer, TEXTS[text], facts, lang)];

  function check(received: unknown, schema: JsonSchema, pointer: string): readonly Finding[] {
    if (schema.$ref !== undefined) return check(received, root.$defs![schema.$ref.replace("#/$defs/", "")]!, pointer);
    if (schema.oneOf !== undefined) return choose(received, schema.oneOf, pointer);
    if (schema.type !== undefined && !hasType(received, schema.type))
      return say(pointer, "type", { allowed: schema.type, received: displayValue(received) });
    if (typeof received === "string") return ofText(received, schema, pointer);
    if (typeof received === "number") return ofNumber(received, schema, pointer);
    if (Array.isArray(received)) return ofList(received, schema, pointer);
    return typeof received === "object" && received !== null ? ofObject(received, schema, pointer) : [];
  }

  function choose(received: unknown, choices: readonly JsonSchema[], pointer: string): readonly Finding[] {
    const resolved = choices.map((one) => (one.$ref === undefined ? one : root.$defs![one.$ref.replace("#/$defs/", "")]!));
    const keys = resolved.map(({ required = [] }) => required[0]!);
    if (typeof received !== "object" || received === null) return say(pointer, "choice", { allowed: keys });
    const chosen = resolved.find((_, i) => Object.hasOwn(received, keys[i]!));
    if (chosen !== undefined) return check(received, chosen, pointer);
    const mistyped = Object.keys(received).find((key) => nearestWords(key, keys).length > 0);
    return mistyped === undefined ? say(pointer, "choice", { allowed: keys }) : [unknownName(pointer, mistyped, keys, lang)];
  }

  function ofText(received: string, { enum: words, pattern }: JsonSchema, pointer: string): readonly Finding[] {
    if (words !== undefined && !words.includes(received)) return say(pointer, "word", { received, allowed: words });
    const isFormed = pattern === undefined || new RegExp(pattern, "u").test(received);
    return isFormed ? [] : say(pointer, "pattern", { received, allowed: pattern });
  }

  function ofNumber(received: number, { minimum = -Infinity, maximum = Infinity }: JsonSchema, pointer: string): readonly Finding[] {
    if (received < minimum) return say(pointer, "minimum", { received, allowed: minimum });
    return received > maximum ? say(pointer, "maximum", { received, allowed: maximum }) : [];
  }

  function ofList(received: readonly unknown[], { items = {}, minItems = 0 }: JsonSchema, pointer: string): readonly Finding[] {
    const few = received.length < minItems ? say(pointer, "few", { allowed: minItems }) : [];
    return [...few, ...received.flatMap((item, i) => check(item, items, `${pointer}/${i}`))];
  }

  function ofObject(received: object, { properties = {}, required = [], additionalProperties = {} }: JsonSchema, pointer: string) {
    const missing = required.filter((name) => !Object.hasOwn(received, name)).flatMap((name) => say(pointer, "required", { name }));
    const members = Object.entries(received).flatMap(([name, member]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name]! : additionalProperties;
      return schema === false ? [unknownName(pointer, name, Object.keys(properties), lang)] : check(member, schema, `${pointer}/${name}`);
    });
    return [...missing, ...members];
  }

  return check(value, root, "");
}

const hasType = (value: unknown, type: NonNullable<JsonSchema["type"]>): boolean => {
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
};
