import {
  isObjectOrArray,
  checkDateTime,
  checkDecimal,
  checkBoolean,
  checkInteger,
  checkString,
  checkEnum,
  typeNameOf,
  addWrongType,
  type SchemaKeywords,
  type ValueCheck,
  type FailureFactory,
} from "./check-values.ts";
import type { Failure } from "./errors.ts";
import { echoableValue, type FailureCollector } from "./failure-collector.ts";
import { FORBIDDEN_KEYS, memberProblemsOf, type MemberProblem, type MemberProblems } from "./json-reader.ts";
import { expectedTypeText } from "./type-words.ts";

/**
 * Keywords that no check of a value uses. `default` is used for members that are absent. `x-` keywords that only documents use are also
 * accepted and ignored.
 */
const ANNOTATIONS = ["description", "examples", "title", "default"];
const KINDS: Readonly<
  Record<string, { readonly keywords: readonly string[]; readonly read: (schema: SchemaKeywords, factory: FailureFactory) => ValueCheck }>
> = {
  any: { keywords: [], read: () => (value) => value },
  word: { keywords: ["type", "enum", "const"], read: checkEnum },
  "date-time": { keywords: ["type", "format"], read: checkDateTime },
  string: { keywords: ["type", "minLength", "maxLength", "pattern"], read: checkString },
  integer: { keywords: ["type", "minimum", "maximum", "exclusiveMinimum"], read: checkInteger },
  number: { keywords: ["type", "minimum", "maximum", "exclusiveMinimum"], read: checkDecimal },
  boolean: { keywords: ["type"], read: checkBoolean },
  array: { keywords: ["type", "items", "minItems", "maxItems", "uniqueItems"], read: checkList },
  object: { keywords: ["type", "properties", "required"], read: checkObject },
};

function kindOf(schema: SchemaKeywords): string {
  if (schema.enum !== undefined || schema.const !== undefined) return "word";
  return schema.type === undefined ? "any" : typeNameOf(schema);
}

/** Compiles the check of a schema. Throws on a keyword that the check of its type does not support. */
export function compileSchema(schema: SchemaKeywords, factory: FailureFactory): ValueCheck {
  const kind = KINDS[kindOf(schema)];
  const unknown = Object.keys(schema).filter(
    (keyword) => !keyword.startsWith("x-") && !ANNOTATIONS.includes(keyword) && !kind?.keywords.includes(keyword),
  );
  if (kind === undefined || unknown.length > 0)
    throw new Error(`the check runs no ${unknown.join(", ") || schema.type} in ${JSON.stringify(schema)}`);
  return kind.read(schema, factory);
}

/** A member of an object, or a parameter, with its check. */
export interface Member {
  readonly name: string;
  readonly schema: SchemaKeywords;
  readonly read: ValueCheck;
  readonly required: boolean;
  /** Values other than null that count as not sent. */
  readonly absent: ReadonlySet<unknown> | undefined;
}

/** Compiles the members of an object schema in the schema's order. Leaves out members with `x-unread`, which are not checked. */
export function compileMembers({ properties = {}, required = [] }: SchemaKeywords, factory: FailureFactory): readonly Member[] {
  const read = Object.entries(properties).filter(([, schema]) => !schema["x-unread"]);
  return read.map(([name, schema]) => ({
    name,
    schema,
    read: compileSchema(schema, factory),
    required: required.includes(name),
    absent: schema["x-absent"] && new Set(schema["x-absent"]),
  }));
}

/** Checks one member and stores its value in `values`: the default when it is absent and has one, nothing when it is invalid. */
export function checkMember(
  member: Member,
  value: unknown,
  values: Record<string, unknown>,
  factory: FailureFactory,
  collector: FailureCollector,
  problems?: readonly MemberProblem[],
): void {
  const before = collector.count;
  if (value !== undefined && value !== null && !member.absent?.has(value)) {
    const read = problems === undefined ? member.read(value, collector) : checkWithProblems(member, value, problems, collector);
    if (collector.count === before) values[member.name] = read;
  } else if (problems !== undefined) addProblems(problems, collector);
  else if (member.required) collector.add(() => requiredIn(member, factory));
  else if (member.schema.default !== undefined) values[member.name] = member.schema.default;
  if (collector.count === before) return;
  const isPersonal = member.schema["x-secret"] ?? member.schema["x-personal"];
  if (isPersonal !== undefined) collector.markPersonal(before, isPersonal);
  collector.under(before, member.name);
}

