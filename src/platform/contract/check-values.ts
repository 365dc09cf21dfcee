import { parseDateTime } from "../basics/clock.ts";
import { isExactNumber, scaleOf } from "../basics/decimal.ts";
import type { ErrorRow, ErrorType, Failure, LocalizedText } from "./errors.ts";
import { echoableValue, type FailureCollector } from "./failure-collector.ts";
import type { ValueCode } from "./input-errors.ts";
import { nearestWords } from "../basics/nearest-words.ts";
import { typeName, expectedTypeText } from "./type-words.ts";

/** Checks one value. Returns it normalised, or adds a failure and returns undefined. */
export type ValueCheck = (value: unknown, collector: FailureCollector) => unknown;

/** The keywords that checks support. `schema.ts` produces them. Schemas from other sources must not use any others. */
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

/** Creates the failures of a body, or of the parameters at one location. */
export interface FailureFactory {
  readonly type: ErrorType;
  /** Whether a text of digits is accepted as a whole number. False for parameters: their texts are parsed before the check. */
  readonly readsDigits: boolean;
  readonly failure: (code: ValueCode, facts?: Facts) => Failure;
}

/** The name of a schema's type in messages: its JSON type or a more specific one. */
export const typeNameOf = (schema: SchemaKeywords): string => (schema.format === "date-time" ? "date-time" : (schema.type ?? "string"));

const jsonTypeOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** Adds a wrong-type failure. `allowed` is the name of the expected type. */
export function addWrongType(value: unknown, allowed: string, factory: FailureFactory, collector: FailureCollector): undefined {
  return collector.add(() => {
    const params = { type: typeName(jsonTypeOf(value)), wanted: expectedTypeText(allowed) };
    const personal = isMisplaced(value, allowed) ? { personal: ["received"] } : {};
    return factory.failure("wrong_type", { received: echoableValue(value), allowed, params, ...personal });
  });
}

/** Types of values that contain other values. Each contained value has its own schema, which says whether it is personal data. */
const CONTAINERS: ReadonlySet<string> = new Set(["object", "array"]);
/** Whether a schema describes an object or a list. */
export const isObjectOrArray = ({ type = "" }: SchemaKeywords): boolean => CONTAINERS.has(type);

/**
 * Whether no schema has checked the content of a value of the wrong type: it is an object or a list, or it is a text or a number where an
 * object or a list is expected. Such a value may contain personal data.
 */
const isMisplaced = (value: unknown, allowed: string): boolean =>
  value !== null && (typeof value === "object" || (CONTAINERS.has(allowed) && typeof value !== "boolean"));

/** Checks a text. First composes its letters if the schema says so, then checks the length in characters and the pattern. */
export function checkString(schema: SchemaKeywords, factory: FailureFactory): ValueCheck {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, "x-also": also, "x-composed": composed } = schema;
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, "u");
  const mismatch = patternRefusal(schema, factory);
  return (value, collector) => {
    if (typeof value !== "string") {
      if (also !== "integer" || !Number.isSafeInteger(value)) return addWrongType(value, "string", factory, collector);
      value = String(value);
    }
    const text = composed ? (value as string).normalize() : (value as string);
    const before = collector.count;
    // A text has at most as many code points as UTF-16 units, and at least half as many. Most texts therefore need no counting.
    if (text.length > maxLength || text.length < 2 * minLength) {
      const length = codePoints(text);
      // A text that is too long is still checked against the pattern. A text that is too short is not, because it is often empty.
      if (length > maxLength)
        collector.add(() => factory.failure("too_long", { received: echoableValue(text), allowed: maxLength, params: { length } }));
      if (length < minLength)
        return collector.add(() => factory.failure("too_short", { received: text, allowed: minLength, params: { length } }));
    }
    if (pattern !== undefined && !pattern.test(text)) collector.add(() => mismatch(echoableValue(text)));
    return collector.count === before ? text : undefined;
  };
}

/**
 * Returns a function that creates the failure for a text that does not match the pattern. The failure has the schema's own code and message
 * if the schema has them.
 */
