import { isAscii, isUtf8 } from "node:buffer";

/** Encoding of a decoded file. */
export interface FileDecoding {
  /** `UTF-8`, `ISO-8859-1`, `windows-1252`, `UTF-16LE`, … */
  readonly encoding: string;
  /** Source of the encoding: the byte order mark, the XML declaration, or the bytes themselves. */
  readonly by: "mark" | "declaration" | "content";
  /** The encoding in the XML declaration, as it is written there. */
  readonly declared?: string;
}

/** A decoded file. */
export interface DecodedFile extends FileDecoding {
  readonly text: string;
}

/**
 * Decodes a file. If it has a byte order mark, that decides its encoding. Otherwise its bytes and its XML declaration decide. If several
 * encodings are possible, returns a candidate for each, the likeliest first. The signature then shows which candidate is right.
 */
export function candidateDecodings(bytes: Buffer): readonly [DecodedFile, ...DecodedFile[]] {
  const start = bytes.toString("latin1", 0, BEGINNING_BYTES);
  for (const { begins, encoding, by } of BEGINNINGS) if (begins.test(start)) return [decoded(bytes, encoding, by)];
  const declared = nameOf(DECLARED.exec(start)?.[2]);
  const [first = "UTF-8", ...others] = encodingsOf(bytes, declared);
  const by = (encoding: string) => (encoding === declared ? "declaration" : "content");
  return [decoded(bytes, first, by(first)), ...others.map((encoding) => decoded(bytes, encoding, by(encoding)))];
}

/** Whether a file has the encoding that it declares. Also true if it declares none. */
export const hasDeclaredEncoding = ({ encoding, declared }: FileDecoding): boolean =>
  declared === undefined || nameOf(declared) === encoding || (encoding.startsWith("UTF-16") && /^utf-?16$/i.test(declared));

const BEGINNING_BYTES = 256;
const BEGINNINGS: readonly (Pick<FileDecoding, "encoding" | "by"> & { readonly begins: RegExp })[] = [
  { begins: /^\xef\xbb\xbf/, encoding: "UTF-8", by: "mark" },
  { begins: /^\xff\xfe/, encoding: "UTF-16LE", by: "mark" },
  { begins: /^\xfe\xff/, encoding: "UTF-16BE", by: "mark" },
  { begins: /^[^\0]\0[^\0]\0/, encoding: "UTF-16LE", by: "content" },
  { begins: /^\0[^\0]\0[^\0]/, encoding: "UTF-16BE", by: "content" },
];

const DECLARED = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*(["'])([A-Za-z][\w.-]*)\1/;

/** Labels of ISO-8859-1. `TextDecoder` treats them as windows-1252, which has printable characters where ISO-8859-1 has controls. */
const LATIN_1 = /^(iso-?8859-1|iso_8859-1|iso88591|latin-?1|l1|us-ascii|ascii)$/i;

/** Normalizes the name of an encoding; undefined when there is none or it is unknown. */
function nameOf(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  if (LATIN_1.test(label)) return "ISO-8859-1";
  try {
    const { encoding } = new TextDecoder(label);
    return /^(utf|iso)/.test(encoding) ? encoding.toUpperCase() : encoding;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Whether a byte is one of the control characters 80 to 9F of ISO-8859-1. In windows-1252, most of these bytes are printable. Real
 * documents contain none of these control characters.
 */
const isControl = (byte: number) => byte >= 0x80 && byte < 0xa0;

/** Lists the possible encodings of bytes that are not UTF-16, the likeliest first. */
function encodingsOf(bytes: Buffer, declared: string | undefined): readonly string[] {
  const own = declared?.startsWith("UTF-16") ? undefined : declared;
  if (isAscii(bytes)) return [own ?? "UTF-8"];
  // Non-ASCII bytes that are valid UTF-8 almost never have another encoding. In another encoding, they would be unlikely text such as "Ã©".
  const utf8 = isUtf8(bytes) ? ["UTF-8"] : [];
  if (own !== undefined && own !== "UTF-8")
    return [...utf8, own, ...(own === "ISO-8859-1" && bytes.some(isControl) ? ["windows-1252"] : [])];
  if (utf8.length > 0) return utf8;
  return bytes.some(isControl) ? ["windows-1252", "ISO-8859-1"] : ["ISO-8859-1"];
}

function decoded(bytes: Buffer, encoding: string, by: FileDecoding["by"]): DecodedFile {
  const text = encoding === "ISO-8859-1" ? bytes.toString("latin1") : new TextDecoder(encoding).decode(bytes);
  const declared = DECLARED.exec(text.slice(0, BEGINNING_BYTES))?.[2];
  return { text, encoding, by, ...(declared !== undefined && { declared }) };
}

/**
 * Encodes a document in the encoding that it declares, so that the declaration is true for whoever decodes the bytes. Falls back to UTF-8
 * if the document declares no encoding, or if the encoding is unknown or lacks some of the characters.
 */
export function encodeAsDeclared(text: string): Buffer {
  const encoding = nameOf(DECLARED.exec(text.slice(0, BEGINNING_BYTES))?.[2]) ?? "UTF-8";
  if (encoding.startsWith("UTF-16")) {
    const bytes = Buffer.from(text.startsWith(MARK) ? text : MARK + text, "utf16le");
    return encoding === "UTF-16BE" ? bytes.swap16() : bytes;
  }
  return (SINGLE_BYTE.test(encoding) ? inSingleBytes(text, encoding) : undefined) ?? Buffer.from(text, "utf8");
}

const MARK = "\ufeff";
const SINGLE_BYTE = /^(ISO-8859|windows-125)/;
const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

/** Encodes a text in a single-byte encoding. Undefined if the encoding lacks a character of the text. */
function inSingleBytes(text: string, encoding: string): Buffer | undefined {
  const byteOf = new Map(
    decoded(EVERY_BYTE, encoding, "declaration")
      .text.split("")
      .map((character, byte) => [character, byte]),
  );
  const bytes = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = byteOf.get(text[at]!);
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}