function requiredIn({ schema }: Member, factory: FailureFactory): Failure {
  const allowed = typeNameOf(schema);
  return factory.failure("required", { allowed, params: { wanted: expectedTypeText(allowed) } });
}

function checkObject(schema: SchemaKeywords, factory: FailureFactory): ValueCheck {
  const members = compileMembers(schema, factory);
  return (value, collector) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return addWrongType(value, "object", factory, collector);
    const values: Record<string, unknown> = {};
    const problems = memberProblemsOf(value);
    for (const member of members) {
      checkMember(
        member,
        (value as Readonly<Record<string, unknown>>)[member.name],
        values,
        factory,
        collector,
        problems?.get(member.name),
      );
    }
    if (problems !== undefined) refuseForbidden(problems, collector);
    return values;
  };
}

/** Problems of a value, as opposed to problems of its key. */
const VALUE_PROBLEMS: ReadonlySet<string> = new Set(["refused_character", "number_not_exact"]);

/**
 * Checks a value for which the JSON parser found problems. When a problem concerns the value itself, the value is not also checked against
 * the schema, so that it is not reported twice.
 */
function checkWithProblems(
  { schema, read }: Pick<Member, "schema" | "read">,
  value: unknown,
  problems: readonly MemberProblem[],
  collector: FailureCollector,
): unknown {
  const before = collector.count;
  addProblems(problems, collector);
  // When the schema expects an object or a list, it says nothing about the content of any other value. The value may be personal data.
  if (isObjectOrArray(schema)) collector.markPersonal(before, true);
  return problems.some(({ code }) => VALUE_PROBLEMS.has(code)) ? undefined : read(value, collector);
}

/** Adds the problems that the JSON parser found in an object's member or a list's item. */
function addProblems(problems: readonly MemberProblem[] = [], collector: FailureCollector): void {
  for (const problem of problems) collector.add(problem);
}

/** Refuses forbidden keys, which no object may have. */
function refuseForbidden(problems: MemberProblems, collector: FailureCollector): void {
  for (const key of FORBIDDEN_KEYS) {
    const before = collector.count;
    addProblems(problems.get(key), collector);
    if (collector.count > before) collector.under(before, key);
  }
}

function checkList(
  { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems = false }: SchemaKeywords,
  factory: FailureFactory,
): ValueCheck {
  const read = compileSchema(items, factory);
  return (value, collector) => {
    if (!Array.isArray(value)) return addWrongType(value, "array", factory, collector);
    const count = value.length;
    if (count < minItems) collector.add(() => factory.failure("too_few_items", { allowed: minItems, params: { count } }));
    if (count > maxItems) collector.add(() => factory.failure("too_many_items", { allowed: maxItems, params: { count } }));
    const values: unknown[] = [];
    const firsts = uniqueItems ? new Map<unknown, number>() : undefined;
    const problems = memberProblemsOf(value);
    // Items beyond the maximum are not checked, because a sender could send any number of them.
    for (let i = 0; i < count && i < maxItems; i += 1) {
      const before = collector.count;
      const written = problems?.get(i);
      const item =
        written === undefined ? read(value[i], collector) : checkWithProblems({ schema: items, read }, value[i], written, collector);
      const first = firsts && collector.count === before ? firstOf(firsts, item, i) : i;
      if (first !== i) collector.add(() => factory.failure("repeated_item", { received: echoableValue(item), params: { first } }));
      if (collector.count > before) collector.under(before, i);
      else values.push(item);
    }
    return values;
  };
}

/**
 * Returns the index of the first item that equals `item`, or `i` when no earlier item does. Checked items have their keys in the schema's
 * order, so equal items have equal JSON.
 */
function firstOf(firsts: Map<unknown, number>, item: unknown, i: number): number {
  const key = typeof item === "object" ? JSON.stringify(item) : item;
  const first = firsts.get(key);
  if (first === undefined) firsts.set(key, i);
  return first ?? i;
}
