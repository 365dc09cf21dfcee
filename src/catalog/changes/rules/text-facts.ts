import type { NameIndex } from "../../../reference/index.ts";
import { foldCaseAndAccents } from "../../critiques/text-normalization.ts";

const WORD = /[\p{L}\p{N}]+/gu;
const HAS_DIGIT = /\p{N}/u;

/** The words of a text, without case and accents. */
const wordsOf = (text: string): readonly string[] => foldCaseAndAccents(text).match(WORD) ?? [];

/** The share of words, 0..1, that an edit changed: those that are not in the longest common sequence of words. */
export function editShare(was: string, wanted: string): number {
  const [one, other] = [wordsOf(was), wordsOf(wanted)];
  const longest = Math.max(one.length, other.length);
  return longest === 0 ? 0 : 1 - commonWords(one, other) / longest;
}

/** Length of the longest common sequence. Common words at the beginning and the end are counted first, so a small edit costs little. */
function commonWords(one: readonly string[], other: readonly string[]): number {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  let row = Array.from({ length: right.length + 1 }, () => 0);
  for (const word of left) {
    const next = [0];
    for (const [i, candidate] of right.entries()) next.push(word === candidate ? row[i]! + 1 : Math.max(row[i + 1]!, next[i]!));
    row = next;
  }
  return start + end + row.at(-1)!;
}

/** Whether both texts have the same words in the same order: only case, accents, spaces and punctuation differ. */
export const hasSameWords = (was: string, wanted: string): boolean => wordsOf(was).join(" ") === wordsOf(wanted).join(" ");

/** Whether every word with a digit was there before. */
export function hasNoNewNumber(was: string, wanted: string): boolean {
  const before = new Set(wordsOf(was));
  return wordsOf(wanted).every((word) => !HAS_DIGIT.test(word) || before.has(word));
}

/** Registered brands as words, in the form in which they are searched for, per version of the reference data. */
const BRAND_WORDS = new WeakMap<NameIndex, readonly string[]>();

function brandWords(brands: NameIndex): readonly string[] {
  const known = BRAND_WORDS.get(brands) ?? brands.names.map((name) => ` ${wordsOf(name).join(" ")} `);
  BRAND_WORDS.set(brands, known);
  return known;
}

/** Whether every registered brand that the text names was named before. */
export function hasNoNewBrand(was: string, wanted: string, brands: NameIndex): boolean {
  const [before, after] = [was, wanted].map((text) => ` ${wordsOf(text).join(" ")} `) as [string, string];
  return brandWords(brands).every((brand) => !after.includes(brand) || before.includes(brand));
}
