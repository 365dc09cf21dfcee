import { sha256 } from "./random.ts";

/** A part of the name of a random draw: the purpose of the draw, or what distinguishes it from other draws with the same purpose. */
export type SeedPart = string | number;

/** Number of bytes taken from the hash. The draws need no more than 48 bits, and a double represents 48 bits exactly. */
const BYTES = 6;
const STEPS = 2 ** (8 * BYTES);

/**
 * Draws a number in [0, 1) that depends only on `seed` and on `words`, the name of the draw. It is derived from a hash, so it stays the same
 * even if other draws are added, removed or made in another order. Different combinations of seed and words never give the same hash
 * input, whatever they contain.
 */
export const seededRandom = (seed: number, ...words: readonly SeedPart[]): number =>
  sha256(JSON.stringify([seed, ...words])).readUIntBE(0, BYTES) / STEPS;

/** Draws true or false. True in the given share of all draws; `share` is in [0, 1]. */
export const seededBoolean = (share: number, seed: number, ...words: readonly SeedPart[]): boolean => seededRandom(seed, ...words) < share;

/** Picks one item of a list; all are equally likely. Undefined when the list is empty. */
export const seededPick = <One>(list: readonly One[], seed: number, ...words: readonly SeedPart[]): One | undefined =>
  list[Math.floor(seededRandom(seed, ...words) * list.length)];

/**
 * A distribution of values, given as pairs: a share, and the value below which that share of all values lies. Shares go from 0 to 1. Values
 * are above 0 and ascending.
 */
export type Distribution = readonly (readonly [share: number, below: number])[];

/** The value below which the given share of the distribution lies. Values between two pairs are interpolated exponentially. */
export function quantile(spread: Distribution, share: number): number {
  const next = Math.max(
    1,
    spread.findIndex(([known]) => known >= share),
  );
  const [[from, low], [to, high]] = [spread[next - 1]!, spread[next]!];
  return low * (high / low) ** ((share - from) / (to - from));
}
