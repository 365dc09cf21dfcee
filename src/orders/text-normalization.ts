import { withoutAccents } from "../platform/basics/accents.ts";

/** A text as people compare it: without accents and letter case, one space where there are spaces or hyphens. */
export const fold = (text: string): string =>
  withoutAccents(text)
    .replace(/[\s-]+/g, " ")
    .trim()
    .toLowerCase();
