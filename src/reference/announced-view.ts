import { isoDateTime } from "../platform/basics/index.ts";
import { entryView } from "./lists.ts";
import type { AffectedTotalsRow, ChangeRow } from "./queries.ts";

/** The path of the seller API's list of changes. */
const CHANGES_PATH = "/api/v1/reference/changes";
/** The path of the products of a seller that a change affects. */
export const affectedPath = (changeId: number): string => `${CHANGES_PATH}/${changeId}/affected`;

/** What changes affect of a seller, by the number of the change. */
export type AffectedTotals = ReadonlyMap<number, AffectedTotalsRow>;
/** The totals of rows, by the number of the change. */
export const affectedTotalsOf = (rows: readonly AffectedTotalsRow[]): AffectedTotals => new Map(rows.map((row) => [row.change_id, row]));

/** What a change affects: nothing if it does not narrow; undefined while it is counted, and when it is too old to be counted. */
export function affectedView({ change_id, narrows, made_at }: ChangeRow, totals: AffectedTotals) {
  if (narrows === false) return { skus: 0, families: 0, computedAt: isoDateTime(made_at) };
  const row = totals.get(change_id);
  if (row === undefined || row.computed_at === null) return undefined;
  return { skus: row.skus, families: row.families, computedAt: isoDateTime(row.computed_at) };
}

/** A change as sellers see it: without who made it, with what it affects of theirs. */
export function announcedView(row: ChangeRow, totals: AffectedTotals) {
  const { change_id: changeId, list, code, item, effective_at, narrows } = row;
  const affected = affectedView(row, totals);
  return {
    changeId,
    effectiveAt: isoDateTime(effective_at),
    list,
    code,
    action: item === null ? "remove" : "put",
    ...(item === null ? {} : { item: entryView({ list, code, item }) }),
    breaking: narrows ?? item === null,
    ...(affected === undefined ? {} : { affected }),
    links: narrows === true ? [{ rel: "affected", href: affectedPath(changeId) }] : [],
  };
}
