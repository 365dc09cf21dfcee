import { sha256 } from "./random.ts";

/** What a decision is about: its purpose, and whatever tells it from others of that purpose. */
export type SeedPart = string | number;

/** 48 bits: more than any share needs, and exact in a number. */
const BYTES = 6;
const STEPS = 2 ** (8 * BYTES);

/**
 * A number in [0, 1) that this seed always gives this decision: hashed, so that a replay depends neither on what else was asked nor on
 * the order of asking. Seeds and words are told apart whatever they contain.
 */
export const seededRandom = (seed: number, ...words: readonly SeedPart[]): number =>
  sha256(JSON.stringify([seed, ...words])).readUIntBE(0, BYTES) / STEPS;

/** Whether a decision falls into a share of all of them; `share` is in [0, 1]. */
export const seededBoolean = (share: number, seed: number, ...words: readonly SeedPart[]): boolean => seededRandom(seed, ...words) < share;

/** One of several, equally likely; undefined of none. */
export const seededPick = <One>(list: readonly One[], seed: number, ...words: readonly SeedPart[]): One | undefined =>
  list[Math.floor(seededRandom(seed, ...words) * list.length)];

/** How something is spread: shares of all that lie below values, from share 0 to share 1, values above 0 and rising. */
export type Distribution = readonly (readonly [share: number, below: number])[];

/** The value below which this share of a spread lies; between two known shares it grows by equal factors. */
export function quantile(spread: Distribution, share: number): number {
  const next = Math.max(
    1,
    spread.findIndex(([known]) => known >= share),
  );
  const [[from, low], [to, high]] = [spread[next - 1]!, spread[next]!];
  return low * (high / low) ** ((share - from) / (to - from));
}
