import { type DocumentReading, readInvoiceDocument } from "./parse-document.ts";
import type { InvoicingRequest } from "./body.ts";
import { decodingsOf, type FileDecoding } from "./encodings.ts";
import { KIND_CHARACTERS, kindOf } from "./file-type.ts";
import { isAsSigned } from "./digest-check.ts";

/** A file that was sent: its size, and how it was read where it is a text. */
export interface FileFacts {
  readonly bytes: number;
  readonly decoding?: FileDecoding;
}

/** The document of a request: its characters, what they are read as, and the file they come from. */
export interface SourceReading {
  readonly text?: string;
  readonly file?: FileFacts;
  readonly reading: DocumentReading;
}

/** Reads the document of a request from its text, or else from the bytes of its file in base64. */
export function readSource({ danfeXml, danfeFile }: InvoicingRequest): SourceReading {
  if (danfeXml !== undefined) return { text: danfeXml, reading: readInvoiceDocument(danfeXml) };
  return danfeFile === undefined ? { reading: { problems: [] } } : readFile(Buffer.from(danfeFile, "base64"));
}

/** Of several ways to read a file, the one whose document is what was signed; else the first, which is the likeliest. */
function readFile(bytes: Buffer): SourceReading {
  const kind = kindOf(bytes.toString("latin1", 0, KIND_CHARACTERS));
  if (kind !== undefined) {
    const params = { kind: kind.name, advice: kind.advice };
    return { file: { bytes: bytes.length }, reading: { problems: [{ code: "danfe_not_xml", params }] } };
  }
  let likeliest: SourceReading | undefined;
  for (const { text, ...decoding } of decodingsOf(bytes)) {
    const reading = readInvoiceDocument(text);
    const source = { text, file: { bytes: bytes.length, decoding }, reading };
    if (reading.parts && isAsSigned(reading.parts)) return source;
    likeliest ??= source;
  }
  return likeliest!;
}
