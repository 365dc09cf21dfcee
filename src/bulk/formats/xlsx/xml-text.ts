/** Characters that XML 1.0 does not have, and the underscore that begins an escape. Spreadsheets write them as `_x0007_`. */
const NEEDS_ESCAPE = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;
const MARKUP: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as XML of spreadsheets has it, in elements and in attributes. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(NEEDS_ESCAPE, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`)
    .replace(/[&<>"]/g, (character) => MARKUP[character]!);

/** The text behind the escapes of spreadsheets: `_x000D_` is a carriage return. */
export const unescapeText = (text: string): string =>
  text.includes("_x") ? text.replace(ESCAPED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))) : text;
