import { readdirSync } from "node:fs";

/**
 * Images with a defect on purpose, and the verdict each gets, so that a seller can see every image critique.
 * `missing.jpg` is never served; `too-heavy.jpg` and `incomplete.jpg` are generated from another image.
 */
export const DEFECTIVE_IMAGES = {
  "too-small.jpg": "wrong_size",
  "too-large.jpg": "wrong_size",
  "png-in-disguise.jpg": "not_jpeg",
  "incomplete.jpg": "not_jpeg",
  "too-heavy.jpg": "too_heavy",
  "missing.jpg": "unreachable",
} as const;

/** The names of the clean images, sorted. */
export const imageNames = (): readonly string[] =>
  readdirSync(new URL("../../data/images/", import.meta.url))
    .filter((name) => name.endsWith(".jpg"))
    .sort();
