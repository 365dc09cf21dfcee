import { sha256 } from "./ids.ts";

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
