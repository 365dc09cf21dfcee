import { sha256 } from "./random.ts";

/** A part of a decision's seed: the purpose of the decision, or what distinguishes it from others with the same purpose. */
export type SeedPart = string | number;

/** Number of bytes taken from the hash. 48 bits are more than any share needs, and a double represents them exactly. */
const BYTES = 6;
const STEPS = 2 ** (8 * BYTES);

/**
 * A number in [0, 1) that depends only on the seed and the decision. It is derived from a hash, so a decision gets the same number in a
 * replay, even if other decisions or their order change. Different combinations of seed and parts never give the same hash input, whatever
 * they contain.
 */
export const seededRandom = (seed: number, ...words: readonly SeedPart[]): number =>
  sha256(JSON.stringify([seed, ...words])).readUIntBE(0, BYTES) / STEPS;

/** True for the given share of all decisions. `share` is in [0, 1]. */
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
