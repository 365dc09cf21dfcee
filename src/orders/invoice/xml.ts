import { SaxesParser, type SaxesTagNS } from "saxes";
import { FILE_TYPE_PREFIX_LENGTH, detectWrongFileType } from "./file-type.ts";
import { LONE_SURROGATE, xmlReason } from "./xml-reasons.ts";

/** Bytes of a document at most, in UTF-8. */
export const MAX_XML_BYTES = 1_048_576;

/** How much of a document is read at most: what is longer, deeper or richer is no invoice. */
export const XML_LIMITS = {
  bytes: MAX_XML_BYTES,
  depth: 32,
  elements: 60_000,
  /** Of one element, namespace declarations included. */
  attributes: 32,
} as const;

/** Why reading a document ended early. */
export type XmlRefusalCode =
  | "danfe_too_large"
  | "danfe_empty"
  | "danfe_not_xml"
  | "danfe_doctype"
  | "danfe_control_character"
  | "danfe_malformed"
  | "danfe_too_deep"
  | "danfe_too_many_elements"
  | "danfe_too_many_attributes"
  | "danfe_root";

/** Ends the reading of a document at once, wherever it is. `params` are the facts of the code's text. */
export class XmlRefused extends Error {
  readonly code: XmlRefusalCode;
  readonly params: Readonly<Record<string, unknown>>;
  constructor(code: XmlRefusalCode, params: Readonly<Record<string, unknown>>) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

/** What a document is made of, in its order. Comments are left out, CDATA is text, references are the characters they stand for. */
export interface XmlVisitor {
  readonly open: (element: SaxesTagNS) => void;
  readonly text: (text: string) => void;
  readonly instruction: (target: string, body: string) => void;
  readonly close: (element: SaxesTagNS) => void;
}

/**
 * Walks a document that nobody vouches for (reliability T33): namespaces as declared, XML 1.0 whatever it says of itself, no
 * document type and so no entities but the five of XML. Nothing is ever fetched, and each character is looked at once. Throws
 * XmlRefused at the first thing that is not well-formed or beyond XML_LIMITS; `at` in its params is how many characters had been
 * read.
 */
export function walkXml(xml: string, visitor: XmlVisitor): void {
  const bytes = Buffer.byteLength(xml);
  if (bytes > XML_LIMITS.bytes) throw new XmlRefused("danfe_too_large", { bytes, allowed: XML_LIMITS.bytes });
  if (xml.trim() === "") throw new XmlRefused("danfe_empty", {});
  if (!xml.isWellFormed()) throw new XmlRefused("danfe_malformed", { line: 1, column: 0, at: 0, reason: LONE_SURROGATE });
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: "1.0", forceXMLVersion: true, position: false });
  const skipped = SKIPPED.exec(xml)![0];
  const begins = positionAfter(skipped);
  const refuse = (code: XmlRefusalCode, facts: Readonly<Record<string, unknown>> = {}): never => {
    const line = begins.line + parser.line - 1;
    const column = parser.line === 1 ? begins.column + parser.column - 1 : parser.column;
    throw new XmlRefused(code, { line, column, at: skipped.length + parser.position, ...facts });
  };
  let depth = 0;
  let elements = 0;
  let attributes = 0;
  /** What no XML begins like is told as what it is; nothing else can be said of it. */
  const refuseAs = (code: XmlRefusalCode, facts?: Readonly<Record<string, unknown>>): never => {
    const kind = detectWrongFileType(xml.slice(0, FILE_TYPE_PREFIX_LENGTH));
    return kind === undefined ? refuse(code, facts) : refuse("danfe_not_xml", { kind: kind.name, advice: kind.advice });
  };
  parser.on("error", ({ message }) => {
    const readTo = skipped.length + parser.position;
    const character = xml.charAt(readTo - 1);
    if (CONTROLS.test(character)) refuseAs("danfe_control_character", { character: codePoint(character) });
    refuseAs("danfe_malformed", { reason: xmlReason(message, xml.slice(Math.max(0, readTo - READ_CHARACTERS), readTo)) });
  });
  // Only a document type could define entities or name something to fetch; the parser passes over it without acting on it.
  parser.on("doctype", () => refuseAs("danfe_doctype"));
  parser.on("opentagstart", () => {
    depth += 1;
    elements += 1;
    attributes = 0;
    if (depth > XML_LIMITS.depth) refuse("danfe_too_deep", { allowed: XML_LIMITS.depth });
    if (elements > XML_LIMITS.elements) refuse("danfe_too_many_elements", { allowed: XML_LIMITS.elements });
  });
  parser.on("attribute", () => {
    attributes += 1;
    if (attributes > XML_LIMITS.attributes) refuse("danfe_too_many_attributes", { allowed: XML_LIMITS.attributes });
  });
  parser.on("opentag", visitor.open);
  parser.on("text", visitor.text);
  parser.on("cdata", visitor.text);
  parser.on("processinginstruction", ({ target, body }) => visitor.instruction(target, body));
  parser.on("closetag", (element) => {
    depth -= 1;
    visitor.close(element);
  });
  parser.write(skipped === "" ? xml : xml.slice(skipped.length)).close();
}

/** So much of what was read tells which reference is meant. */
const READ_CHARACTERS = 80;

/** What does not belong to a document: a byte order mark, and space before its declaration. */
const SKIPPED = /^\ufeff?(?:[ \t\r\n]+(?=<\?xml[ \t\r\n]))?/;
const MARK = "\ufeff";

/** Where the declaration of a document stands that does not begin with it, as XML asks; undefined when all is well. */
export function leadingSpacePosition(xml: string): TextPosition | undefined {
  const skipped = SKIPPED.exec(xml)![0];
  return skipped === "" || skipped === MARK ? undefined : positionAfter(skipped);
}

/** Line and column of a file, both from 1, as editors count them. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The place right behind the beginning of a text; a byte order mark takes no column. */
export function positionAfter(beginning: string): TextPosition {
  let line = 1;
  let start = beginning.startsWith(MARK) ? 1 : 0;
  for (let at = start; at < beginning.length; at += 1) {
    const character = beginning[at];
    if (character !== "\n" && character !== "\r") continue;
    if (character === "\r" && beginning[at + 1] === "\n") at += 1;
    line += 1;
    start = at + 1;
  }
  return { line, column: beginning.length - start + 1 };
}

/** What XML does not have, not even as references. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const codePoint = (character: string) => `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
