/** Chance that repeats itself: the same seed draws the same on every machine, in every run. */
export interface Chance {
  /** A whole number from `least` to `most`, both included. */
  readonly whole: (least: number, most: number) => number;
  readonly happens: (probability: number) => boolean;
  readonly pick: <Item>(from: readonly Item[]) => Item;
  /** `count` different ones, or as many as there are, in the order drawn. */
  readonly some: <Item>(from: readonly Item[], count: number) => readonly Item[];
}

/** A seed of its own for every family keeps the others as they are when one product line changes. */
export function seeded(seed: string): Chance {
  const next = mulberry32(hashOf(seed));
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const pick = <Item>(from: readonly Item[]): Item => {
    const item = from[whole(0, from.length - 1)];
    if (item === undefined) throw new Error(`nothing to pick from for ${seed}`);
    return item;
  };
  const some = <Item>(from: readonly Item[], count: number): readonly Item[] => {
    const left = [...from];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(whole(0, left.length - 1), 1)[0]!);
  };
  return { whole, happens: (probability) => next() < probability, pick, some };
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** A small generator of 32 bits of state; numbers in [0, 1). */
function mulberry32(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
