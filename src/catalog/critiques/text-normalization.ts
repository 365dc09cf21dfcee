import { withoutAccents } from "../../platform/basics/accents.ts";

/** A text without accents and letter case, for warnings that look for a word in it. */
export const fold = (text: string): string => withoutAccents(text).toLowerCase();
