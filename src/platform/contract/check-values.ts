import { parseDateTime } from "../basics/clock.ts";
import { isExactNumber, scaleOf } from "../basics/decimal.ts";
import type { ErrorRow, ErrorType, Failure, LocalizedText } from "./errors.ts";
import { echoableValue, type FailureCollector } from "./failure-collector.ts";
import type { ValueCode } from "./input-errors.ts";
import { nearestWords } from "../basics/nearest-words.ts";
import { typeName, expectedTypeText } from "./type-words.ts";

/** Reads one value: answers it normalised, or adds what is wrong with it and answers undefined. */
export type ValueCheck = (value: unknown, found: FailureCollector) => unknown;

/** The keywords that readings run. `schema.ts` writes them; schemas from elsewhere may use no others. */
export interface SchemaKeywords {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: SchemaKeywords;
  readonly properties?: Readonly<Record<string, SchemaKeywords>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly "x-scale"?: number;
  readonly "x-also"?: "integer" | "epoch-ms";
  readonly "x-day"?: "last-instant";
  readonly "x-composed"?: true;
  readonly "x-absent"?: readonly unknown[];
  readonly "x-empty"?: true;
  readonly "x-period"?: readonly [from: string, until: string];
  readonly "x-ignore-case"?: boolean;
  readonly "x-aliases"?: Readonly<Record<string, string>>;
  readonly "x-code"?: string;
  readonly "x-hint"?: LocalizedText;
  readonly "x-personal"?: boolean;
  readonly "x-secret"?: true;
  readonly "x-unread"?: true;
}

type Facts = Partial<Pick<Failure, "received" | "allowed" | "suggestions" | "params" | "personal">>;

/** In whose name failures speak: a body's or a parameter's. */
export interface FailureFactory {
  readonly type: ErrorType;
  /** A text of digits is read as the whole number it writes. A parameter's text was read before: all of them are texts. */
  readonly readsDigits: boolean;
  readonly failure: (code: ValueCode, facts?: Facts) => Failure;
}

/** What a value of this schema is called in sentences: its JSON type, or what is more telling. */
export const typeNameOf = (schema: SchemaKeywords): string => (schema.format === "date-time" ? "date-time" : (schema.type ?? "string"));

const jsonTypeOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** Adds that a value has the wrong type; the value is not looked at further. */
export function addWrongType(value: unknown, allowed: string, voice: FailureFactory, found: FailureCollector): undefined {
  return found.add(() => {
    const params = { type: typeName(jsonTypeOf(value)), wanted: expectedTypeText(allowed) };
    const personal = isMisplaced(value, allowed) ? { personal: ["received"] } : {};
    return voice.failure("wrong_type", { received: echoableValue(value), allowed, params, ...personal });
  });
}

/** Values that have members or items, each with a schema of its own that says whether it is personal. */
const CONTAINERS: ReadonlySet<string> = new Set(["object", "array"]);
/** Whether a schema is one of an object or a list. */
export const isObjectOrArray = ({ type = "" }: SchemaKeywords): boolean => CONTAINERS.has(type);

/**
 * Whether a value has content that no schema has looked at: it is an object or a list, or a text or a number where one is wanted. Anything
 * may stand in it, a customer too.
 */
const isMisplaced = (value: unknown, allowed: string): boolean =>
  value !== null && (typeof value === "object" || (CONTAINERS.has(allowed) && typeof value !== "boolean"));

/** Reads a text: its letters composed where that is asked for, then length in characters, pattern. */
export function checkString(schema: SchemaKeywords, voice: FailureFactory): ValueCheck {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, "x-also": also, "x-composed": composed } = schema;
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, "u");
  const mismatch = patternRefusal(schema, voice);
  return (value, found) => {
    if (typeof value !== "string") {
      if (also !== "integer" || !Number.isSafeInteger(value)) return addWrongType(value, "string", voice, found);
      value = String(value);
    }
    const text = composed ? (value as string).normalize() : (value as string);
    const before = found.count;
    // Code points are at most as many as UTF-16 units and at least half as many; counting is needed only in between.
    if (text.length > maxLength || text.length < 2 * minLength) {
      const length = codePoints(text);
      // The characters of a text that is too long are looked at too; one that is too short often has none to look at.
      if (length > maxLength)
        found.add(() => voice.failure("too_long", { received: echoableValue(text), allowed: maxLength, params: { length } }));
      if (length < minLength)
        return found.add(() => voice.failure("too_short", { received: text, allowed: minLength, params: { length } }));
    }
    if (pattern !== undefined && !pattern.test(text)) found.add(() => mismatch(echoableValue(text)));
    return found.count === before ? text : undefined;
  };
}

/** A pattern that has a sentence of its own is refused with it, under its own code. */
function patternRefusal(schema: SchemaKeywords, voice: FailureFactory): (received: unknown) => Failure {
  const { pattern: allowed, "x-code": code, "x-hint": text } = schema;
  if (code === undefined || text === undefined) return (received) => voice.failure("pattern", { received, allowed });
  const row: ErrorRow = { status: 400, type: voice.type, text };
  return (received) => ({ ...voice.failure("pattern", { received, allowed }), code, row });
}

function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count -= 1;
      i += 1;
    }
  }
  return count;
}

