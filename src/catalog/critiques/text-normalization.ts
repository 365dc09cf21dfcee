import { withoutAccents } from "../../platform/basics/index.ts";

/** A text in lower case and without accents, for rules that search for words in it. */
export const foldCaseAndAccents = (text: string): string => withoutAccents(text).toLowerCase();
