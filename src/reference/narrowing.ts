import type { ListName } from "./lists.ts";
import type { RequestedChange } from "./schedule-conflicts.ts";
import type { ProductKind, TypeSelection } from "./snapshot.ts";

type Item = Readonly<Record<string, unknown>>;
type IsNarrower = (before: Item, after: Item) => boolean;

/**
 * Whether a change removes or narrows something, so that a product which is right before it may be wrong after it. Such a change needs the minimum
 * notice, and its sellers are warned. A new entry narrows nothing.
 */
export function narrows({ list, code, item, before }: Pick<RequestedChange, "list" | "code" | "item" | "before">): boolean {
  if (before === undefined) return false;
  if (list === "rules") return item !== undefined && (RULE_NARROWINGS[code]?.(before, item) ?? false);
  return item === undefined || LIST_NARROWINGS[list](before as Item, item as Item);
}

const never: IsNarrower = () => false;
const differs =
  (...fields: readonly string[]): IsNarrower =>
  (before, after) =>
    fields.some((field) => before[field] !== after[field]);

/** Products use names, so a new name is the end of the old one. */
const isRenamed = differs("name");

const LIST_NARROWINGS: Readonly<Record<ListName, IsNarrower>> = {
  stores: never,
  brands: isRenamed,
  colors: isRenamed,
  flavors: isRenamed,
  sizes: isRenamed,
  departments: isRenamed,
  // Sizes that are neighbours must stay neighbours: families are sequences on the chart.
  sizeCharts: (before, after) => !` ${texts(after, "sizes")} `.includes(` ${texts(before, "sizes")} `),
  templates: (before, after) => attributesNarrow(attributesOf(before), attributesOf(after)),
  productTypes: (before, after) =>
    differs("name", "kind", "sizeChart", "distinguishedBy", "template")(before, after) ||
    lacksSome(after["departments"], before["departments"]) ||
    Number(after["weightMaxKg"]) < Number(before["weightMaxKg"]),
};

/** The names of a list as one text, each between quotes, so that no name is found inside another one. */
const texts = (item: Item, field: string) => (item[field] as readonly string[]).map((name) => JSON.stringify(name)).join(" ");

const lacksSome = (after: unknown, before: unknown) =>
  (before as readonly unknown[]).some((one) => !(after as readonly unknown[]).includes(one));

interface Attribute {
  readonly name: string;
  readonly required: boolean;
  readonly typeSelection: TypeSelection;
  readonly values: readonly { readonly value: string }[];
}
const attributesOf = (item: Item) => new Map((item["attributes"] as readonly Attribute[]).map((attribute) => [attribute.name, attribute]));

function attributesNarrow(before: ReadonlyMap<string, Attribute>, after: ReadonlyMap<string, Attribute>): boolean {
  return (
    [...before.keys()].some((name) => !after.has(name)) ||
    [...after.values()].some((attribute) => {
      const earlier = before.get(attribute.name);
      return earlier === undefined ? attribute.required : attributeNarrows(earlier, attribute);
    })
  );
}

function attributeNarrows(before: Attribute, after: Attribute): boolean {
  if (after.required && !before.required) return true;
  if (after.typeSelection === "SINGLE" && before.typeSelection !== "SINGLE") return true;
  // Without values, the content is free.
  if (after.values.length === 0) return false;
  const accepted = new Set(after.values.map(({ value }) => value));
  return before.values.length === 0 || before.values.some(({ value }) => !accepted.has(value));
}

const risesForSomeKind = (before: unknown, after: unknown) =>
  Object.entries(after as Readonly<Record<ProductKind, number>>).some(
    ([kind, count]) => count > (before as Readonly<Record<string, number>>)[kind]!,
  );

/** The rules that can become stricter. The settle window and the commission decide on no product. */
const RULE_NARROWINGS: Readonly<Record<string, (before: unknown, after: unknown) => boolean>> = {
  familyMinimum: risesForSomeKind,
  minimumStock: risesForSomeKind,
  largestFamily: (before, after) => Number(after) < Number(before),
  driveHosts: (before, after) => lacksSome(before, after),
};
