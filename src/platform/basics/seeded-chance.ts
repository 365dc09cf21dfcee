import { sha256 } from "./random.ts";

/** What a decision is about: its purpose, and whatever tells it from others of that purpose. */
export type Word = string | number;

/** 48 bits: more than any share needs, and exact in a number. */
const BYTES = 6;
const STEPS = 2 ** (8 * BYTES);

/**
 * A number in [0, 1) that this seed always gives this decision: hashed, so that a replay depends neither on what else was asked nor on
 * the order of asking. Seeds and words are told apart whatever they contain.
 */
export const chanceOf = (seed: number, ...words: readonly Word[]): number =>
  sha256(JSON.stringify([seed, ...words])).readUIntBE(0, BYTES) / STEPS;

/** Whether a decision falls into a share of all of them; `share` is in [0, 1]. */
export const happens = (share: number, seed: number, ...words: readonly Word[]): boolean => chanceOf(seed, ...words) < share;

/** One of several, equally likely; undefined of none. */
export const pick = <One>(list: readonly One[], seed: number, ...words: readonly Word[]): One | undefined =>
  list[Math.floor(chanceOf(seed, ...words) * list.length)];

/** How something is spread: shares of all that lie below values, from share 0 to share 1, values above 0 and rising. */
export type Spread = readonly (readonly [share: number, below: number])[];

/** The value below which this share of a spread lies; between two known shares it grows by equal factors. */
export function quantile(spread: Spread, share: number): number {
  const next = Math.max(
    1,
    spread.findIndex(([known]) => known >= share),
  );
  const [[from, low], [to, high]] = [spread[next - 1]!, spread[next]!];
  return low * (high / low) ** ((share - from) / (to - from));
}
