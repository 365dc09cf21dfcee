import { type ParsedDocument, readInvoiceDocument } from "./parse-document.ts";
import type { InvoicingRequest } from "./body.ts";
import { candidateDecodings, type FileDecoding } from "./encodings.ts";
import { FILE_TYPE_PREFIX_LENGTH, detectWrongFileType } from "./file-type.ts";
import { digestMatches } from "./digest-check.ts";

/** Facts about a sent file: its size, and its encoding if it is a text file. */
export interface FileFacts {
  readonly bytes: number;
  readonly decoding?: FileDecoding;
}

/** The document of a request: its text, the parsed document, and the file it came from. */
export interface InvoiceUpload {
  readonly text?: string;
  readonly file?: FileFacts;
  readonly parsed: ParsedDocument;
}

/** Reads the document of a request from its text. Without a text, reads it from the base64 file. */
export function readInvoiceUpload({ danfeXml, danfeFile }: InvoicingRequest): InvoiceUpload {
  if (danfeXml !== undefined) return { text: danfeXml, parsed: readInvoiceDocument(danfeXml) };
  return danfeFile === undefined ? { parsed: { problems: [] } } : readFile(Buffer.from(danfeFile, "base64"));
}

/** Reads a file. Of several possible decodings, uses the one whose digest matches the signature. If none matches, uses the likeliest. */
function readFile(bytes: Buffer): InvoiceUpload {
  const kind = detectWrongFileType(bytes.toString("latin1", 0, FILE_TYPE_PREFIX_LENGTH));
  if (kind !== undefined) {
    const params = { kind: kind.name, advice: kind.advice };
    return { file: { bytes: bytes.length }, parsed: { problems: [{ code: "danfe_not_xml", params }] } };
  }
  let likeliest: InvoiceUpload | undefined;
  for (const { text, ...decoding } of candidateDecodings(bytes)) {
    const parsed = readInvoiceDocument(text);
    const source = { text, file: { bytes: bytes.length, decoding }, parsed };
    if (parsed.parts && digestMatches(parsed.parts)) return source;
    likeliest ??= source;
  }
  return likeliest!;
}
