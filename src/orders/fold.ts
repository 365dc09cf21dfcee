/** A text as people compare it: without accents and letter case, one space where there are spaces or hyphens. */
export const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[\s-]+/g, " ")
    .trim()
    .toLowerCase();
