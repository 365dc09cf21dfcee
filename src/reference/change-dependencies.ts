import type { Change, Entry } from "./lists.ts";
import type { CommissionPercent } from "./snapshot.ts";

/** Where to look for entries: one by its code, or those of a list whose item has some values, or the whole list. */
export interface Search {
  readonly list: Entry["list"];
  readonly code?: string;
  /** A value that an item's field is, or values that are among those of a field. */
  readonly having?: Having;
}
type Having = Readonly<Record<string, string | number | readonly (string | number)[]>>;

type Item = Readonly<Record<string, unknown>>;

/** What an entry is before a change and with it; absent when it is not there. */
interface Step {
  readonly code: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/**
 * The entries that a change can be at odds with, itself among them: who has its names, whom it needs, who needs it. All that
 * integrity.ts asks of two entries or three stands here; a rule of soundness that is new there is a search that is new here.
 * `before` is the entry's item as it was, undefined without one.
 */
export function relativesOf({ list, code, item }: Change, before: unknown): readonly Search[] {
  const step: Step = { code, before: before as Item | undefined, after: item as Item | undefined };
  const others = list === "rules" ? (OF_RULE[code] ?? nobody)(step) : [...namesakes(list, step), ...OF_LIST[list](step)];
  return [{ list, code }, ...others];
}

const nobody = (): readonly Search[] => [];

const namesakes = (list: Entry["list"], { after }: Step): readonly Search[] =>
  ["name", "externalCode"].flatMap((field) =>
    after?.[field] === undefined ? [] : [{ list, having: { [field]: after[field] as string } }],
  );

const OF_LIST: Readonly<Record<Exclude<Entry["list"], "rules">, (step: Step) => readonly Search[]>> = {
  stores: nobody,
  brands: nobody,
  colors: nobody,
  flavors: nobody,
  // A chart needs the name that goes; another size may bring it.
  sizes: ({ before }) => valuesOf(before, "name").flatMap((name) => [named(name), { list: "sizeCharts", having: { sizes: [name] } }]),
  sizeCharts: ({ code, after }) => [
    ...valuesOf(after, "sizes").map(named),
    { list: "productTypes", having: { sizeChart: Number(code) } },
    { list: "rules", code: "familyMinimum" },
  ],
  departments: ({ code, after }) => [
    ...byCodes("stores", valuesOf(after, "stores")),
    { list: "productTypes", having: { departments: [Number(code)] } },
    { list: "rules", code: "commissionPercent" },
  ],
  templates: ({ code }) => [{ list: "productTypes", having: { template: Number(code) } }],
  productTypes: ({ after }) => [
    ...byCodes("departments", valuesOf(after, "departments")),
    ...byCodes("templates", valuesOf(after, "template")),
    ...byCodes("sizeCharts", valuesOf(after, "sizeChart")),
    ...byCodes("rules", ["familyMinimum", "largestFamily"]),
  ],
};

const OF_RULE: Readonly<Record<string, (step: Step) => readonly Search[]>> = {
  familyMinimum: () => [{ list: "productTypes" }, { list: "sizeCharts" }, { list: "rules", code: "largestFamily" }],
  largestFamily: () => [{ list: "productTypes" }, { list: "rules", code: "familyMinimum" }],
  commissionPercent: ({ after }) => {
    const { departments = [] } = (after ?? {}) as Partial<CommissionPercent>;
    return byCodes(
      "departments",
      departments.map((share) => share.code),
    );
  },
};

const named = (name: string | number): Search => ({ list: "sizes", having: { name } });

const byCodes = (list: Entry["list"], codes: readonly (string | number)[]): readonly Search[] =>
  codes.map((code) => ({ list, code: String(code) }));

const valuesOf = (item: Item | undefined, field: string): readonly (string | number)[] => {
  const value = item?.[field] as string | number | readonly (string | number)[] | undefined;
  return value === undefined ? [] : [value].flat();
};

/** Whether a search is for a change's entry, as it is with the change. */
export const isSought = ({ list, code, having }: Search, change: Change): boolean =>
  change.list === list &&
  (code === undefined || change.code === code) &&
  (having === undefined || (change.item !== undefined && hasAll(change.item as Item, having)));

const hasAll = (item: Item, having: Having): boolean =>
  Object.entries(having).every(([field, wanted]) => [wanted].flat().every((value) => valuesOf(item, field).includes(value)));

/** Says of an entry that another one needs whether it was looked for. `key` is its code; a size's is its name. */
export function soughtBy(searches: readonly Search[]): (list: Entry["list"], key: string | number) => boolean {
  const keys = new Set(
    searches.flatMap(({ list, code, having }) => {
      const key = list === "sizes" ? having?.["name"] : code;
      return key === undefined ? [] : [`${list} ${String(key)}`];
    }),
  );
  return (list, key) => keys.has(`${list} ${key}`);
}
