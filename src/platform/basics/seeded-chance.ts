import { sha256 } from "./random.ts";

/** A part of the seed of a decision: its purpose, or what distinguishes it from others of that purpose. */
export type SeedPart = string | number;

/** 48 bits are more than any share needs, and exact in a double. */
const BYTES = 6;
const STEPS = 2 ** (8 * BYTES);

/**
 * A number in [0, 1) that is always the same for the same seed and decision. It is a hash, so a replay depends neither on other decisions
 * nor on their order. Different seeds and parts never run into one another, whatever they contain.
 */
export const seededRandom = (seed: number, ...words: readonly SeedPart[]): number =>
  sha256(JSON.stringify([seed, ...words])).readUIntBE(0, BYTES) / STEPS;

/** True for the given share of all decisions. `share` is in [0, 1]. */
export const seededBoolean = (share: number, seed: number, ...words: readonly SeedPart[]): boolean => seededRandom(seed, ...words) < share;

/** Picks one of several, all equally likely. Undefined when there is none. */
export const seededPick = <One>(list: readonly One[], seed: number, ...words: readonly SeedPart[]): One | undefined =>
  list[Math.floor(seededRandom(seed, ...words) * list.length)];

/** A distribution, given by shares and the values they lie below: shares from 0 to 1, values above 0 and rising. */
export type Distribution = readonly (readonly [share: number, below: number])[];

/** The value below which a share of the distribution lies. Between two given shares it grows exponentially. */
export function quantile(spread: Distribution, share: number): number {
  const next = Math.max(
    1,
    spread.findIndex(([known]) => known >= share),
  );
  const [[from, low], [to, high]] = [spread[next - 1]!, spread[next]!];
  return low * (high / low) ** ((share - from) / (to - from));
}
