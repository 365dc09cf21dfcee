import type { LocalizedText } from "../../platform/contract/index.ts";

/** A value that is not as expected, with its JSON Pointer. */
export interface Mismatch {
  readonly pointer: string;
  /** The value itself. Undefined = there is no value at the pointer. */
  readonly received: unknown;
  readonly expected: unknown;
}

/** An expectation other than equality, such as `{"$atLeast": 1}`. If an object has several matchers, all must hold. */
export interface Matcher {
  readonly does: LocalizedText;
  readonly example: unknown;
  readonly holds: (received: unknown, operand: unknown) => boolean;
}

const sizeOf = (value: unknown) => (Array.isArray(value) || typeof value === "string" ? value.length : Number.NaN);
const isNumber = (value: unknown): value is number => typeof value === "number";
/** The value as a number. Converts texts too, because header values are texts. NaN for any other value. */
const numberOf = (value: unknown) => (isNumber(value) ? value : typeof value === "string" && value !== "" ? Number(value) : Number.NaN);

/** Every matcher by its key. */
export const MATCHERS: Readonly<Record<string, Matcher>> = {
  $atLeast: {
    does: { "pt-BR": "um número desse valor para cima", en: "a number of this value or above" },
    example: 1,
    holds: (received, operand) => isNumber(operand) && numberOf(received) >= operand,
  },
  $atMost: {
    does: { "pt-BR": "um número desse valor para baixo", en: "a number of this value or below" },
    example: 60,
    holds: (received, operand) => isNumber(operand) && numberOf(received) <= operand,
  },
  $count: {
    does: { "pt-BR": "uma lista com tantos itens", en: "a list of so many items" },
    example: 2,
    holds: (received, operand) => matches(sizeOf(received), operand),
  },
  $contains: {
    does: {
      "pt-BR": "uma lista com um item assim, ou um texto com esse trecho",
      en: "a list with such an item, or a text with this part",
    },
    example: { code: "order_frozen" },
    holds: (received, operand) =>
      typeof received === "string" ? received.includes(String(operand)) : itemsOf(received).some((item) => matches(item, operand)),
  },
  $each: {
    does: { "pt-BR": "uma lista em que todo item é assim", en: "a list whose every item is such" },
    example: { verified: true },
    holds: (received, operand) => Array.isArray(received) && received.every((item) => matches(item, operand)),
  },
  $pattern: {
    does: { "pt-BR": "um texto que combina com a expressão regular", en: "a text that matches the regular expression" },
    example: "^evt_",
    holds: (received, operand) => typeof received === "string" && new RegExp(String(operand), "u").test(received),
  },
  $oneOf: {
    does: { "pt-BR": "um destes valores", en: "one of these values" },
    example: [200, 409],
    holds: (received, operand) => itemsOf(operand).some((one) => matches(received, one)),
  },
  $not: {
    does: { "pt-BR": "tudo, menos isso", en: "anything but this" },
    example: "canceled",
    holds: (received, operand) => !matches(received, operand),
  },
  $absent: {
    does: { "pt-BR": "true: não está lá; false: está, seja o que for", en: "true: is not there; false: is, whatever it is" },
    example: true,
    holds: (received, operand) => (received === undefined) === (operand === true),
  },
};

/**
 * All values in `received` that are not as expected. A received object may have further members. A received list must have exactly the
 * expected items, in the same order. `{"$...": ...}` is a matcher. Any other value must be equal.
 */
export function mismatches(received: unknown, expected: unknown, pointer = ""): readonly Mismatch[] {
  const mismatch = [{ pointer, received, expected }];
  if (Array.isArray(expected)) {
    if (!Array.isArray(received) || received.length !== expected.length) return mismatch;
    return expected.flatMap((item, i) => mismatches(received[i], item, `${pointer}/${i}`));
  }
  if (typeof expected !== "object" || expected === null) return Object.is(received, expected) ? [] : mismatch;
  const members = Object.entries(expected);
  if (members.some(([key]) => Object.hasOwn(MATCHERS, key)))
    return members.every(([key, operand]) => MATCHERS[key]?.holds(received, operand)) ? [] : mismatch;
  if (typeof received !== "object" || received === null) return mismatch;
  const object = received as Readonly<Record<string, unknown>>;
  return members.flatMap(([key, member]) =>
    mismatches(
      Object.hasOwn(object, key) ? object[key] : undefined,
      member,
      `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    ),
  );
}

const matches = (received: unknown, expected: unknown): boolean => mismatches(received, expected).length === 0;
const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
