import { isoDateTime } from "../basics/clock.ts";
import { compileSchema, compileMembers, checkMember, type Member } from "./check-shapes.ts";
import { typeNameOf, type SchemaKeywords, type FailureFactory } from "./check-values.ts";
import type { Failure } from "./errors.ts";
import { echoableValue, FailureCollector } from "./failure-collector.ts";
import { bodyErrors, PARAMETER_PLACES, parameterErrors, periodErrors } from "./input-errors.ts";
import type { Static, TSchema } from "./schema.ts";

/** The part of a request that contains the parameters. */
type ParameterLocation = keyof typeof PARAMETER_PLACES;

/** How an optional parameter is treated when it is empty or an unfilled placeholder, such as `{dryRun}`. */
type WhenUnfilled = "absent" | "refused";

/** The result of a check. `value` has the type `Value` only when there are no failures. Invalid members are missing from `value`. */
export interface CheckResult<Value = unknown> {
  readonly value: Value;
  readonly failures: readonly Failure[];
}

/** Checks and normalises a value. `at` is the JSON Pointer of the value when it is part of a document. */
export type Check<Value = unknown> = (value: unknown, at?: string) => CheckResult<Value>;

/**
 * Compiles a schema into the check of a body. The check reports every failure: at most 100, followed by one that counts the others. It
 * accepts and converts only what decisions 1.5 and 9 allow (such as numbers as texts, `null` as absent, unknown keys dropped) and what the
 * schema's `x-` keywords allow. When a member is checked, the problems that `parseJson` found in it are reported as failures too. Throws on
 * an unsupported keyword, so that documents never publish a rule that is not checked.
 */
export function compileSchemaCheck<Schema extends TSchema>(schema: Schema): Check<Static<Schema>> {
  const read = compileSchema(schema, BODY);
  return (value, at = "") => {
    const collector = new FailureCollector();
    return checkResult(read(value, collector) as Static<Schema>, collector, BODY, (pointer) => at + pointer);
  };
}

/**
 * Compiles a schema into the check of path, query or header parameters, which arrive as texts. Integers and booleans are parsed, and lists
 * are split at commas. Only a list may be repeated. Unknown parameters are ignored. Header names are in lower case.
 *
 * An optional parameter counts as absent when it is empty or an unfilled `{placeholder}` (decisions 1.8). There are two exceptions. An
 * empty parameter is malformed when a number is expected. It is an empty list when a list with `x-empty` is expected. With `whenUnfilled`
 * "refused", for calls that change something, an empty or unfilled parameter is checked like any other value. An unfilled `dryRun` is thus
 * refused; ignoring it would turn a rehearsal into a real change.
 */
export function compileParameterCheck<Schema extends TSchema>(
  schema: Schema,
  location: ParameterLocation,
  whenUnfilled: WhenUnfilled = "absent",
): Check<Static<Schema>> {
  const factory = parameterFailures(location);
  const members = compileMembers(schema, factory).map((member) => ({
    member,
    sentAs: location === "header" ? member.name.toLowerCase() : member.name,
  }));
  const { "x-period": period } = schema as SchemaKeywords;
  return (sent) => {
    const collector = new FailureCollector();
    const values: Record<string, unknown> = {};
    for (const { member, sentAs } of members) {
      const received = (sent as Readonly<Record<string, unknown>>)[sentAs];
      const text = Array.isArray(received) ? received.join() : received;
      if (text !== received && member.schema.type !== "array") {
        collector.add(() => parameterErrors.failure("parameter_repeated", { received: echoableValue(received) }));
        collector.under(collector.count - 1, member.name);
      } else if (typeof text === "string" && CONTROL_CHARACTER.test(text)) {
        collector.add(() => parameterErrors.failure("parameter_control_character"));
        collector.under(collector.count - 1, member.name);
      } else
        checkMember(
          member,
          isUnfilled(member, text, whenUnfilled) ? undefined : parseText(member.schema, text, whenUnfilled),
          values,
          factory,
          collector,
        );
    }
    if (period !== undefined) checkPeriod(period, values, collector);
    return checkResult(values as Static<Schema>, collector, factory, (pointer) => `${location}.${pointer.split("/")[1] ?? ""}`);
  };
}

/**
 * Refuses a period that ends before it begins. Such a period contains nothing, and usually one of its ends is not the one that the caller
 * meant.
 */
function checkPeriod(
  [from, until]: readonly [string, string],
  values: Readonly<Record<string, unknown>>,
  collector: FailureCollector,
): void {
  const [first, last] = [values[from], values[until]];
  if (typeof first !== "number" || typeof last !== "number" || first <= last) return;
  const [start, end] = [isoDateTime(first), isoDateTime(last)];
  collector.add(() => periodErrors.failure("period_reversed", { received: `${start}/${end}`, params: { from, until, start, end } }));
  collector.under(collector.count - 1, until);
}

/** Control characters and lone surrogates. No name or code contains them, and PostgreSQL cannot store NUL. */
const CONTROL_CHARACTER = /[\p{Cc}\p{Cs}]/u;
const NONE: readonly Failure[] = [];
const BODY: FailureFactory = { type: "Bad_Request_Error", readsDigits: true, failure: (code, facts) => bodyErrors.failure(code, facts) };
const parameterFailures = (location: ParameterLocation): FailureFactory => ({
  type: "Parameter_Error",
  readsDigits: false,
  failure: (code, { params, ...facts } = {}) =>
    parameterErrors.failure(`parameter_${code}`, { ...facts, params: { place: PARAMETER_PLACES[location], ...params } }),
});

function checkResult<Value>(
  value: Value,
  collector: FailureCollector,
  factory: FailureFactory,
  location: (pointer: string) => string,
): CheckResult<Value> {
  if (collector.count === 0) return { value, failures: NONE };
  return { value, failures: collector.all(location, (count) => factory.failure("more_failures", { params: { count } })) };
}

const PLACEHOLDER = /^\{.*\}$/s;
const NUMBERS: ReadonlySet<string> = new Set(["integer", "number"]);
const INTEGER_TEXT = /^-?\d{1,300}$/;

function isUnfilled({ required, schema }: Member, text: unknown, whenUnfilled: WhenUnfilled): boolean {
  if (typeof text !== "string" || required || whenUnfilled === "refused") return false;
  if (schema.type !== "array") return PLACEHOLDER.test(text) || (text === "" && !NUMBERS.has(typeNameOf(schema)));
  const items = itemsOf(text);
  return items.every((item) => PLACEHOLDER.test(item)) && (items.length > 0 || !schema["x-empty"]);
}

/** Parses a parameter's text according to its schema. Returns the text unchanged when it cannot be parsed; the check then refuses it. */
function parseText(schema: SchemaKeywords, text: unknown, whenUnfilled: WhenUnfilled): unknown {
  if (typeof text !== "string") return text;
  const word = typeNameOf(schema);
  if (word === "integer" || schema["x-also"] === "epoch-ms") return INTEGER_TEXT.test(text) ? Number(text) : text;
  if (word === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (word === "array") return withoutPlaceholders(itemsOf(text), whenUnfilled).map((item) => parseText(schema.items!, item, whenUnfilled));
  return text;
}

/** Drops unfilled placeholders from a list when unfilled parameters count as absent. */
const withoutPlaceholders = (items: readonly string[], whenUnfilled: WhenUnfilled): readonly string[] =>
  whenUnfilled === "absent" ? items.filter((item) => !PLACEHOLDER.test(item)) : items;

const itemsOf = (text: string) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
