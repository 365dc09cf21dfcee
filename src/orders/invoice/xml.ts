import { SaxesParser, type SaxesTagNS } from "saxes";

/** How much of a document is read at most: what is longer, deeper or richer is no invoice. */
export const XML_LIMITS = {
  /** In UTF-8. */
  bytes: 1_048_576,
  depth: 32,
  elements: 60_000,
  /** Of one element, namespace declarations included. */
  attributes: 32,
} as const;

/** Why reading a document ended early. */
export type XmlRefusalCode =
  | "danfe_too_large"
  | "danfe_doctype"
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
  if (!xml.isWellFormed()) throw new XmlRefused("danfe_malformed", { line: 1, column: 0, at: 0, reason: "half a surrogate pair" });
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: "1.0", forceXMLVersion: true, position: false });
  const refuse = (code: XmlRefusalCode, facts: Readonly<Record<string, unknown>> = {}): never => {
    throw new XmlRefused(code, { line: parser.line, column: parser.column, at: parser.position, ...facts });
  };
  let depth = 0;
  let elements = 0;
  let attributes = 0;
  parser.on("error", ({ message }) => refuse("danfe_malformed", { reason: message.replace(/\.$/, "").slice(0, LONGEST_REASON) }));
  // Only a document type could define entities or name something to fetch; the parser passes over it without acting on it.
  parser.on("doctype", () => refuse("danfe_doctype"));
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
  parser.write(xml).close();
}

/** The parser's reasons may repeat names of the document. */
const LONGEST_REASON = 80;
