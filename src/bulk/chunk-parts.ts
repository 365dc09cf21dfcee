import { type BadRow, type GoodRow, isBad } from "./row.ts";
import type { StoredOutcomes } from "./row-outcome.ts";

/**
 * Rows of one product or order that a transaction carries out at most. They run one after another, and single calls for that product or order
 * wait until the transaction ends.
 */
const ROWS_PER_KEY = 16;

/** The end of the part that begins at place `from`: the place of the first row that does not belong to it. */
export function partEnd(rows: readonly (GoodRow | BadRow)[], from: number): number {
  const counts = new Map<string, number>();
  for (let place = from; place < rows.length; place += 1) {
    const row = rows[place]!;
    if (isBad(row)) continue;
    const count = (counts.get(row.key) ?? 0) + 1;
    if (count > ROWS_PER_KEY) return place;
    counts.set(row.key, count);
  }
  return rows.length;
}

/** The outcomes of the rows of a chunk that are done. */
export type DoneRows = Pick<StoredOutcomes, "outcomes" | "failures">;

/** Number of rows that are done. */
export const countDone = ({ outcomes }: Pick<DoneRows, "outcomes">): number => (outcomes === "" ? 0 : outcomes.split(" ").length);

/** The outcomes of a chunk with those of one more part, which begins at place `from`. */
export function joinOutcomes(before: DoneRows, part: DoneRows, from: number): StoredOutcomes {
  const outcomes = before.outcomes === "" ? part.outcomes : `${before.outcomes} ${part.outcomes}`;
  const added = Object.entries(failuresOf(part)).map(([place, failure]) => [from + Number(place), failure] as const);
  const failures = { ...failuresOf(before), ...Object.fromEntries(added) };
  const words = outcomes === "" ? [] : outcomes.split(" ");
  const count = (word: string) => words.filter((other) => other === word).length;
  const [failed, unchanged] = [count("f"), count("u")];
  return {
    outcomes,
    failures: failed === 0 ? "" : JSON.stringify(failures),
    accepted: words.length - failed - unchanged,
    failed,
    unchanged,
  };
}

const failuresOf = ({ failures }: DoneRows) => (failures === "" ? {} : (JSON.parse(failures) as Readonly<Record<number, unknown>>));
