import type { NameIndex } from "./snapshot.ts";

const MAX_SUGGESTIONS = 3;
/** Maximum length of a compared name. Longer received names are cut; no registered name is longer. */
const COMPARED_MAX_LENGTH = 120;
/** Minimum length of a common beginning. Shorter ones match too many names to be useful. */
const BEGINNING_MIN_LENGTH = 3;

/** Words that are ignored when names are compared word by word. */
const FILLERS = new Set(["a", "as", "com", "da", "das", "de", "do", "dos", "e", "em", "o", "os", "para", "sem"]);

/** A name; its words in lower case, without accents; and `key`, these words joined without spaces and hyphens. */
interface NormalizedName {
  readonly name: string;
  readonly words: readonly string[];
  readonly key: string;
}

/**
 * An index over registered names. `has` is exact: case, accents and spaces count. `suggest` returns at most 3 registered names, always the
 * same ones for the same received name and list. If names differ from the received one only in case, accents, spaces and hyphens, which is
 * the most common error of sellers, it returns just those. Otherwise it returns first the names that start with the received name, then
 * names a few typing errors away, then names that the received name starts with. It returns nothing when no name is similar.
 */
export function createNameIndex(names: readonly string[]): NameIndex {
  const registered = new Set(names);
  const normalized = names.map(normalizeName);
  const byKey = Map.groupBy(normalized, (entry) => entry.key);

  const suggest = (received: string): readonly string[] => {
    const wanted = normalizeName(received.slice(0, COMPARED_MAX_LENGTH));
    if (wanted.key === "") return [];
    const equal = byKey.get(wanted.key);
    if (equal !== undefined) return equal.slice(0, MAX_SUGGESTIONS).map((entry) => entry.name);
    return nearestNames(wanted, normalized);
  };
  return { names, has: (name) => registered.has(name), suggest };
}

const COMBINING_MARKS = /\p{M}+/gu;
const WORD_BREAKS = /[\s\-_]+/u;

/** "azul  MARINHO" and "Azul-marinho" get the same key. */
function normalizeName(name: string): NormalizedName {
  const words = name.normalize("NFD").replace(COMBINING_MARKS, "").toLowerCase().split(WORD_BREAKS).filter(Boolean);
  return { name, words, key: words.join("") };
}

interface Candidate {
  readonly name: string;
  readonly tier: number;
  readonly cost: number;
}

/** The 3 best names, sorted by tier (kind of similarity), then by cost, then in the order of the list. */
function nearestNames(wanted: NormalizedName, registered: readonly NormalizedName[]): readonly string[] {
  const best: Candidate[] = [];
  for (const entry of registered) {
    const candidate = compare(wanted, entry);
    if (candidate === undefined) continue;
    const position = best.findIndex((other) => isCloser(candidate, other));
    if (position === -1) best.push(candidate);
    else best.splice(position, 0, candidate);
    if (best.length > MAX_SUGGESTIONS) best.pop();
  }
  return best.map((candidate) => candidate.name);
}

const isCloser = (one: Candidate, other: Candidate) => one.tier < other.tier || (one.tier === other.tier && one.cost < other.cost);

function compare(wanted: NormalizedName, entry: NormalizedName): Candidate | undefined {
  const lengthGap = Math.abs(wanted.key.length - entry.key.length);
  if (continues(entry, wanted)) return { name: entry.name, tier: 0, cost: lengthGap };
  const bound = typingErrors(Math.min(wanted.key.length, entry.key.length));
  const distance = editDistance(wanted.key, entry.key, bound);
  if (distance <= bound) return { name: entry.name, tier: 1, cost: distance };
  if (continues(wanted, entry)) return { name: entry.name, tier: 2, cost: lengthGap };
  return undefined;
}

/**
 * Whether `longer` starts with `shorter`, or has for each word of `shorter` a word that starts with it: "Tênis Corr" in "Tênis de Corrida".
 * The words in FILLERS do not count.
 */
function continues(longer: NormalizedName, shorter: NormalizedName): boolean {
  if (shorter.key.length < BEGINNING_MIN_LENGTH || shorter.key.length >= longer.key.length) return false;
  if (longer.key.startsWith(shorter.key)) return true;
  const significant = shorter.words.filter((word) => !FILLERS.has(word));
  return (
    significant.some((word) => word.length >= BEGINNING_MIN_LENGTH) &&
    significant.every((word) => longer.words.some((other) => other.startsWith(word)))
  );
}

/** Number of typing errors tolerated in a name of this length. It is 0 below 3 characters, where any name would match. */
const typingErrors = (length: number) => (length < 3 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3);

/**
 * Damerau-Levenshtein distance (optimal string alignment): counts letters changed, missing or added, and swapped neighbours. A result above
 * `bound` says only that the distance exceeds `bound`, because the computation then stops early.
 */
function editDistance(one: string, other: string, bound: number): number {
  const tooFar = bound + 1;
  if (Math.abs(one.length - other.length) > bound) return tooFar;
  const width = other.length + 1;
  let twoBack = new Uint8Array(width);
  let back = Uint8Array.from({ length: width }, (_, column) => column);
  let row = new Uint8Array(width);
  for (let i = 1; i <= one.length; i++) {
    row[0] = i;
    let lowest = i;
    for (let j = 1; j < width; j++) {
      const same = one[i - 1] === other[j - 1];
      let cost = Math.min(back[j]! + 1, row[j - 1]! + 1, back[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) cost = Math.min(cost, twoBack[j - 2]! + 1);
      row[j] = cost;
      if (cost < lowest) lowest = cost;
    }
    if (lowest > bound) return tooFar;
    [twoBack, back, row] = [back, row, twoBack];
  }
  return back[other.length]!;
}
