const COMBINING_MARKS = /\p{M}+/gu;

/** A text without accents and letter case, for warnings that look for a word in it. */
export const fold = (text: string): string => text.normalize("NFD").replace(COMBINING_MARKS, "").toLowerCase();
