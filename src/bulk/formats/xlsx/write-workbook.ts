import { deflateRawSync, crc32 } from "node:zlib";
import { type StreamedZipEntry, zip, type ZipEntry } from "../../../platform/archive/index.ts";
import { guardFormula } from "../formula-guard.ts";
import { xmlText } from "./xml-text.ts";

/** The value of a cell that is written. Texts are never formulas, whatever they begin with. */
export type WrittenCell = string | number | boolean;

/** A sheet to write. Its first row is the header: bold, and always in view. */
export interface WrittenSheet {
  readonly name: string;
  readonly rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>;
  /** Widths of the columns in characters. */
  readonly widths?: readonly number[];
  /** Cells in which values are chosen from a list. */
  readonly choices?: readonly Choice[];
}

/** A column whose cells offer the values of a range. Other values may be typed too. */
export interface Choice {
  /** The number of the column, from 0. */
  readonly column: number;
  /** Where the values are, such as `Listas!$A$2:$A$40`. */
  readonly range: string;
}

/** The last row that a sheet can have. */
const LAST_ROW = 1_048_576;
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Styles by their numbers in `STYLES`. `text` keeps leading zeros; `guarded` also keeps spreadsheets from reading a formula when it is edited. */
const STYLE = { plain: 0, text: 1, header: 2, guarded: 3 } as const;
const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
/** Number of characters of a sheet that are written at once. */
const CHUNK_CHARACTERS = 65_536;

/**
 * Writes an XLSX workbook as its rows become known. `modifiedAt` is the time of its parts, in epoch ms: with the same time, the same rows give the
 * same bytes.
 */
export const writeWorkbook = (sheets: readonly WrittenSheet[], modifiedAt: number): AsyncGenerator<Buffer> =>
  zip(partsOf(sheets), modifiedAt);

function* partsOf(sheets: readonly WrittenSheet[]): Generator<ZipEntry | StreamedZipEntry> {
  const numbers = sheets.map((_, index) => index + 1);
  yield part("[Content_Types].xml", contentTypes(numbers));
  yield part("_rels/.rels", relations([["officeDocument", "xl/workbook.xml"]]));
  yield part("xl/workbook.xml", workbook(sheets));
  yield part(
    "xl/_rels/workbook.xml.rels",
    relations([...numbers.map((number) => ["worksheet", `worksheets/sheet${number}.xml`] as const), ["styles", "styles.xml"]]),
  );
  yield part("xl/styles.xml", STYLES);
  for (const [index, sheet] of sheets.entries()) yield { name: `xl/worksheets/sheet${index + 1}.xml`, content: sheetXml(sheet) };
}

function part(name: string, xml: string): ZipEntry {
  const bytes = Buffer.from(DECLARATION + xml);
  return { name, deflated: deflateRawSync(bytes), crc32: crc32(bytes), size: bytes.length };
}

const contentTypes = (numbers: readonly number[]): string =>
  `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
    ["/xl/workbook.xml", "sheet.main"],
    ["/xl/styles.xml", "styles"],
    ...numbers.map((number) => [`/xl/worksheets/sheet${number}.xml`, "worksheet"]),
  ]
    .map(
      ([name, type]) =>
        `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
    )
    .join("")}</Types>`;

const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const workbook = (sheets: readonly WrittenSheet[]): string =>
  `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets
    .map(({ name }, index) => `<sheet name="${xmlText(sheetName(name))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join("")}</sheets></workbook>`;

/** Names of sheets have at most 31 characters and none of these. */
const sheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\]/g, " ")
    .replace(/^'|'$/g, " ")
    .slice(0, 31)
    .trim() || "Planilha";

async function* sheetXml({ rows, widths = [], choices = [] }: WrittenSheet): AsyncGenerator<Buffer> {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${STYLE.text}" customWidth="1"/>`,
  );
  let pending =
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `${columns.length > 0 ? `<cols>${columns.join("")}</cols>` : ""}<sheetData>`;
  let number = 0;
  for await (const row of rows) {
    number += 1;
    if (number > LAST_ROW) throw new Error(`a sheet has at most ${LAST_ROW} rows`);
    pending += rowXml(row, number);
    if (pending.length >= CHUNK_CHARACTERS) {
      yield Buffer.from(pending);
      pending = "";
    }
  }
  yield Buffer.from(`${pending}</sheetData>${choicesXml(choices)}</worksheet>`);
}

const rowXml = (cells: readonly WrittenCell[], number: number): string =>
  `<row r="${number}">${cells.map((cell, index) => cellXml(cell, `${columnLetters(index)}${number}`, number === 1)).join("")}</row>`;

/** The longest text that a cell can have. */
const LONGEST_TEXT = 32_767;

function cellXml(cell: WrittenCell, reference: string, isHeader: boolean): string {
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${reference}" t="b"><v>${Number(cell)}</v></c>`;
  if (cell === "") return "";
  const style = isHeader ? STYLE.header : guardFormula(cell) === cell ? STYLE.text : STYLE.guarded;
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell.slice(0, LONGEST_TEXT))}</t></is></c>`;
}

const LETTERS = 26;
/** The letters of a column: A to Z, then AA. `index` counts from 0. */
export function columnLetters(index: number): string {
  let letters = "";
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / LETTERS))
    letters = String.fromCharCode(65 + ((left - 1) % LETTERS)) + letters;
  return letters;
}

const choicesXml = (choices: readonly Choice[]): string =>
  choices.length === 0
    ? ""
    : `<dataValidations count="${choices.length}">${choices
        .map(({ column, range }) => {
          const letters = columnLetters(column);
          return `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${letters}2:${letters}${LAST_ROW}"><formula1>${xmlText(range)}</formula1></dataValidation>`;
        })
        .join("")}</dataValidations>`;
