import { randomInt } from "node:crypto";

/** How much a test tries: `small` in every run of bin/test, `full` in bin/test --campaign. */
export const budget = (small: number, full: number): number => (process.env.CAMPAIGN === undefined ? small : full);

/** What the chance of a test file begins with: another one each time; `SEED=n` plays a run again. Tests that use it tell it in their figures. */
export const SEED = Number(process.env.SEED ?? randomInt(2 ** 31));
