import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { type Check, compileSchemaCheck } from "../platform/contract/index.ts";
import { ReferenceShape } from "./shape.ts";
import type { PartialReferenceData, ReferenceData, Rules } from "./snapshot.ts";

/** The name of a list of items with codes. The rules are not a list. */
export type ListName = Exclude<keyof ReferenceData, "rules">;
/** The name of a rule: its key in the data. */
export type RuleName = keyof Rules;

/** An item of a list, or a rule, as the database stores it. `item` is the item without its code, or the rule's value. */
export interface ReferenceEntry {
  readonly list: ListName | "rules";
  readonly code: string;
  readonly item: unknown;
}

/** A change of one entry. `item` is its new content; undefined removes the entry. */
export interface ReferenceChange {
  readonly list: ReferenceEntry["list"];
  readonly code: string;
  readonly item: unknown;
}

/** A text that identifies an entry among all lists. */
export const entryKey = ({ list, code }: Pick<ReferenceEntry, "list" | "code">): string => `${list} ${code}`;

/** A list: the form of its codes, whether it can be changed, and the check of its items. */
export interface ReferenceList {
  readonly name: ListName;
  readonly codes: "numbers" | "words";
  /** Whether operators may change it. */
  readonly editable: boolean;
  /** The schema of an item without its code. */
  readonly schema: ObjectSchema;
  readonly check: Check<Readonly<Record<string, unknown>>>;
}

/** A rule and the check of its value. */
export interface ReferenceRule {
  readonly name: RuleName;
  /** Whether the rule always has a value. Where an optional rule has none, a default applies. */
  readonly required: boolean;
  readonly schema: TSchema;
  readonly check: Check;
}

/** The properties of each list. Stores cannot be changed: the marketplace has two (seed 1). Item schemas are in shape.ts. */
const LIST_PROPERTIES: Readonly<Record<ListName, Pick<ReferenceList, "codes" | "editable">>> = {
  stores: { codes: "words", editable: false },
  brands: { codes: "numbers", editable: true },
  colors: { codes: "numbers", editable: true },
  flavors: { codes: "numbers", editable: true },
  sizes: { codes: "numbers", editable: true },
  sizeCharts: { codes: "numbers", editable: true },
  departments: { codes: "numbers", editable: true },
  productTypes: { codes: "numbers", editable: true },
  templates: { codes: "numbers", editable: true },
};

/** Every list, in the order of LIST_PROPERTIES. */
export const LISTS: readonly ReferenceList[] = Object.entries(LIST_PROPERTIES).map(([key, properties]) => {
  const name = key as ListName;
  const schema = withoutCode(asCheckSchema(ReferenceShape.properties[name].items));
  return { name, ...properties, schema, check: compileSchemaCheck(schema) };
});

/** Every rule the marketplace can change (decisions 8). */
export const RULES: readonly ReferenceRule[] = Object.entries(ReferenceShape.properties.rules.properties).map(([key, shape]) => {
  const schema = asCheckSchema(shape);
  const required = ReferenceShape.properties.rules.required.some((name) => name === key);
  return { name: key as RuleName, required, schema, check: compileSchemaCheck(schema) };
});

const BY_NAME: ReadonlyMap<string, ReferenceList> = new Map(LISTS.map((list) => [list.name, list]));
const RULE_BY_NAME: ReadonlyMap<string, ReferenceRule> = new Map(RULES.map((rule) => [rule.name, rule]));

/** The list with this name; undefined when there is none. */
export const findList = (name: string): ReferenceList | undefined => BY_NAME.get(name);
/** The rule with this name; undefined when there is none. */
export const findRule = (name: string): ReferenceRule | undefined => RULE_BY_NAME.get(name);

/** All entries of reference data, in the order of the data: the items of all lists, then the rules. */
export const entriesOf = (data: ReferenceData): readonly ReferenceEntry[] => [
  ...LISTS.flatMap(({ name }) => data[name].map(({ code, ...item }): ReferenceEntry => ({ list: name, code: String(code), item }))),
  ...Object.entries(data.rules).map(([code, item]): ReferenceEntry => ({ list: "rules", code, item })),
];

const referenceCheck = Compile(ReferenceShape);

/**
 * Builds complete reference data from its entries, in any order. Its lists are sorted by code. Throws when the entries do not match shape.ts,
 * which cannot happen to stored data. Consistency between the lists is checked by integrity.ts.
 */
export function referenceDataOf(entries: Iterable<ReferenceEntry>): ReferenceData {
  const data: unknown = partialDataOf(entries);
  if (!referenceCheck.Check(data)) throw new Error("the stored reference data has another shape than shape.ts");
  return data;
}

/** Builds reference data from some entries, in any order. Its lists are sorted by code. Each entry must match shape.ts. */
export function partialDataOf(entries: Iterable<ReferenceEntry>): PartialReferenceData {
  const byList = Map.groupBy(entries, (entry) => entry.list);
  const partial: unknown = {
    ...Object.fromEntries(
      LISTS.map((list) => [list.name, (byList.get(list.name) ?? []).toSorted(byCode).map((entry) => itemOf(list, entry))]),
    ),
    rules: Object.fromEntries((byList.get("rules") ?? []).map(({ code, item }) => [code, item])),
  };
  return partial as PartialReferenceData;
}

/** An entry as answers show it: the item with its code, or the rule's value. */
export const entryView = (entry: ReferenceEntry): unknown =>
  entry.list === "rules" ? entry.item : itemOf(BY_NAME.get(entry.list)!, entry);

/** The name of an entry's item; undefined when it has none. */
export const entryName = (item: unknown): string | undefined => (item as { readonly name?: string } | null | undefined)?.name;

/** The item with its code. Its keys are in the order of shape.ts, which the database does not preserve. */
const itemOf = (list: ReferenceList, { code, item }: ReferenceEntry) => ({
  code: list.codes === "numbers" ? Number(code) : code,
  ...list.check(item).value,
});

/** Sorts codes by length, then alphabetically. This sorts numbers by value, because they have no leading zeros. */
const byCode = (one: ReferenceEntry, other: ReferenceEntry) => one.code.length - other.code.length || (one.code < other.code ? -1 : 1);

interface Shape {
  readonly anyOf?: readonly { readonly const: string }[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: boolean;
}
interface ObjectSchema extends TSchema {
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly required: readonly string[];
}

/**
 * Converts a schema of shape.ts to a schema that uses only keywords that the platform's check supports. A union of words becomes an `enum`, and
 * unknown keys are allowed.
 */
function asCheckSchema(shape: TSchema): TSchema {
  const { anyOf, items, properties, additionalProperties: _closed, ...rest } = shape as Shape;
  return {
    ...rest,
    ...(anyOf ? { type: "string", enum: anyOf.map((word) => word.const) } : {}),
    ...(items ? { items: asCheckSchema(items) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, asCheckSchema(part)])) }
      : {}),
  };
}

function withoutCode(item: TSchema): ObjectSchema {
  const {
    properties: { code: _code, ...properties },
    required,
    ...rest
  } = item as ObjectSchema;
  return { ...rest, properties, required: required.filter((name) => name !== "code") };
}
