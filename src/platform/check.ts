import {
  readDateTime,
  readDecimal,
  readFlag,
  readInteger,
  readText,
  readWord,
  wordOf,
  wrongType,
  type Keywords,
  type Reading,
  type Voice,
} from "./check-values.ts";
import type { Failure } from "./errors.ts";
import { echoed, Findings } from "./findings.ts";
import { bodyErrors, parameterErrors } from "./input-errors.ts";
import type { Static, TSchema } from "./schema.ts";

/** A value after the check. It is what its type says only when nothing failed; members that failed are left out of it. */
export interface Checked<Value = unknown> {
  readonly value: Value;
  readonly failures: readonly Failure[];
}

/** Checks and normalises; `at` is the JSON Pointer of the value when it is a part of something. */
export type Check<Value = unknown> = (value: unknown, at?: string) => Checked<Value>;

/**
 * Compiles a schema into a check of a body. It finds every failure at once (at most 100, then one row that counts the
 * rest), reads what decisions 1.5 tolerates (decimal strings, `null` as absent, unknown keys dropped) and coerces nothing
 * else. Throws at once on a keyword it does not run, so that nothing is published that is not checked.
 */
export function compileCheck<Schema extends TSchema>(schema: Schema): Check<Static<Schema>> {
  const read = compile(schema, BODY);
  return (value, at = "") => {
    const found = new Findings();
    return checked(read(value, found) as Static<Schema>, found, BODY, (pointer) => at + pointer);
  };
}

/**
 * Compiles a schema into a check of path or query parameters, which arrive as texts. Integers and flags are read from
 * theirs, lists from comma lists (a list may repeat, nothing else may). An optional parameter is absent when it is an
 * unfilled `{placeholder}` (decisions 1.8) or empty; an empty number is malformed. Unknown parameters are ignored.
 */
export function compileParameters<Schema extends TSchema>(schema: Schema, place: "path" | "query"): Check<Static<Schema>> {
  const members = compileMembers(schema, PARAMETER);
  return (sent) => {
    const found = new Findings();
    const values: Record<string, unknown> = {};
    for (const member of members) {
      const received = (sent as Readonly<Record<string, unknown>>)[member.name];
      if (Array.isArray(received) && member.schema.type !== "array") {
        found.add(() => parameterErrors.failure("parameter_repeated", { received: echoed(received) }));
        found.under(found.count - 1, member.name);
      } else if (typeof received === "string" && UNPRINTABLE.test(received)) {
        found.add(() => parameterErrors.failure("parameter_control_character"));
        found.under(found.count - 1, member.name);
      } else readMember(member, fromText(member, Array.isArray(received) ? received.join() : received), values, PARAMETER, found);
    }
    return checked(values as Static<Schema>, found, PARAMETER, (pointer) => `${place}.${pointer.slice(1)}`);
  };
}

