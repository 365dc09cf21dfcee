import { SaxesParser, type SaxesTagNS } from "saxes";
import { FILE_TYPE_PREFIX_LENGTH, detectWrongFileType } from "./file-type.ts";
import { LONE_SURROGATE, xmlReason } from "./xml-reasons.ts";

/** Maximum size of a document in bytes of UTF-8. */
export const MAX_XML_BYTES = 1_048_576;

/** Limits for documents. Real invoices are far below them. */
export const XML_LIMITS = {
  bytes: MAX_XML_BYTES,
  depth: 32,
  elements: 60_000,
  /** Per element, including namespace declarations. */
  attributes: 32,
} as const;

/** Reason why parsing a document was aborted. */
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

/** Aborts parsing. `params` are the values of the message. */
export class XmlRefused extends Error {
  readonly code: XmlRefusalCode;
  readonly params: Readonly<Record<string, unknown>>;
  constructor(code: XmlRefusalCode, params: Readonly<Record<string, unknown>>) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

/** Receives the parts of a document in order. Comments are left out, CDATA is text, and references are resolved. */
export interface XmlVisitor {
  readonly open: (element: SaxesTagNS) => void;
  readonly text: (text: string) => void;
  readonly instruction: (target: string, body: string) => void;
  readonly close: (element: SaxesTagNS) => void;
}

/**
 * Parses an untrusted document (reliability T33), with namespaces and always as XML 1.0. Refuses document types, so the only entities are
 * the five that XML defines. Fetches nothing, and reads each character once. Throws XmlRefused at the first part that is not well-formed or
 * exceeds XML_LIMITS. `at` in its params is the number of characters read so far.
 */
export function parseXml(xml: string, visitor: XmlVisitor): void {
  const bytes = Buffer.byteLength(xml);
  if (bytes > XML_LIMITS.bytes) throw new XmlRefused("danfe_too_large", { bytes, allowed: XML_LIMITS.bytes });
  if (xml.trim() === "") throw new XmlRefused("danfe_empty", {});
  if (!xml.isWellFormed()) throw new XmlRefused("danfe_malformed", { line: 1, column: 0, at: 0, reason: LONE_SURROGATE });
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: "1.0", forceXMLVersion: true, position: false });
  const skipped = SKIPPED.exec(xml)![0];
  const refuse = refuserOf(parser, skipped);
  const limits = elementLimits(refuse);
  refuseMalformed(parser, xml, skipped, refuse);
  parser.on("opentagstart", limits.open);
  parser.on("attribute", limits.attribute);
  parser.on("opentag", visitor.open);
  parser.on("text", visitor.text);
  parser.on("cdata", visitor.text);
  parser.on("processinginstruction", ({ target, body }) => visitor.instruction(target, body));
  parser.on("closetag", (element) => {
    limits.close();
    visitor.close(element);
  });
  parser.write(skipped === "" ? xml : xml.slice(skipped.length)).close();
}

/** Aborts with the current position of the parser. */
type Refuse = (code: XmlRefusalCode, facts?: Readonly<Record<string, unknown>>) => never;

/**
 * Makes the function that aborts. The parser does not get the text that SKIPPED matches, so the length of this text is added to the
 * parser's positions.
 */
function refuserOf(parser: Pick<SaxesParser, "line" | "column" | "position">, skipped: string): Refuse {
  const start = positionAfter(skipped);
  return (code, facts = {}) => {
    const line = start.line + parser.line - 1;
    const column = parser.line === 1 ? start.column + parser.column - 1 : parser.column;
    throw new XmlRefused(code, { line, column, at: skipped.length + parser.position, ...facts });
  };
}

/** Refuses malformed markup and document types. If the text begins like another file type, the refusal names that type. */
function refuseMalformed(parser: Pick<SaxesParser, "on" | "position">, xml: string, skipped: string, refuse: Refuse): void {
  const refuseAs: Refuse = (code, facts) => {
    const type = detectWrongFileType(xml.slice(0, FILE_TYPE_PREFIX_LENGTH));
    return type === undefined ? refuse(code, facts) : refuse("danfe_not_xml", { kind: type.name, advice: type.advice });
  };
  parser.on("error", ({ message }) => {
    const readTo = skipped.length + parser.position;
    const character = xml.charAt(readTo - 1);
    if (CONTROLS.test(character)) refuseAs("danfe_control_character", { character: codePoint(character) });
    refuseAs("danfe_malformed", { reason: xmlReason(message, xml.slice(Math.max(0, readTo - READ_CHARACTERS), readTo)) });
  });
  // Only a document type could define entities or name something to fetch. The parser skips it without acting on it.
  parser.on("doctype", () => refuseAs("danfe_doctype"));
}

/** Enforces the limits on depth, elements and attributes. */
function elementLimits(refuse: Refuse) {
  let depth = 0;
  let elements = 0;
  let attributes = 0;
  return {
    open() {
      depth += 1;
      elements += 1;
      attributes = 0;
      if (depth > XML_LIMITS.depth) refuse("danfe_too_deep", { allowed: XML_LIMITS.depth });
      if (elements > XML_LIMITS.elements) refuse("danfe_too_many_elements", { allowed: XML_LIMITS.elements });
    },
    attribute() {
      attributes += 1;
      if (attributes > XML_LIMITS.attributes) refuse("danfe_too_many_attributes", { allowed: XML_LIMITS.attributes });
    },
    close() {
      depth -= 1;
    },
  };
}

/** Number of characters kept from the text before an error, used to show the reference that the error is about. */
const READ_CHARACTERS = 80;

/** Text that may precede a document without being part of it: a byte order mark, and white space before the declaration. */
const SKIPPED = /^\ufeff?(?:[ \t\r\n]+(?=<\?xml[ \t\r\n]))?/;
const MARK = "\ufeff";

/** Position of an XML declaration that has white space before it, which XML forbids. Undefined if there is no such white space. */
export function leadingSpacePosition(xml: string): TextPosition | undefined {
  const skipped = SKIPPED.exec(xml)![0];
  return skipped === "" || skipped === MARK ? undefined : positionAfter(skipped);
}

/** Line and column, both from 1, as editors count them. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Position right after the beginning of a text. A byte order mark does not count as a column. */
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

/** Characters that XML does not allow, not even as references. */
// oxlint-disable-next-line no-control-regex -- the pattern finds control characters
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const codePoint = (character: string) => `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
