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

/** The keywords each kind of schema may have. Whatever `x-` says beyond them is for documents. */
const ANNOTATIONS = ["description", "examples", "title", "default"];
const KINDS: Readonly<
  Record<string, { readonly keywords: readonly string[]; readonly read: (schema: SchemaKeywords, voice: FailureFactory) => ValueCheck }>
> = {
  any: { keywords: [], read: () => (value) => value },
  word: { keywords: ["type", "enum", "const"], read: checkEnum },
  "date-time": { keywords: ["type", "format"], read: checkDateTime },
  string: { keywords: ["type", "minLength", "maxLength", "pattern"], read: checkString },
  integer: { keywords: ["type", "minimum", "maximum", "exclusiveMinimum"], read: checkInteger },
  number: { keywords: ["type", "minimum", "maximum", "exclusiveMinimum"], read: checkDecimal },
  boolean: { keywords: ["type"], read: checkBoolean },
  array: { keywords: ["type", "items", "minItems", "maxItems", "uniqueItems"], read: readList },
  object: { keywords: ["type", "properties", "required"], read: readRecord },
};

function kindOf(schema: SchemaKeywords): string {
  if (schema.enum !== undefined || schema.const !== undefined) return "word";
  return schema.type === undefined ? "any" : typeNameOf(schema);
}

/** The reading of a schema. Throws at once on a keyword that no reading runs. */
export function compileSchema(schema: SchemaKeywords, voice: FailureFactory): ValueCheck {
  const kind = KINDS[kindOf(schema)];
  const unknown = Object.keys(schema).filter(
    (keyword) => !keyword.startsWith("x-") && !ANNOTATIONS.includes(keyword) && !kind?.keywords.includes(keyword),
  );
  if (kind === undefined || unknown.length > 0)
    throw new Error(`the check runs no ${unknown.join(", ") || schema.type} in ${JSON.stringify(schema)}`);
  return kind.read(schema, voice);
}

/** A member of an object, or a parameter. */
export interface Member {
  readonly name: string;
  readonly schema: SchemaKeywords;
  readonly read: ValueCheck;
  readonly required: boolean;
  /** Values that count as not sent, beside null. */
  readonly absent: ReadonlySet<unknown> | undefined;
}

/** The members an object schema names and reads, in its order. */
export function compileMembers({ properties = {}, required = [] }: SchemaKeywords, voice: FailureFactory): readonly Member[] {
  const read = Object.entries(properties).filter(([, schema]) => !schema["x-unread"]);
  return read.map(([name, schema]) => ({
    name,
    schema,
    read: compileSchema(schema, voice),
    required: required.includes(name),
    absent: schema["x-absent"] && new Set(schema["x-absent"]),
  }));
}

/** Reads one member into `values`; one that is absent, or wrong in any way, is left out of them. */
export function checkMember(
  member: Member,
  value: unknown,
  values: Record<string, unknown>,
  voice: FailureFactory,
  found: FailureCollector,
  problems?: readonly MemberProblem[],
): void {
  const before = found.count;
  if (value !== undefined && value !== null && !member.absent?.has(value)) {
    const read = problems === undefined ? member.read(value, found) : readWritten(member, value, problems, found);
    if (found.count === before) values[member.name] = read;
  } else if (problems !== undefined) tell(problems, found);
  else if (member.required) found.add(() => requiredIn(member, voice));
  else if (member.schema.default !== undefined) values[member.name] = member.schema.default;
  if (found.count === before) return;
  const isPersonal = member.schema["x-secret"] ?? member.schema["x-personal"];
  if (isPersonal !== undefined) found.tellPersonal(before, isPersonal);
  found.under(before, member.name);
}

function requiredIn({ schema }: Member, voice: FailureFactory): Failure {
  const allowed = typeNameOf(schema);
  return voice.failure("required", { allowed, params: { wanted: expectedTypeText(allowed) } });
}

function readRecord(schema: SchemaKeywords, voice: FailureFactory): ValueCheck {
  const members = compileMembers(schema, voice);
  return (value, found) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return addWrongType(value, "object", voice, found);
    const values: Record<string, unknown> = {};
    const problems = memberProblemsOf(value);
    for (const member of members) {
      checkMember(member, (value as Readonly<Record<string, unknown>>)[member.name], values, voice, found, problems?.get(member.name));
    }
    if (problems !== undefined) refuseForbidden(problems, found);
    return values;
  };
}

/** Of a value itself, and not of its place. */
const OF_VALUES: ReadonlySet<string> = new Set(["refused_character", "number_not_exact"]);

/** Reads a value at which something is wrongly written. A value that is so itself is told of once, and not looked at any further. */
function readWritten(
  { schema, read }: Pick<Member, "schema" | "read">,
  value: unknown,
  problems: readonly MemberProblem[],
  found: FailureCollector,
): unknown {
  const before = found.count;
  tell(problems, found);
  // Where an object or a list is wanted, no schema looks at what stands there instead.
  if (isObjectOrArray(schema)) found.tellPersonal(before, true);
  return problems.some(({ code }) => OF_VALUES.has(code)) ? undefined : read(value, found);
}

/** Adds what is wrong with how a member or an item is written. */
function tell(problems: readonly MemberProblem[] = [], found: FailureCollector): void {
  for (const problem of problems) found.add(problem);
}

/** Forbidden keys are nobody's members, and refused in every object that is read. */
function refuseForbidden(problems: MemberProblems, found: FailureCollector): void {
  for (const key of FORBIDDEN_KEYS) {
    const before = found.count;
    tell(problems.get(key), found);
    if (found.count > before) found.under(before, key);
  }
}

function readList(
  { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems = false }: SchemaKeywords,
  voice: FailureFactory,
): ValueCheck {
  const read = compileSchema(items, voice);
  return (value, found) => {
    if (!Array.isArray(value)) return addWrongType(value, "array", voice, found);
    const count = value.length;
    if (count < minItems) found.add(() => voice.failure("too_few_items", { allowed: minItems, params: { count } }));
    if (count > maxItems) found.add(() => voice.failure("too_many_items", { allowed: maxItems, params: { count } }));
    const values: unknown[] = [];
    const firsts = uniqueItems ? new Map<unknown, number>() : undefined;
    const problems = memberProblemsOf(value);
    // Items beyond the maximum are not looked at: the sender chooses how many there are.
    for (let i = 0; i < count && i < maxItems; i += 1) {
      const before = found.count;
      const written = problems?.get(i);
      const item = written === undefined ? read(value[i], found) : readWritten({ schema: items, read }, value[i], written, found);
      const first = firsts && found.count === before ? firstOf(firsts, item, i) : i;
      if (first !== i) found.add(() => voice.failure("repeated_item", { received: echoableValue(item), params: { first } }));
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