/** Characters no name or code has; PostgreSQL cannot even hold the first of them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;
const NONE: readonly Failure[] = [];
const BODY: Voice = { type: "Bad_Request_Error", failure: (code, facts) => bodyErrors.failure(code, facts) };
const PARAMETER: Voice = { type: "Parameter_Error", failure: (code, facts) => parameterErrors.failure(`parameter_${code}`, facts) };

function checked<Value>(value: Value, found: Findings, voice: Voice, place: (pointer: string) => string): Checked<Value> {
  if (found.count === 0) return { value, failures: NONE };
  return { value, failures: found.all(place, (count) => voice.failure("more_failures", { params: { count } })) };
}

const PLACEHOLDER = /^\{.*\}$/s;
const INTEGER_TEXT = /^-?\d{1,300}$/;

/** A parameter's text as the value its schema speaks of; a text that is none stays one and is refused as such. */
function fromText({ schema, required }: Pick<Member, "schema" | "required">, text: unknown): unknown {
  if (typeof text !== "string") return text;
  const word = wordOf(schema);
  const isNumber = word === "integer" || word === "number";
  if (!required && (PLACEHOLDER.test(text) || (text === "" && !isNumber))) return undefined;
  if (word === "integer" || schema["x-also"] === "epoch-ms") return INTEGER_TEXT.test(text) ? Number(text) : text;
  if (word === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (word === "array") return itemsOf(text).map((item) => fromText({ schema: schema.items!, required: true }, item));
  return text;
}

const itemsOf = (text: string) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** The keywords each kind of schema may have. Whatever `x-` says beyond them is for documents. */
const ANNOTATIONS = ["description", "examples", "title", "default"];
const KINDS: Readonly<
  Record<string, { readonly keywords: readonly string[]; readonly read: (schema: Keywords, voice: Voice) => Reading }>
> = {
  any: { keywords: [], read: () => (value) => value },
  word: { keywords: ["type", "enum", "const"], read: readWord },
  "date-time": { keywords: ["type", "format"], read: readDateTime },
  string: { keywords: ["type", "minLength", "maxLength", "pattern"], read: readText },
  integer: { keywords: ["type", "minimum", "maximum", "exclusiveMinimum"], read: readInteger },
  number: { keywords: ["type", "minimum", "maximum", "exclusiveMinimum"], read: readDecimal },
  boolean: { keywords: ["type"], read: readFlag },
  array: { keywords: ["type", "items", "minItems", "maxItems", "uniqueItems"], read: readList },
  object: { keywords: ["type", "properties", "required"], read: readRecord },
};

function kindOf(schema: Keywords): string {
  if (schema.enum !== undefined || schema.const !== undefined) return "word";
  return schema.type === undefined ? "any" : wordOf(schema);
}

function compile(schema: Keywords, voice: Voice): Reading {
  const kind = KINDS[kindOf(schema)];
  const unknown = Object.keys(schema).filter(
    (keyword) => !keyword.startsWith("x-") && !ANNOTATIONS.includes(keyword) && !kind?.keywords.includes(keyword),
  );
  if (kind === undefined || unknown.length > 0)
    throw new Error(`the check runs no ${unknown.join(", ") || schema.type} in ${JSON.stringify(schema)}`);
  return kind.read(schema, voice);
}

interface Member {
  readonly name: string;
  readonly schema: Keywords;
  readonly read: Reading;
  readonly required: boolean;
  /** Values that count as not sent, beside null. */
  readonly absent: ReadonlySet<unknown> | undefined;
}

function compileMembers({ properties = {}, required = [] }: Keywords, voice: Voice): readonly Member[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    read: compile(schema, voice),
    required: required.includes(name),
    absent: schema["x-absent"] && new Set(schema["x-absent"]),
  }));
}

function readMember(member: Member, value: unknown, values: Record<string, unknown>, voice: Voice, found: Findings): void {
  const before = found.count;
  if (value !== undefined && value !== null && !member.absent?.has(value)) {
    const read = member.read(value, found);
    if (found.count === before) values[member.name] = read;
  } else if (member.required) found.add(() => voice.failure("required", { allowed: wordOf(member.schema) }));
  else if (member.schema.default !== undefined) values[member.name] = member.schema.default;
  if (found.count > before) found.under(before, member.name);
}

function readRecord(schema: Keywords, voice: Voice): Reading {
  const members = compileMembers(schema, voice);
  return (value, found) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return wrongType(value, "object", voice, found);
    const values: Record<string, unknown> = {};
    for (const member of members) readMember(member, (value as Readonly<Record<string, unknown>>)[member.name], values, voice, found);
    return values;
  };
}

function readList({ items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems = false }: Keywords, voice: Voice): Reading {
  const read = compile(items, voice);
  return (value, found) => {
    if (!Array.isArray(value)) return wrongType(value, "array", voice, found);
    const count = value.length;
    if (count < minItems) found.add(() => voice.failure("too_few_items", { allowed: minItems, params: { count } }));
    if (count > maxItems) found.add(() => voice.failure("too_many_items", { allowed: maxItems, params: { count } }));
    const values: unknown[] = [];
    const firsts = uniqueItems ? new Map<unknown, number>() : undefined;
    // Items beyond the maximum are not looked at: the sender chooses how many there are.
    for (let i = 0; i < count && i < maxItems; i += 1) {
      const before = found.count;
      const item = read(value[i], found);
      const first = firsts && found.count === before ? firstOf(firsts, item, i) : i;
      if (first !== i) found.add(() => voice.failure("repeated_item", { received: echoed(item), params: { first } }));
      if (found.count > before) found.under(before, i);
      else values.push(item);
    }
    return values;
  };
}

/** Where an equal item came first; `i` when none did. Read items have their keys in the schema's order, so equal ones have equal text. */
function firstOf(firsts: Map<unknown, number>, item: unknown, i: number): number {
  const key = typeof item === "object" ? JSON.stringify(item) : item;
  const first = firsts.get(key);
  if (first === undefined) firsts.set(key, i);
  return first ?? i;
}
