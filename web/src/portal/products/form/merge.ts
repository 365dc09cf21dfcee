import { bodyOf, type ProductValues } from "./product-values.ts";

/** A field that somebody else has changed since the form was opened. */
export interface ForeignChange {
  readonly field: string;
  readonly was: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
  /** I have changed it too, to something else. */
  readonly isConflict: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (values: ProductValues): Fields => bodyOf(values);
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What somebody else has changed between the product that I opened and the one that is stored now. */
export function foreignChanges(base: ProductValues, mine: ProductValues, theirs: ProductValues): readonly ForeignChange[] {
  const [was, now, own] = [fieldsOf(base), fieldsOf(theirs), fieldsOf(mine)];
  return [...new Set([...Object.keys(was), ...Object.keys(now)])]
    .filter((field) => !isSame(was[field], now[field]))
    .map((field) => ({
      field,
      was: was[field],
      theirs: now[field],
      mine: own[field],
      isConflict: !isSame(own[field], was[field]) && !isSame(own[field], now[field]),
    }));
}

/** My values with theirs where I changed nothing, and where I prefer theirs. */
export function mergedValues(
  mine: ProductValues,
  theirs: ProductValues,
  changes: readonly ForeignChange[],
  keptMine: ReadonlySet<string>,
): ProductValues {
  const taken = changes.filter(({ field, isConflict }) => !(isConflict && keptMine.has(field))).map(({ field }) => field);
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) };
}
