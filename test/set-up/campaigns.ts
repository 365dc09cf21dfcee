import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** A test file that tries more when it is asked to: a numbered one, one with a budget, or one that only runs at length. */
export interface Campaign {
  /** As it is asked for and stands in the report: `T12-idempotency`, `schema-agrees`. */
  readonly name: string;
  /** Below the project. */
  readonly path: string;
}

const PROJECT = join(import.meta.dirname, "..", "..");
const NUMBERED = /^[TM]\d+-/;
const ASKS_HOW_MUCH = /from "(?:\.\.?\/)+budget\.ts"/;

const nameOf = (path: string) => basename(path, ".test.ts");

/** All campaigns there are, by name. */
export function campaigns(): readonly Campaign[] {
  return globSync("test/**/*.test.ts", { cwd: PROJECT, exclude: ["test/.tmp"] })
    .filter(
      (path) =>
        NUMBERED.test(nameOf(path)) || path.startsWith("test/campaigns/") || ASKS_HOW_MUCH.test(readFileSync(join(PROJECT, path), "utf8")),
    )
    .map((path) => ({ name: nameOf(path), path }))
    .toSorted(byName);
}

/** Those whose path has one of the words in it, in any case; all of them when there is no word. A word that none has is `unknown`. */
export function named(
  all: readonly Campaign[],
  words: readonly string[],
): { readonly found: readonly Campaign[]; readonly unknown: readonly string[] } {
  const has = ({ path }: Campaign, word: string) => path.toLowerCase().includes(word.toLowerCase());
  return {
    found: words.length === 0 ? all : all.filter((one) => words.some((word) => has(one, word))),
    unknown: words.filter((word) => !all.some((one) => has(one, word))),
  };
}

/** T2 before T10, numbered ones first. */
export const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  Number(NUMBERED.test(other.name)) - Number(NUMBERED.test(one.name)) || one.name.localeCompare(other.name, "en", { numeric: true });