/** Reads one of a closed list of words; other accepted spellings become the listed one. */
export function checkEnum(schema: SchemaKeywords, voice: FailureFactory): ValueCheck {
  const words = schema.enum ?? [schema.const!];
  const fold = schema["x-ignore-case"] ? (text: string) => text.toLowerCase() : (text: string) => text;
  const meanings = new Map(
    [...Object.entries(schema["x-aliases"] ?? {}), ...words.map((word) => [word, word] as const)].map(([spelling, word]) => [
      fold(spelling),
      word,
    ]),
  );
  return (value, found) => {
    if (typeof value !== "string") return addWrongType(value, "string", voice, found);
    const word = meanings.get(fold(value));
    if (word !== undefined) return word;
    return found.add(() => {
      const suggestions = nearestWords(value, words);
      return voice.failure("not_allowed", {
        received: echoableValue(value),
        allowed: words,
        ...(suggestions.length > 0 ? { suggestions } : {}),
      });
    });
  };
}

/** Reads `true` or `false`. */
export function checkBoolean(_schema: SchemaKeywords, voice: FailureFactory): ValueCheck {
  return (value, found) => (typeof value === "boolean" ? value : addWrongType(value, "boolean", voice, found));
}

const INTEGER_TEXT = /^-?\d+$/;

/** Reads a whole number within its bounds: a number, or a text of its digits such as `"25"`; refuses what would have to be rounded. */
export function checkInteger(schema: SchemaKeywords, voice: FailureFactory): ValueCheck {
  const within = bounds(schema, voice);
  return (value, found) => {
    if (typeof value === "string" && voice.readsDigits && INTEGER_TEXT.test(value)) {
      if (!isExactNumber(value)) return found.add(() => voice.failure("number_not_exact", { received: echoableValue(value) }));
    } else if (typeof value !== "number" || !Number.isInteger(value)) return addWrongType(value, "integer", voice, found);
    const number = positiveZero(Number(value));
    within(number, value, found);
    return number;
  };
}

const DECIMAL_TEXT = /^-?\d+(?:\.\d+)?$/;
const DECIMAL_COMMA = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/;

/** Reads an exact decimal: a number, or a text such as `"12.50"`; refuses what would have to be rounded. */
export function checkDecimal(schema: SchemaKeywords, voice: FailureFactory): ValueCheck {
  const scale = schema["x-scale"] ?? Number.POSITIVE_INFINITY;
  const within = bounds(schema, voice);
  return (value, found) => {
    if (typeof value === "string") {
      if (DECIMAL_COMMA.test(value)) {
        const fixed = value.replaceAll(".", "").replace(",", ".");
        return found.add(() => voice.failure("decimal_comma", { received: echoableValue(value), suggestions: [fixed], params: { fixed } }));
      }
      if (!DECIMAL_TEXT.test(value)) return addWrongType(value, "number", voice, found);
      if (!isExactNumber(value)) return found.add(() => voice.failure("number_not_exact", { received: echoableValue(value) }));
    } else if (typeof value !== "number" || !Number.isFinite(value)) return addWrongType(value, "number", voice, found);
    const number = positiveZero(Number(value));
    within(number, value, found);
    const decimals = scaleOf(number);
    if (decimals > scale) found.add(() => voice.failure("too_many_decimals", { received: value, allowed: scale, params: { decimals } }));
    return number;
  };
}

/** Zero has no sign outside of floating point. */
const positiveZero = (value: number) => value + 0;

function bounds(schema: SchemaKeywords, voice: FailureFactory): (value: number, received: unknown, found: FailureCollector) => void {
  const { exclusiveMinimum: above, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  return (value, received, found) => {
    if (above !== undefined && value <= above)
      found.add(() => voice.failure("not_above", { received, allowed: above, params: { limit: above === 0 ? "zero" : above } }));
    else if (value < minimum) found.add(() => voice.failure("below_minimum", { received, allowed: minimum }));
    if (value > maximum) found.add(() => voice.failure("over_maximum", { received, allowed: maximum }));
  };
}

/** The furthest instant a date can hold, either way (ECMA-262). */
const FURTHEST_MS = 8_640_000_000_000_000;

const DAY = /^\d{4}-\d\d-\d\d$/;
/** Instants from 1973 to 2286. Fewer digits, or more, are rather a date without its signs. */
const EPOCH_TEXT = /^\d{12,13}$/;

/** Reads an instant as epoch milliseconds, in any spelling of decisions 1.7. */
export function checkDateTime(schema: SchemaKeywords, voice: FailureFactory): ValueCheck {
  const takesEpoch = schema["x-also"] === "epoch-ms";
  const takesDigits = takesEpoch && voice.readsDigits;
  const endOf = (text: string) => (schema["x-day"] === "last-instant" && DAY.test(text) ? `${text}T23:59:59.999` : text);
  return (value, found) => {
    if (typeof value === "string") {
      const ms = takesDigits && EPOCH_TEXT.test(value) ? Number(value) : parseDateTime(endOf(value));
      if (ms !== undefined) return ms;
    } else if (!takesEpoch || !Number.isInteger(value)) return addWrongType(value, "date-time", voice, found);
    else if (Math.abs(value as number) <= FURTHEST_MS) return value;
    return found.add(() => voice.failure("wrong_date", { received: echoableValue(value) }));
  };
}
