import { isoDateTime } from "../basics/clock.ts";
import { compileSchema, compileMembers, checkMember, type Member } from "./check-shapes.ts";
import { typeNameOf, type SchemaKeywords, type FailureFactory } from "./check-values.ts";
import type { Failure } from "./errors.ts";
import { echoableValue, FailureCollector } from "./failure-collector.ts";
import { bodyErrors, PARAMETER_PLACES, parameterErrors, periodErrors } from "./input-errors.ts";
import type { Static, TSchema } from "./schema.ts";

/** Where parameters stand. */
type ParameterPlace = keyof typeof PARAMETER_PLACES;

/** What becomes of an optional parameter that is a placeholder or empty. */
type Unfilled = "absent" | "refused";

/** A value after the check. It is what its type says only when nothing failed; members that failed are left out of it. */
export interface CheckResult<Value = unknown> {
  readonly value: Value;
  readonly failures: readonly Failure[];
}

/** Checks and normalises; `at` is the JSON Pointer of the value when it is a part of something. */
export type Check<Value = unknown> = (value: unknown, at?: string) => CheckResult<Value>;

/**
 * Compiles a schema into a check of a body. It finds every failure at once (at most 100, then one row that counts the
 * rest), reads what decisions 1.5 and 9 tolerate (numbers as texts, `null` as absent, unknown keys dropped) and coerces nothing
 * else. Faults that `parseJson` found in what is read are failures too. Throws at once on a keyword it does not run, so
 * that nothing is published that is not checked.
 */
export function compileSchemaCheck<Schema extends TSchema>(schema: Schema): Check<Static<Schema>> {
  const read = compileSchema(schema, BODY);
  return (value, at = "") => {
    const found = new FailureCollector();
    return checked(read(value, found) as Static<Schema>, found, BODY, (pointer) => at + pointer);
  };
}

/**
 * Compiles a schema into a check of path, query or header parameters, which arrive as texts. Integers and flags are read
 * from theirs, lists from comma lists (a list may repeat, nothing else may). Unknown parameters are ignored. Headers are
 * sent under names in lower case.
 *
 * An optional parameter that is an unfilled `{placeholder}` (decisions 1.8) or empty is `absent`, but for an empty number,
 * which is malformed, and for a list that says by being empty that it names nothing; where something is changed it is
 * `refused`: a `dryRun` that got lost would carry out what it rehearses.
 */
export function compileParameterCheck<Schema extends TSchema>(
  schema: Schema,
  place: ParameterPlace,
  unfilled: Unfilled = "absent",
): Check<Static<Schema>> {
  const voice = parameterIn(place);
  const members = compileMembers(schema, voice).map((member) => ({
    member,
    sentAs: place === "header" ? member.name.toLowerCase() : member.name,
  }));
  const { "x-period": period } = schema as SchemaKeywords;
  return (sent) => {
    const found = new FailureCollector();
    const values: Record<string, unknown> = {};
    for (const { member, sentAs } of members) {
      const received = (sent as Readonly<Record<string, unknown>>)[sentAs];
      const text = Array.isArray(received) ? received.join() : received;
      if (text !== received && member.schema.type !== "array") {
        found.add(() => parameterErrors.failure("parameter_repeated", { received: echoableValue(received) }));
        found.under(found.count - 1, member.name);
      } else if (typeof text === "string" && UNPRINTABLE.test(text)) {
        found.add(() => parameterErrors.failure("parameter_control_character"));
        found.under(found.count - 1, member.name);
      } else
        checkMember(member, isUnfilled(member, text, unfilled) ? undefined : fromText(member.schema, text, unfilled), values, voice, found);
    }
    if (period !== undefined) refuseReversed(period, values, found);
    return checked(values as Static<Schema>, found, voice, (pointer) => `${place}.${pointer.split("/")[1] ?? ""}`);
  };
}

/** A period whose end is before its beginning finds nothing, and mostly means that one of them was understood otherwise than it was meant. */
function refuseReversed(
  [from, until]: readonly [string, string],
  values: Readonly<Record<string, unknown>>,
  found: FailureCollector,
): void {
  const [first, last] = [values[from], values[until]];
  if (typeof first !== "number" || typeof last !== "number" || first <= last) return;
  const [start, end] = [isoDateTime(first), isoDateTime(last)];
  found.add(() => periodErrors.failure("period_reversed", { received: `${start}/${end}`, params: { from, until, start, end } }));
  found.under(found.count - 1, until);
}

/** Characters no name or code has; PostgreSQL cannot even hold the first of them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;
const NONE: readonly Failure[] = [];
const BODY: FailureFactory = { type: "Bad_Request_Error", readsDigits: true, failure: (code, facts) => bodyErrors.failure(code, facts) };
const parameterIn = (place: ParameterPlace): FailureFactory => ({
  type: "Parameter_Error",
  readsDigits: false,
  failure: (code, { params, ...facts } = {}) =>
    parameterErrors.failure(`parameter_${code}`, { ...facts, params: { place: PARAMETER_PLACES[place], ...params } }),
});

function checked<Value>(
  value: Value,
  found: FailureCollector,
  voice: FailureFactory,
  place: (pointer: string) => string,
): CheckResult<Value> {
  if (found.count === 0) return { value, failures: NONE };
  return { value, failures: found.all(place, (count) => voice.failure("more_failures", { params: { count } })) };
}

const PLACEHOLDER = /^\{.*\}$/s;
const NUMBERS: ReadonlySet<string> = new Set(["integer", "number"]);
const INTEGER_TEXT = /^-?\d{1,300}$/;

function isUnfilled({ required, schema }: Member, text: unknown, unfilled: Unfilled): boolean {
  if (typeof text !== "string" || required || unfilled === "refused") return false;
  if (schema.type !== "array") return PLACEHOLDER.test(text) || (text === "" && !NUMBERS.has(typeNameOf(schema)));
  const items = itemsOf(text);
  return items.every((item) => PLACEHOLDER.test(item)) && (items.length > 0 || !schema["x-empty"]);
}

/** A parameter's text as the value its schema speaks of; a text that is none stays one and is refused as such. */
function fromText(schema: SchemaKeywords, text: unknown, unfilled: Unfilled): unknown {
  if (typeof text !== "string") return text;
  const word = typeNameOf(schema);
  if (word === "integer" || schema["x-also"] === "epoch-ms") return INTEGER_TEXT.test(text) ? Number(text) : text;
  if (word === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (word === "array") return filledIn(itemsOf(text), unfilled).map((item) => fromText(schema.items!, item, unfilled));
  return text;
}

/** Placeholders among the items of a list name nothing, like those that stand alone. */
const filledIn = (items: readonly string[], unfilled: Unfilled): readonly string[] =>
  unfilled === "absent" ? items.filter((item) => !PLACEHOLDER.test(item)) : items;

const itemsOf = (text: string) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
