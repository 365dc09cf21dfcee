import type { LocalizedText } from "../../../platform/contract/index.ts";
import { fileErrors } from "../errors.ts";
import { FileProblem } from "../file-problem.ts";
import { type Archive, damaged } from "./archive-entries.ts";
import { type NumberFormat, numberFormat } from "./number-formats.ts";
import { createSharedStrings, type SharedStrings } from "./shared-strings.ts";
import { type Element, readPart } from "./xml-parts.ts";

/** What is needed to read the cells of a workbook's first visible sheet. */
export interface Workbook {
  readonly sheet: { readonly name: string; readonly part: string };
  readonly calendar: 1900 | 1904;
  readonly texts: SharedStrings;
  /** The formats of numbers by the style of a cell. */
  readonly formats: readonly NumberFormat[];
}

const OTHER_FORMATS: readonly (readonly [entry: string, reason: LocalizedText])[] = [
  ["content.xml", { "pt-BR": "é um ODS", en: "it is an ODS" }],
  ["xl/workbook.bin", { "pt-BR": "é um XLSB", en: "it is an XLSB" }],
];
const NO_WORKBOOK: LocalizedText = { "pt-BR": "o zip não contém uma pasta de trabalho", en: "the zip contains no workbook" };
const NO_SHEET: LocalizedText = { "pt-BR": "não há uma planilha visível", en: "there is no visible sheet" };

/** Reads what the cells of the first visible sheet refer to. Throws a FileProblem when the archive is no workbook. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const main = await mainPart(archive);
  const relations = await relationsOf(archive, main);
  const { sheets, calendar } = await readSheets(main, archive);
  const partOf = (sheet: Sheet) => relations.find(({ id }) => id === sheet.relation);
  // A sheet that is a chart has no cells.
  const sheet = sheets.find((one) => one.isVisible && partOf(one)?.type !== "chartsheet");
  const part = sheet && partOf(sheet)?.target;
  if (!sheet || part === undefined || !archive.has(part)) throw damaged(main, NO_SHEET);
  const targetOf = (type: string) => relations.find((relation) => relation.type === type)?.target;
  return {
    sheet: { name: sheet.name, part },
    calendar,
    texts: await readTexts(archive, targetOf("sharedStrings")),
    formats: await readFormats(archive, targetOf("styles")),
  };
}

interface Relation {
  readonly id: string;
  /** The last step of the relation's type, which is the same in both variants of the format. */
  readonly type: string;
  readonly target: string;
}

async function mainPart(archive: Archive): Promise<string> {
  const relations = await relationsOf(archive, "");
  const main = relations.find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  const other = OTHER_FORMATS.find(([entry]) => archive.has(entry) || main === entry);
  if (other || !archive.has(main))
    throw new FileProblem([fileErrors.failure("xlsx_not_zip", { params: { reason: other?.[1] ?? NO_WORKBOOK } })]);
  return main;
}

/** The relations of a part, with their targets as names of entries. Targets outside the archive are never opened. */
async function relationsOf(archive: Archive, part: string): Promise<readonly Relation[]> {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const relations: Relation[] = [];
  await readIfThere(archive, name, ({ name: element, attributes }) => {
    const { Id: id, Type: type, Target: target, TargetMode: mode } = attributes;
    if (element !== "Relationship" || id === undefined || target === undefined || mode === "External") return;
    relations.push({ id, type: type?.slice(type.lastIndexOf("/") + 1) ?? "", target: entryName(folder, target) });
  });
  return relations;
}

/** The name of the entry that a relation's target means: relative to its part's folder, or to the archive. */
function entryName(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith("/") ? target : folder + target).split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

async function readIfThere(archive: Archive, part: string | undefined, open: (element: Element) => void): Promise<void> {
  const chunks = part === undefined ? undefined : archive.open(part);
  if (chunks) await readPart(part!, chunks, { open });
}

interface Sheet {
  readonly name: string;
  readonly relation: string;
  readonly isVisible: boolean;
}

async function readSheets(main: string, archive: Archive): Promise<{ readonly sheets: readonly Sheet[]; readonly calendar: 1900 | 1904 }> {
  const sheets: Sheet[] = [];
  let calendar: 1900 | 1904 = 1900;
  await readIfThere(archive, main, ({ name, attributes }) => {
    if (name === "workbookPr" && isTrue(attributes["date1904"])) calendar = 1904;
    if (name !== "sheet") return;
    const relation = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
    sheets.push({ name: attributes["name"] ?? "", relation, isVisible: (attributes["state"] ?? "visible") === "visible" });
  });
  return { sheets, calendar };
}

const isTrue = (value: string | undefined) => value === "1" || value === "true";

/** Reads the shared texts. A text may be cut into runs with formats of their own; readings of characters (`rPh`) are no part of it. */
async function readTexts(archive: Archive, part: string | undefined): Promise<SharedStrings> {
  const texts = createSharedStrings(part ?? "");
  const chunks = part === undefined ? undefined : archive.open(part);
  if (!chunks) return texts;
  const item = createTextCollector();
  await readPart(part!, chunks, {
    open: ({ name }) => (name === "si" ? item.start() : item.open(name)),
    text: item.text,
    close(name) {
      if (name === "si") texts.add(item.whole());
      else item.close(name);
    },
  });
  return texts;
}

/** Collects the text of an item or a cell: of its `t` elements, except those in `rPh`. */
export function createTextCollector() {
  let collected = "";
  let [inText, inReading] = [false, false];
  return {
    start() {
      collected = "";
      [inText, inReading] = [false, false];
    },
    open(name: string) {
      if (name === "t") inText = true;
      else if (name === "rPh") inReading = true;
    },
    text(text: string) {
      if (inText && !inReading) collected += text;
    },
    close(name: string) {
      if (name === "t") inText = false;
      else if (name === "rPh") inReading = false;
    },
    whole: () => collected,
  };
}

/** Maximum number of styles that spreadsheets can have. */
const MOST_STYLES = 65_536;

async function readFormats(archive: Archive, part: string | undefined): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let inCellFormats = false;
  await readIfThere(archive, part, ({ name, attributes }) => {
    if (name === "cellXfs") inCellFormats = true;
    else if (name === "cellStyles" || name === "dxfs") inCellFormats = false;
    else if (name === "numFmt" && codes.size < MOST_STYLES) codes.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "");
    else if (name === "xf" && inCellFormats && formats.length < MOST_STYLES) {
      const id = Number(attributes["numFmtId"] ?? 0);
      formats.push(numberFormat(id, codes.get(id)));
    }
  });
  return formats;
}
