import type { ReferenceChange, ReferenceEntry } from "./lists.ts";
import type { CommissionPercent, ReviewDeadlines } from "./snapshot.ts";

/** A search for entries of a list: the entry with a code, the entries whose item has certain values, or all entries. */
export interface EntrySearch {
  readonly list: ReferenceEntry["list"];
  readonly code?: string;
  /** Values of fields of the item. A field must equal its value. A field that is a list must contain the value, or all of the values. */
  readonly having?: Having;
}
type Having = Readonly<Record<string, string | number | readonly (string | number)[]>>;

type Item = Readonly<Record<string, unknown>>;

/** The item of an entry before and after a change; undefined where the entry does not exist. */
interface EntryChange {
  readonly code: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/**
 * Returns the searches for all entries that a change can contradict: the changed entry, those with the same names, those that it needs, and
 * those that need it. Every rule of integrity.ts about two or three entries must have its search here. `before` is the entry's item before
 * the change; undefined when it did not exist.
 */
export function dependenciesOf({ list, code, item }: ReferenceChange, before: unknown): readonly EntrySearch[] {
  const change: EntryChange = { code, before: before as Item | undefined, after: item as Item | undefined };
  const others =
    list === "rules" ? (RULE_DEPENDENCIES[code] ?? none)(change) : [...sameNames(list, change), ...LIST_DEPENDENCIES[list](change)];
  return [{ list, code }, ...others];
}

const none = (): readonly EntrySearch[] => [];

const sameNames = (list: ReferenceEntry["list"], { after }: EntryChange): readonly EntrySearch[] =>
  ["name", "externalCode"].flatMap((field) =>
    after?.[field] === undefined ? [] : [{ list, having: { [field]: after[field] as string } }],
  );

const LIST_DEPENDENCIES: Readonly<Record<Exclude<ReferenceEntry["list"], "rules">, (step: EntryChange) => readonly EntrySearch[]>> = {
  stores: none,
  brands: none,
  colors: none,
  flavors: none,
  // A chart may need the old name, and another size may provide it.
  sizes: ({ before }) => valuesOf(before, "name").flatMap((name) => [sizeByName(name), { list: "sizeCharts", having: { sizes: [name] } }]),
  sizeCharts: ({ code, after }) => [
    ...valuesOf(after, "sizes").map(sizeByName),
    { list: "productTypes", having: { sizeChart: Number(code) } },
    { list: "rules", code: "familyMinimum" },
  ],
  departments: ({ code, after }) => [
    ...byCodes("stores", valuesOf(after, "stores")),
    { list: "productTypes", having: { departments: [Number(code)] } },
    ...byCodes("rules", ["commissionPercent", "reviewDeadlines"]),
  ],
  templates: ({ code }) => [{ list: "productTypes", having: { template: Number(code) } }],
  productTypes: ({ after }) => [
    ...byCodes("departments", valuesOf(after, "departments")),
    ...byCodes("templates", valuesOf(after, "template")),
    ...byCodes("sizeCharts", valuesOf(after, "sizeChart")),
    ...byCodes("rules", ["familyMinimum", "largestFamily"]),
  ],
};

const RULE_DEPENDENCIES: Readonly<Record<string, (step: EntryChange) => readonly EntrySearch[]>> = {
  familyMinimum: () => [{ list: "productTypes" }, { list: "sizeCharts" }, { list: "rules", code: "largestFamily" }],
  largestFamily: () => [{ list: "productTypes" }, { list: "rules", code: "familyMinimum" }],
  commissionPercent: ({ after }) => {
    const { departments = [] } = (after ?? {}) as Partial<CommissionPercent>;
    return byCodes(
      "departments",
      departments.map((share) => share.code),
    );
  },
  reviewDeadlines: ({ after }) => {
    const { byDepartment = [] } = (after ?? {}) as Partial<ReviewDeadlines>;
    return byCodes(
      "departments",
      byDepartment.map(({ code }) => code),
    );
  },
};

const sizeByName = (name: string | number): EntrySearch => ({ list: "sizes", having: { name } });

const byCodes = (list: ReferenceEntry["list"], codes: readonly (string | number)[]): readonly EntrySearch[] =>
  codes.map((code) => ({ list, code: String(code) }));

const valuesOf = (item: Item | undefined, field: string): readonly (string | number)[] => {
  const value = item?.[field] as string | number | readonly (string | number)[] | undefined;
  return value === undefined ? [] : [value].flat();
};

/** Whether a search would find the entry of a change, as the entry is after the change. */
export const matchesSearch = ({ list, code, having }: EntrySearch, change: ReferenceChange): boolean =>
  change.list === list &&
  (code === undefined || change.code === code) &&
  (having === undefined || (change.item !== undefined && hasAll(change.item as Item, having)));

const hasAll = (item: Item, having: Having): boolean =>
  Object.entries(having).every(([field, wanted]) => [wanted].flat().every((value) => valuesOf(item, field).includes(value)));

/** Returns a function that checks whether the searches cover an entry that another entry needs. `key` is its code; for a size, its name. */
export function searchedEntries(searches: readonly EntrySearch[]): (list: ReferenceEntry["list"], key: string | number) => boolean {
  const keys = new Set(
    searches.flatMap(({ list, code, having }) => {
      const key = list === "sizes" ? having?.["name"] : code;
      return key === undefined ? [] : [`${list} ${String(key)}`];
    }),
  );
  return (list, key) => keys.has(`${list} ${key}`);
}
