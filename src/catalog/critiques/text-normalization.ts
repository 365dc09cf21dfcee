import { withoutAccents } from "../../platform/basics/index.ts";

/** Converts a text to lower case without accents, for rules that search for words in it. */
export const foldCaseAndAccents = (text: string): string => withoutAccents(text).toLowerCase();
