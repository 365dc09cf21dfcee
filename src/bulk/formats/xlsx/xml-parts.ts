import { SaxesParser, type SaxesTagPlain } from "saxes";
import type { LocalizedText } from "../../../platform/contract/index.ts";
import { fileErrors } from "../errors.ts";
import { FileProblem } from "../file-problem.ts";
import { damaged } from "./archive-entries.ts";

/** An element of a spreadsheet's XML. Prefixes are left out: programs choose them freely. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Receives the elements of a part in order. */
export interface ElementVisitor {
  readonly open: (element: Element) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Maximum nesting. Spreadsheets need about ten levels. */
const DEEPEST = 64;
/** Maximum length of what lies between two events, such as the text of an element, in characters. It has to be in memory as a whole. */
const LONGEST_GAP = 1024 * 1024;

/**
 * Parses a part of a workbook chunk by chunk, and yields after each chunk, so that its reader can take what was found. Refuses document types, so
 * the only entities are the five that XML defines. Throws a FileProblem at the first place that is not well-formed or exceeds a limit.
 */
export async function* parsePart(part: string, chunks: AsyncIterable<Buffer>, visitor: ElementVisitor): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const progress = { gap: 0 };
  addHandlers(parser, part, visitor, progress);
  let decode: ((bytes?: Buffer) => string) | undefined;
  for await (const chunk of chunks) {
    decode ??= decoderOf(part, chunk);
    const text = decode(chunk);
    progress.gap += text.length;
    parser.write(text);
    if (progress.gap > LONGEST_GAP) throw unsafe(part, TOO_LONG);
    yield;
  }
  parser.write(decode?.() ?? "");
  parser.close();
  yield;
}

/** Parses a part of which nothing is needed before its end. */
export async function readPart(part: string, chunks: AsyncIterable<Buffer>, visitor: ElementVisitor): Promise<void> {
  for await (const _ of parsePart(part, chunks, visitor));
}

function addHandlers(
  parser: SaxesParser<{ xmlns: false; position: false }>,
  part: string,
  visitor: ElementVisitor,
  progress: { gap: number },
): void {
  let depth = 0;
  parser.on("error", ({ message }) => {
    throw damaged(part, { "pt-BR": message, en: message });
  });
  // Only a document type could define entities or name something to fetch. The parser skips it without acting on it.
  parser.on("doctype", () => {
    throw unsafe(part, DOCTYPE);
  });
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    progress.gap = 0;
    depth += 1;
    if (depth > DEEPEST) throw unsafe(part, TOO_DEEP);
    visitor.open({ name: localName(name), attributes });
  });
  parser.on("closetag", ({ name }) => {
    progress.gap = 0;
    depth -= 1;
    visitor.close?.(localName(name));
  });
  const { text } = visitor;
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
}

const DOCTYPE: LocalizedText = { "pt-BR": "um DOCTYPE", en: "a DOCTYPE" };
const TOO_DEEP: LocalizedText = {
  "pt-BR": `elementos aninhados além de ${DEEPEST} níveis`,
  en: `elements nested deeper than ${DEEPEST} levels`,
};
const TOO_LONG: LocalizedText = { "pt-BR": "um texto de mais de 1 MiB", en: "a text of more than 1 MiB" };
const unsafe = (part: string, reason: LocalizedText) => new FileProblem([fileErrors.failure("xlsx_unsafe", { params: { part, reason } })]);

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** The decoder of a part: XML without a mark is UTF-8. */
function decoderOf(part: string, first: Buffer): (bytes?: Buffer) => string {
  const encoding = first[0] === 0xff && first[1] === 0xfe ? "utf-16le" : first[0] === 0xfe && first[1] === 0xff ? "utf-16be" : "utf-8";
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw damaged(part, {
        "pt-BR": `há bytes que não são ${encoding.toUpperCase()}`,
        en: `there are bytes that are not ${encoding.toUpperCase()}`,
      });
    }
  };
}
