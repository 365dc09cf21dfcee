import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "../../src/project.ts";

/**
 * Where a table lives when the marketplace is sharded by seller: with its seller, by a key of its own that is looked up before
 * the seller is known, copied to every node, or on one node.
 */
export type Home = "distributed" | "lookup" | "reference" | "local";

/** db/distribution.json: every table's home; the ones that are not distributed say why. */
export interface Manifest {
  readonly distributed: readonly string[];
  readonly lookup: Readonly<Record<string, string>>;
  readonly reference: Readonly<Record<string, string>>;
  readonly local: Readonly<Record<string, string>>;
}

export const MANIFEST = JSON.parse(readFileSync(join(PROJECT, "db", "distribution.json"), "utf8")) as Manifest;

/** Each table's home by its name. */
export const homesOf = ({ distributed, lookup, reference, local }: Manifest): ReadonlyMap<string, Home> =>
  new Map<string, Home>([
    ...distributed.map((table) => [table, "distributed"] as const),
    ...Object.keys(lookup).map((table) => [table, "lookup"] as const),
    ...Object.keys(reference).map((table) => [table, "reference"] as const),
    ...Object.keys(local).map((table) => [table, "local"] as const),
  ]);
