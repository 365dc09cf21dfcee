import { decimalText } from "../../platform/basics/index.ts";
import type { FieldType } from "./fields.ts";
import { type AmbiguousNumber, type DecimalMark, readDecimal, readInteger } from "./number-cells.ts";
import type { RowErrorCode } from "./errors.ts";
import type { CellValue } from "./row-text.ts";

/** Why a cell has no value. */
export interface CellProblem {
  readonly code: RowErrorCode;
  readonly received?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly suggestions?: readonly string[];
}

/** The value of a cell as a JSON body has it; undefined when the cell is empty. */
export type ReadCell = { readonly value: string | boolean | undefined } | { readonly problem: CellProblem };

/** Errors of formulas, as spreadsheets show them in cells and write them into CSV files. */
const FORMULA_ERRORS: ReadonlySet<string> = new Set([
  "#N/A",
  "#N/D",
  "#REF!",
  "#VALUE!",
  "#VALOR!",
  "#DIV/0!",
  "#NAME?",
  "#NOME?",
  "#NULL!",
  "#NULO!",
  "#NUM!",
  "#NÚM!",
  "#SPILL!",
  "#DESPEJAR!",
  "#CALC!",
  "#FIELD!",
  "#GETTING_DATA",
  "#BLOCKED!",
  "#CONNECT!",
  "#UNKNOWN!",
  "#BUSY!",
  "#EXTERNAL!",
]);
const REFUSED_CHARACTER = /[\0\uFFFD\p{Cs}]/u;
/** Spreadsheets keep 15 significant digits of a number. */
const KEPT_DIGITS = 15;

/** Reads a cell for a field. Texts are read without the white space around them. */
export function readCell(cell: CellValue, type: FieldType, mark: DecimalMark): ReadCell {
  if (cell === null) return { problem: { code: "cell_not_calculated" } };
  if (typeof cell === "boolean") return { value: type === "boolean" ? cell : String(cell) };
  if (typeof cell === "number") return readNumber(cell, type);
  const text = cell.trim();
  if (text === "") return { value: undefined };
  if (FORMULA_ERRORS.has(text.toUpperCase())) return { problem: { code: "cell_error", received: text } };
  const refused = REFUSED_CHARACTER.exec(text);
  if (refused) return { problem: { code: "cell_character", received: escapeOf(refused[0]) } };
  return READERS[type](text, mark);
}

/** A number of a spreadsheet. Digits beyond the fifteenth come from binary arithmetic; nobody typed them. */
function readNumber(cell: number, type: FieldType): ReadCell {
  const text = decimalText(Number(cell.toPrecision(KEPT_DIGITS)));
  if (type !== "decimal" && Math.abs(cell) >= 10 ** KEPT_DIGITS) return { problem: { code: "cell_digits_lost", received: text } };
  return type === "boolean" ? readBoolean(text) : { value: text };
}

const READERS: Readonly<Record<FieldType, (text: string, mark: DecimalMark) => ReadCell>> = {
  text: (value) => ({ value }),
  decimal: (text, mark) => asNumber(text, readDecimal(text, mark)),
  integer: (text) => asNumber(text, readInteger(text)),
  boolean: readBoolean,
  date: (text) => ({ value: isoFromBrazilian(text) }),
};

/** A text that is no number stays as it is: the check of the field then refuses it. */
function asNumber(text: string, number: string | AmbiguousNumber | undefined): ReadCell {
  if (typeof number === "string" || number === undefined) return { value: number ?? text };
  const { thousands, decimal, exact } = number;
  const params = { first: thousands, second: decimal, exact };
  return { problem: { code: "cell_number_ambiguous", received: text, params, suggestions: [thousands, exact] } };
}

const YES: ReadonlySet<string> = new Set(["sim", "s", "true", "verdadeiro", "1", "x", "yes"]);
const NO: ReadonlySet<string> = new Set(["não", "nao", "n", "false", "falso", "0", "no"]);

function readBoolean(text: string): ReadCell {
  const word = text.toLowerCase();
  if (YES.has(word)) return { value: true };
  return NO.has(word) ? { value: false } : { problem: { code: "cell_not_boolean", received: text, suggestions: ["sim", "não"] } };
}

const BRAZILIAN_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ ,]+(\d{1,2}:\d{2}(?::\d{2})?))?$/;

/** Writes `25/11/2026 16:00` as `2026-11-25T16:00`. Any other text is returned unchanged. */
function isoFromBrazilian(text: string): string {
  const parts = BRAZILIAN_DATE.exec(text);
  if (parts === null) return text;
  const [, day = "", month = "", year = "", time] = parts;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return time === undefined ? date : `${date}T${time.padStart(time.length + (time.indexOf(":") === 1 ? 1 : 0), "0")}`;
}

const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
