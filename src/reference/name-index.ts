import type { NameIndex } from "./snapshot.ts";

const MOST_SUGGESTIONS = 3;
/** A received name is compared up to here: no registered name is longer, and the sender chooses the length. */
const LONGEST_COMPARED = 120;
/** Shorter beginnings fit too many names to be a hint. */
const SHORTEST_BEGINNING = 3;

/** Words that two names share without being alike. */
const FILLERS = new Set(["a", "as", "com", "da", "das", "de", "do", "dos", "e", "em", "o", "os", "para", "sem"]);

/** A registered name, folded once when the index is built. */
interface Folded {
  readonly name: string;
  readonly words: readonly string[];
  readonly key: string;
}

/**
 * An index over registered names, built once per snapshot. `has` is exact: case, accents and spaces count. `suggest`
 * answers at most 3 registered names, the same for the same list: only those equal but for case, accents and spaces
 * when there are any (the commonest seller error); else names that continue what was received, then names a few
 * typing errors away, then names that what was received continues. Nothing near answers nothing.
 */
export function nameIndex(names: readonly string[]): NameIndex {
  const registered = new Set(names);
  const folded = names.map(foldName);
  const byKey = Map.groupBy(folded, (entry) => entry.key);

  const suggest = (received: string): readonly string[] => {
    const wanted = foldName(received.slice(0, LONGEST_COMPARED));
    if (wanted.key === "") return [];
    const equal = byKey.get(wanted.key);
    if (equal !== undefined) return equal.slice(0, MOST_SUGGESTIONS).map((entry) => entry.name);
    return nearest(wanted, folded);
  };
  return { names, has: (name) => registered.has(name), suggest };
}

const COMBINING_MARKS = /\p{M}+/gu;
const WORD_BREAKS = /[\s\-_]+/u;

/** Without case, accents, spaces and hyphens: "azul  MARINHO" and "Azul-marinho" fold to the same key. */
function foldName(name: string): Folded {
  const words = name.normalize("NFD").replace(COMBINING_MARKS, "").toLowerCase().split(WORD_BREAKS).filter(Boolean);
  return { name, words, key: words.join("") };
}

interface Candidate {
  readonly name: string;
  readonly tier: number;
  readonly cost: number;
}

/** The best 3 by tier, then by cost, then in the order of the list. */
function nearest(wanted: Folded, folded: readonly Folded[]): readonly string[] {
  const best: Candidate[] = [];
  for (const entry of folded) {
    const candidate = compare(wanted, entry);
    if (candidate === undefined) continue;
    const place = best.findIndex((other) => closer(candidate, other));
    if (place === -1) best.push(candidate);
    else best.splice(place, 0, candidate);
    if (best.length > MOST_SUGGESTIONS) best.pop();
  }
  return best.map((candidate) => candidate.name);
}

const closer = (one: Candidate, other: Candidate) => one.tier < other.tier || (one.tier === other.tier && one.cost < other.cost);

function compare(wanted: Folded, entry: Folded): Candidate | undefined {
  const lengthGap = Math.abs(wanted.key.length - entry.key.length);
  if (continues(entry, wanted)) return { name: entry.name, tier: 0, cost: lengthGap };
  const bound = typingErrors(Math.min(wanted.key.length, entry.key.length));
  const distance = editDistance(wanted.key, entry.key, bound);
  if (distance <= bound) return { name: entry.name, tier: 1, cost: distance };
  if (continues(wanted, entry)) return { name: entry.name, tier: 2, cost: lengthGap };
  return undefined;
}

/** Whether `longer` begins like `shorter`, or has a word beginning like each of its words: "Tênis Corr" in "Tênis de Corrida". */
function continues(longer: Folded, shorter: Folded): boolean {
  if (shorter.key.length < SHORTEST_BEGINNING || shorter.key.length >= longer.key.length) return false;
  if (longer.key.startsWith(shorter.key)) return true;
  const telling = shorter.words.filter((word) => !FILLERS.has(word));
  return (
    telling.some((word) => word.length >= SHORTEST_BEGINNING) &&
    telling.every((word) => longer.words.some((other) => other.startsWith(word)))
  );
}

/** Typing errors forgiven in a name of this many characters; in one or two characters every other name would be near. */
const typingErrors = (length: number) => (length < 3 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3);

/**
 * Damerau-Levenshtein distance (optimal string alignment): letters changed, missing, added, or two neighbours swapped.
 * Answers `bound + 1` as soon as the distance is known to exceed `bound`.
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
