import { withoutAccents } from "../platform/basics/index.ts";

/** Normalizes a text for comparison: lower case, no accents, and one space instead of any sequence of spaces and hyphens. */
export const normalizeForComparison = (text: string): string =>
  withoutAccents(text)
    .replace(/[\s-]+/g, " ")
    .trim()
    .toLowerCase();
