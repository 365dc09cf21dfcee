import type { CellEdit } from "./types.ts";

type NumberEdit = Pick<CellEdit<never>, "read" | "write" | "inputMode">;

/**
 * Numbers as people of a language write them: `1.234,56` in Portuguese. Currency signs and spaces of spreadsheets are ignored. `decimals` is
 * how many decimals are written.
 */
export function numberEdit(language: string, decimals: number): NumberEdit {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: MOST_DECIMALS });
  return {
    read: (typed) => readNumber(typed, language),
    write: (value) => (isCanonicalNumber(value) ? format.format(Number(value)) : value),
    inputMode: decimals === 0 ? "numeric" : "decimal",
  };
}

/** Beyond these, a value is shown rounded; the server judges what was typed. */
const MOST_DECIMALS = 6;
const CANONICAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Whether a value in a cell is a number: what cannot be read stays as it was typed. */
export const isCanonicalNumber = (value: string): boolean => CANONICAL.test(value);

const NOISE = /R\$|[\s\u00A0\u202F]/g;
const PLAIN = /^-?\d+$/;
/** Signs of thousands and of decimals. */
const SIGNS = { "pt-BR": [".", ","], en: [",", "."] } as const;

/**
 * A number that was typed or pasted, as `1234.56`; the text itself when it is no number. A single sign that can be both is what the language
 * has it for: `1.234` are thousands in Portuguese.
 */
function readNumber(typed: string, language: string): string {
  const text = typed.replaceAll(NOISE, "");
  if (PLAIN.test(text)) return canonical(text);
  const own = language === "en" ? SIGNS.en : SIGNS["pt-BR"];
  for (const [thousands, decimal] of [own, own.toReversed() as unknown as typeof own]) {
    const pattern = new RegExp(`^-?(?:\\d+|\\d{1,3}(?:\\${thousands}\\d{3})+)(?:\\${decimal}\\d+)?$`);
    if (pattern.test(text)) return canonical(text.replaceAll(thousands, "").replace(decimal, "."));
  }
  return typed.trim();
}

/** Without zeros that say nothing: `007,50` is `7.5`. */
function canonical(number: string): string {
  if (!isCanonicalNumber(number)) return number;
  const [whole = "", decimals = ""] = number.split(".");
  const kept = decimals.replace(/0+$/, "");
  const trimmed = whole.replace(/^(-?)0+(?=\d)/, "$1");
  return kept === "" ? trimmed : `${trimmed}.${kept}`;
}
