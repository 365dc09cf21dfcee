import { withoutAccents } from "./accents.ts";

const MOST_SUGGESTIONS = 3;
const LONGEST_COMPARED = 60;
/** Number of characters per allowed typing error. */
const CHARACTERS_PER_ERROR = 3;

/**
 * Returns at most 3 of `words` that are similar to the received word. Words that differ only in case come first, then words that also differ
 * in accents, spaces, hyphens and underscores, then words within a few typing errors. Empty when no word is similar. Meant for short lists,
 * such as the allowed values of a field. The names of the reference data have an index of their own.
 */
export function nearestWords(received: string, words: readonly string[]): readonly string[] {
  const wanted = received.slice(0, LONGEST_COMPARED);
  return words
    .map((word) => ({ word, away: distance(wanted, word) }))
    .filter(({ away }) => Number.isFinite(away))
    .sort((a, b) => a.away - b.away)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ word }) => word);
}

/** Minimum length of a name that is searched for inside longer names. A shorter name would be found in too many of them. */
const SHORTEST_PART = 3;

/**
 * Does the same as `nearestWords` for the names of parameters and members. Empty brackets (`status[]`) are ignored. When no name is similar,
 * returns at most 3 names that contain the received one or are contained in it (`orderStatus` for `status`, `page` for `pageSize`). For
 * `filter[status]`, searches for `filter` first, and for `status` only if nothing was found.
 */
export function nearestNames(received: string, names: readonly string[]): readonly string[] {
  const [outer = "", inner = ""] = received.slice(0, LONGEST_COMPARED).split(/[[\]]+/);
  for (const wanted of [outer, inner]) {
    const near = nearestWords(wanted, names);
    const found = near.length > 0 ? near : overlapping(folded(wanted), names);
    if (found.length > 0) return found;
  }
  return [];
}

/** At most 3 names that contain the given one or are contained in it. Those with the longest common part come first. */
const overlapping = (wanted: string, names: readonly string[]): readonly string[] =>
  names
    .map((name) => ({ name, common: commonPart(wanted, folded(name)) }))
    .filter(({ common }) => common >= SHORTEST_PART)
    .sort((a, b) => b.common - a.common)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);

/** The length of the shorter of two names when the longer one contains it; 0 otherwise. */
const commonPart = (one: string, other: string): number => (one.includes(other) ? other.length : other.includes(one) ? one.length : 0);

function distance(received: string, word: string): number {
  if (received.toLowerCase() === word.toLowerCase()) return 0;
  const one = folded(received);
  const other = folded(word);
  if (one === other) return 1;
  const errors = typingErrors(one, other);
  return errors <= Math.max(one.length, other.length) / CHARACTERS_PER_ERROR ? 1 + errors : Number.POSITIVE_INFINITY;
}

const folded = (text: string) =>
  withoutAccents(text)
    .replace(/[\s_-]/g, "")
    .toLowerCase();

/** The number of typing errors. An error is a character that is changed, missing, added, or swapped with its neighbour. */
function typingErrors(one: string, other: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(changed, swapped, row[j]! + 1, next[j - 1]! + 1));
    }
    before = row;
    row = next;
  }
  return row[other.length]!;
}
