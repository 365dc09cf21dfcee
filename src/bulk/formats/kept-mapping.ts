import { foldName } from "./column-names.ts";
import type { Mapping, MappedColumn } from "./mapping.ts";
import { MOST_COLUMNS } from "./header.ts";

/** Adds what a call said about its columns to what is kept. The newest columns come first, and the oldest are forgotten beyond the maximum. */
export function mergedMapping(kept: Mapping, said: Mapping): Mapping {
  const byName = new Map<string, MappedColumn>();
  for (const column of [...said, ...kept]) if (!byName.has(foldName(column.name))) byName.set(foldName(column.name), column);
  return [...byName.values()].slice(0, MOST_COLUMNS);
}

/** Whether a call says something about its columns that is not kept yet. */
export const isNews = (kept: Mapping, said: Mapping): boolean => {
  const targets = new Map(kept.map(({ name, target }) => [foldName(name), target]));
  return said.some(({ name, target }) => targets.get(foldName(name)) !== target);
};