function patternRefusal(schema: SchemaKeywords, factory: FailureFactory): (received: unknown) => Failure {
  const { pattern: allowed, "x-code": code, "x-hint": text } = schema;
  if (code === undefined || text === undefined) return (received) => factory.failure("pattern", { received, allowed });
  const row: ErrorRow = { status: 400, type: factory.type, text };
  return (received) => ({ ...factory.failure("pattern", { received, allowed }), code, row });
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

/** Checks an enum value. Returns the listed spelling, whichever accepted spelling was sent. */
export function checkEnum(schema: SchemaKeywords, factory: FailureFactory): ValueCheck {
  const words = schema.enum ?? [schema.const!];
  const fold = schema["x-ignore-case"] ? (text: string) => text.toLowerCase() : (text: string) => text;
  const meanings = new Map(
    [...Object.entries(schema["x-aliases"] ?? {}), ...words.map((word) => [word, word] as const)].map(([spelling, word]) => [
      fold(spelling),
      word,
    ]),
  );
  return (value, collector) => {
    if (typeof value !== "string") return addWrongType(value, "string", factory, collector);
    const word = meanings.get(fold(value));
    if (word !== undefined) return word;
    return collector.add(() => {
      const suggestions = nearestWords(value, words);
      return factory.failure("not_allowed", {
        received: echoableValue(value),
        allowed: words,
        ...(suggestions.length > 0 ? { suggestions } : {}),
      });
    });
  };
}

/** Checks that a value is `true` or `false`. */
export function checkBoolean(_schema: SchemaKeywords, factory: FailureFactory): ValueCheck {
  return (value, collector) => (typeof value === "boolean" ? value : addWrongType(value, "boolean", factory, collector));
}

const INTEGER_TEXT = /^-?\d+$/;

/**
 * Checks a whole number and its limits. Accepts a number and, in a body, digits such as `"25"`. Refuses a value that would have to be
 * rounded.
 */
export function checkInteger(schema: SchemaKeywords, factory: FailureFactory): ValueCheck {
  const within = bounds(schema, factory);
  return (value, collector) => {
    if (typeof value === "string" && factory.readsDigits && INTEGER_TEXT.test(value)) {
      if (!isExactNumber(value)) return collector.add(() => factory.failure("number_not_exact", { received: echoableValue(value) }));
    } else if (typeof value !== "number" || !Number.isInteger(value)) return addWrongType(value, "integer", factory, collector);
    const number = positiveZero(Number(value));
    within(number, value, collector);
    return number;
  };
}

const DECIMAL_TEXT = /^-?\d+(?:\.\d+)?$/;
const DECIMAL_COMMA = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/;

/** Checks an exact decimal. Accepts a number or a text such as `"12.50"`. Refuses a value that would have to be rounded. */
export function checkDecimal(schema: SchemaKeywords, factory: FailureFactory): ValueCheck {
  const scale = schema["x-scale"] ?? Number.POSITIVE_INFINITY;
  const within = bounds(schema, factory);
  return (value, collector) => {
    if (typeof value === "string") {
      if (DECIMAL_COMMA.test(value)) {
        const fixed = value.replaceAll(".", "").replace(",", ".");
        return collector.add(() =>
          factory.failure("decimal_comma", { received: echoableValue(value), suggestions: [fixed], params: { fixed } }),
        );
      }
      if (!DECIMAL_TEXT.test(value)) return addWrongType(value, "number", factory, collector);
      if (!isExactNumber(value)) return collector.add(() => factory.failure("number_not_exact", { received: echoableValue(value) }));
    } else if (typeof value !== "number" || !Number.isFinite(value)) return addWrongType(value, "number", factory, collector);
    const number = positiveZero(Number(value));
    within(number, value, collector);
    const decimals = scaleOf(number);
    if (decimals > scale)
      collector.add(() => factory.failure("too_many_decimals", { received: value, allowed: scale, params: { decimals } }));
    return number;
  };
}

/** Turns -0 into 0. */
const positiveZero = (value: number) => value + 0;

function bounds(schema: SchemaKeywords, factory: FailureFactory): (value: number, received: unknown, collector: FailureCollector) => void {
  const { exclusiveMinimum: above, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  return (value, received, collector) => {
    if (above !== undefined && value <= above)
      collector.add(() => factory.failure("not_above", { received, allowed: above, params: { limit: above === 0 ? "zero" : above } }));
    else if (value < minimum) collector.add(() => factory.failure("below_minimum", { received, allowed: minimum }));
    if (value > maximum) collector.add(() => factory.failure("over_maximum", { received, allowed: maximum }));
  };
}

/** The latest instant that a Date can hold. The earliest is its negative (ECMA-262). */
const FURTHEST_MS = 8_640_000_000_000_000;

const DAY = /^\d{4}-\d\d-\d\d$/;
/** Epoch milliseconds of instants from 1973 to 2286. A text with fewer or more digits is probably a date without separators. */
const EPOCH_TEXT = /^\d{12,13}$/;

/** Checks an instant in any spelling of decisions 1.7 and converts it to epoch milliseconds. */
export function checkDateTime(schema: SchemaKeywords, factory: FailureFactory): ValueCheck {
  const acceptsEpoch = schema["x-also"] === "epoch-ms";
  const acceptsDigits = acceptsEpoch && factory.readsDigits;
  const endOf = (text: string) => (schema["x-day"] === "last-instant" && DAY.test(text) ? `${text}T23:59:59.999` : text);
  return (value, collector) => {
    if (typeof value === "string") {
      const ms = acceptsDigits && EPOCH_TEXT.test(value) ? Number(value) : parseDateTime(endOf(value));
      if (ms !== undefined) return ms;
    } else if (!acceptsEpoch || !Number.isInteger(value)) return addWrongType(value, "date-time", factory, collector);
    else if (Math.abs(value as number) <= FURTHEST_MS) return value;
    return collector.add(() => factory.failure("wrong_date", { received: echoableValue(value) }));
  };
}
