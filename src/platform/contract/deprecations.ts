import { DAY_MS, parseDateTime } from "../basics/clock.ts";
import { pointerSteps } from "../basics/json-pointer.ts";
import type { LocalizedText } from "./errors.ts";
import type { Operation } from "./operation.ts";
import type { TSchema } from "./schema.ts";

/** The part of an operation that is deprecated: a query parameter, a field of its body, or a field of its answers. */
type DeprecatedPart =
  | { readonly in: "query"; readonly name: string }
  /** JSON Pointer; `*` stands for every item of a list. */
  | { readonly in: "body" | "answer"; readonly pointer: string };

/** A part of the API that will be removed: an operation, a parameter or a field. A row of openapi/deprecations.json. */
export interface Deprecation {
  /** Names the row; never changes. */
  readonly code: string;
  /** Id of the operation. */
  readonly operation: string;
  /** Absent = the whole operation. */
  readonly part?: DeprecatedPart;
  /** From when on it should not be used, epoch ms. */
  readonly deprecatedAt: number;
  /** From when on it may be gone, epoch ms. */
  readonly sunsetAt: number;
  /** What to use instead. */
  readonly instead: LocalizedText;
  /** Address of the page about it. */
  readonly guide: string;
  /** What the removal breaks, in the words of the comparison with the released documents. Empty until it is removed. */
  readonly breaks: readonly string[];
}

/** A row as it is written: dates are ISO 8601. */
interface WrittenDeprecation extends Omit<Deprecation, "deprecatedAt" | "sunsetAt" | "breaks"> {
  readonly deprecatedAt: string;
  readonly sunsetAt: string;
  readonly breaks?: readonly string[];
}

/** Shortest time between the announcement of a removal and the removal. */
const MIN_SUNSET_DAYS = 90;

/**
 * Reads the rows of openapi/deprecations.json. Throws with every mistake: a date that is none or too early, a missing text, an operation, parameter or
 * field that the contract does not have. What was removed already (`breaks`) need not be in the contract.
 */
export function parseDeprecations(json: unknown, operations: readonly Operation[]): readonly Deprecation[] {
  const rows = json as readonly WrittenDeprecation[];
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const mistakes = [
    ...rows.flatMap((row) => mistakesOf(row, byId.get(row.operation)).map((mistake) => `${row.code}: ${mistake}`)),
    ...rows.filter(({ code }, index) => rows.findIndex((row) => row.code === code) < index).map(({ code }) => `${code}: is there twice`),
  ];
  if (mistakes.length > 0) throw new Error(`openapi/deprecations.json is wrong: ${mistakes.join("; ")}`);
  return rows.map(({ breaks = [], deprecatedAt, sunsetAt, ...row }) => ({
    ...row,
    breaks,
    deprecatedAt: parseDateTime(deprecatedAt)!,
    sunsetAt: parseDateTime(sunsetAt)!,
  }));
}

function mistakesOf(row: WrittenDeprecation, operation: Operation | undefined): readonly string[] {
  const [from, until] = [row.deprecatedAt, row.sunsetAt].map((text) => parseDateTime(text));
  const mistakes: string[] = [];
  if (from === undefined) mistakes.push(`deprecatedAt is no date: ${row.deprecatedAt}`);
  if (until === undefined) mistakes.push(`sunsetAt is no date: ${row.sunsetAt}`);
  if (from !== undefined && until !== undefined && until < from + MIN_SUNSET_DAYS * DAY_MS)
    mistakes.push(`sunsetAt is less than ${MIN_SUNSET_DAYS} days after deprecatedAt`);
  if (!row.instead?.["pt-BR"] || !row.instead.en) mistakes.push("instead needs pt-BR and en");
  if (!row.guide) mistakes.push("guide is missing");
  if ((row.breaks ?? []).length > 0) return mistakes;
  if (operation === undefined) return [...mistakes, `there is no operation ${row.operation}`];
  if (row.part !== undefined && !hasPart(operation, row.part)) mistakes.push(`${row.operation} has no ${describePart(row.part)}`);
  return mistakes;
}

/** A part in words, such as `query expands` or `body /stock/available`. */
const describePart = (part: DeprecatedPart): string => `${part.in} ${part.in === "query" ? part.name : part.pointer}`;

function hasPart({ query, body, replies }: Operation, part: DeprecatedPart): boolean {
  if (part.in === "query") return query !== undefined && schemaAt(query, [part.name]) !== undefined;
  const schemas = part.in === "body" ? [body] : Object.values(replies).map(({ schema }) => schema);
  return schemas.some((schema) => schema !== undefined && schemaAt(schema, pointerSteps(part.pointer)) !== undefined);
}

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
}

function schemaAt(schema: TSchema, steps: readonly string[]): TSchema | undefined {
  return steps.reduce<TSchema | undefined>((at, step) => {
    const { properties, items } = (at ?? {}) as Shape;
    return step === "*" ? items : properties?.[step];
  }, schema);
}

/** Whether a value has a field at a pointer. `*` is every item of a list. */
export const hasField = (value: unknown, steps: readonly string[]): boolean => {
  const [step, ...rest] = steps;
  if (step === undefined) return value !== undefined && value !== null;
  if (step === "*") return Array.isArray(value) && value.some((item) => hasField(item, rest));
  return (
    typeof value === "object" && value !== null && Object.hasOwn(value, step) && hasField((value as Record<string, unknown>)[step], rest)
  );
};
