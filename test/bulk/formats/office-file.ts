import { crc32, deflateRawSync } from "node:zlib";
import type { ByteSource } from "../../../src/bulk/formats/xlsx/archive-entries.ts";

/** A zip archive with these parts, as office programs write it. Shares nothing with our writer. */
export function zipOf(
  parts: Readonly<Record<string, string | Buffer>>,
  damage: (name: string, body: Buffer) => Buffer = (_, body) => body,
): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const deflated = damage(name, deflateRawSync(bytes));
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(deflated.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    local.push(Buffer.from("PK\u0003\u0004"), common, Buffer.from(name), deflated);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), common, tail, Buffer.from(name));
    offset += 30 + name.length + deflated.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  const count = Object.keys(parts).length;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

/** A cell as a workbook stores it: a shared text, a number with a style, or raw XML. */
export type OfficeCell = string | number | { readonly xml: string } | undefined;

export interface OfficeOptions {
  /** Format codes of the styles 1, 2, ... */
  readonly formats?: readonly string[];
  readonly date1904?: boolean;
  /** A hidden sheet in front of the one that is read. */
  readonly hiddenSheet?: boolean;
  /** Prefix of the elements of the sheet, as some programs write. */
  readonly prefix?: string;
  readonly more?: Readonly<Record<string, string | Buffer>>;
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The parts of a workbook with one sheet, in the structure that office programs write: shared texts, styles, theme, relations. */
export function officeParts(rows: readonly (readonly OfficeCell[])[], options: OfficeOptions = {}): Record<string, string | Buffer> {
  const { formats = [], date1904 = false, hiddenSheet = false, prefix = "", more = {} } = options;
  const texts: string[] = [];
  const shared = (text: string) => {
    if (!texts.includes(text)) texts.push(text);
    return texts.indexOf(text);
  };
  const p = prefix === "" ? "" : `${prefix}:`;
  const cellXml = (cell: OfficeCell, reference: string): string => {
    if (cell === undefined) return "";
    if (typeof cell === "string") return `<${p}c r="${reference}" t="s"><${p}v>${shared(cell)}</${p}v></${p}c>`;
    if (typeof cell === "number") return `<${p}c r="${reference}"><${p}v>${cell}</${p}v></${p}c>`;
    return cell.xml.replace("REF", reference);
  };
  const letters = (index: number) =>
    (index < 26 ? "" : String.fromCharCode(64 + Math.floor(index / 26))) + String.fromCharCode(65 + (index % 26));
  const sheetRows = rows.map((cells, row) =>
    cells.length === 0
      ? ""
      : `<${p}row r="${row + 1}" spans="1:${cells.length}">${cells.map((cell, index) => cellXml(cell, `${letters(index)}${row + 1}`)).join("")}</${p}row>`,
  );
  const sheets = [
    ...(hiddenSheet ? [`<sheet name="Escondida" sheetId="9" state="hidden" r:id="rId9"/>`] : []),
    `<sheet name="Planilha1" sheetId="1" r:id="rId1"/>`,
  ];
  return {
    "[Content_Types].xml": `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${date1904 ? ' date1904="1"' : ""}/><sheets>${sheets.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/theme" Target="theme/theme1.xml"/><Relationship Id="rId3" Type="${RELATIONS}/styles" Target="styles.xml"/><Relationship Id="rId4" Type="${RELATIONS}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="rId5" Type="${RELATIONS}/externalLink" Target="http://attacker.example.com/x" TargetMode="External"/></Relationships>`,
    "xl/theme/theme1.xml": `${XML}<a:theme xmlns:a="x"/>`,
    "xl/styles.xml": `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escape(code).replaceAll('"', "&quot;")}"/>`).join("")}</numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${164 + index}" applyNumberFormat="1"/>`).join("")}</cellXfs><cellStyles/></styleSheet>`,
    "xl/worksheets/sheet1.xml": `${XML}<${p}worksheet xmlns${prefix === "" ? "" : `:${prefix}`}="${MAIN}"><${p}dimension ref="A1"/><${p}sheetData>${sheetRows.join("")}</${p}sheetData><${p}pageMargins left="0.7"/></${p}worksheet>`,
    "xl/sharedStrings.xml": `${XML}<sst xmlns="${MAIN}" count="${texts.length}" uniqueCount="${texts.length}">${texts.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`).join("")}</sst>`,
    "docProps/app.xml": `${XML}<Properties/>`,
    ...more,
  };
}

/** A workbook's bytes. */
export const officeFile = (rows: readonly (readonly OfficeCell[])[], options: OfficeOptions = {}): Buffer =>
  zipOf(officeParts(rows, options));

/** A part of so many MiB that says the same again and again. */
export const repeated = (root: string, element: string, mib: number): Buffer =>
  Buffer.concat([
    Buffer.from(`<${root}>`),
    Buffer.alloc(Math.floor((mib * 1024 * 1024) / element.length) * element.length, element),
    Buffer.from(`</${root}>`),
  ]);

/** Bytes as a source that can be read from any place, in small pieces. */
export const sourceOf = (bytes: Buffer, piece = 4_096): ByteSource => ({
  size: bytes.length,
  async *read(start, end) {
    for (let at = start; at < end; at += piece) yield bytes.subarray(at, Math.min(end, at + piece));
  },
});
