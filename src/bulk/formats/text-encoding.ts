import { isUtf8 } from "node:buffer";
import { fileErrors } from "./errors.ts";
import { FileProblem } from "./file-problem.ts";

/**
 * How a file's bytes are read. `UTF-8 or Windows-1252`: its beginning does not tell, so each row is read as UTF-8 where it is valid UTF-8,
 * and as Windows-1252 otherwise.
 */
export const ENCODINGS = ["UTF-8", "Windows-1252", "UTF-8 or Windows-1252", "UTF-16LE", "UTF-16BE"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** An encoding, and the length in bytes of the mark that precedes the text. */
export interface DetectedEncoding {
  readonly encoding: Encoding;
  readonly markBytes: number;
}

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ["UTF-8", [0xef, 0xbb, 0xbf]],
  ["UTF-16LE", [0xff, 0xfe]],
  ["UTF-16BE", [0xfe, 0xff]],
];
const ZIP_SIGNATURE = "PK\u0003\u0004";
const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Share of null bytes from which a text without a mark is UTF-16: in Latin text, nearly every second byte is null. */
const UTF16_SHARE = 0.3;
const LINE_FEED = 0x0a;
/** The tab: no text has the control characters before it. */
const FIRST_OF_TEXT = 0x09;
const FIRST_NON_ASCII = 0x80;

/** Detects the encoding from a file's first bytes. Throws a FileProblem when they are no text. */
export function detectEncoding(sample: Buffer): DetectedEncoding {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => sample[index] === byte));
  if (marked) return { encoding: marked[0], markBytes: marked[1].length };
  if (sample.toString("latin1", 0, ZIP_SIGNATURE.length) === ZIP_SIGNATURE)
    throw new FileProblem([fileErrors.failure("file_is_spreadsheet", { allowed: XLSX_TYPE })]);
  const nulls = [0, 0];
  for (let i = 0; i < sample.length; i += 1) if (sample[i] === 0) nulls[i % 2]! += 1;
  const [atEven, atOdd] = nulls.map((count) => count / (sample.length / 2));
  if (atOdd! > UTF16_SHARE && atOdd! > atEven!) return unmarked("UTF-16LE", sample);
  if (atEven! > UTF16_SHARE) return unmarked("UTF-16BE", sample);
  if (nulls[0]! + nulls[1]! > 0) throw new FileProblem([fileErrors.failure("file_not_text")]);
  return { encoding: eightBitEncoding(sample), markBytes: 0 };
}

/** UTF-16 without a mark. A picture may have as many null bytes, but is no text. */
function unmarked(encoding: Encoding, sample: Buffer): DetectedEncoding {
  const text = createRawDecoder(encoding)(sample);
  for (let i = 0; i < text.length; i += 1)
    if (text.charCodeAt(i) < FIRST_OF_TEXT) throw new FileProblem([fileErrors.failure("file_not_text")]);
  return { encoding, markBytes: 0 };
}

/** Compares the lines with characters beyond ASCII: are they valid UTF-8, or not? The last line of a sample may be cut, so it does not count. */
function eightBitEncoding(sample: Buffer): Encoding {
  let [valid, invalid] = [0, 0];
  const lastLine = sample.lastIndexOf(LINE_FEED);
  const end = lastLine === -1 ? sample.length : lastLine;
  for (let from = 0; from < end;) {
    const next = sample.indexOf(LINE_FEED, from);
    const line = sample.subarray(from, next === -1 ? end : next);
    from += line.length + 1;
    if (line.every((byte) => byte < FIRST_NON_ASCII)) continue;
    if (isUtf8(line)) valid += 1;
    else invalid += 1;
  }
  if (valid > 0 && invalid === 0) return "UTF-8";
  return invalid > 0 && valid === 0 ? "Windows-1252" : "UTF-8 or Windows-1252";
}

/** The number of bytes that one character of the raw text stands for. */
export const bytesPerCharacter = (encoding: Encoding): 1 | 2 => (encoding.startsWith("UTF-16") ? 2 : 1);

/**
 * Turns bytes into raw text, piece by piece: UTF-16 is decoded; of every other encoding each byte becomes one character, to be decoded row by
 * row with `decodeRow`. So a position in the raw text is a position in the file.
 */
export function createRawDecoder(encoding: Encoding): (bytes: Buffer) => string {
  if (bytesPerCharacter(encoding) === 1) return (bytes) => bytes.toString("latin1");
  let odd: Buffer = Buffer.alloc(0);
  return (bytes) => {
    const whole = odd.length === 0 ? bytes : Buffer.concat([odd, bytes]);
    const even = whole.length - (whole.length % 2);
    odd = Buffer.from(whole.subarray(even));
    const units = Buffer.from(whole.subarray(0, even));
    return (encoding === "UTF-16BE" ? units.swap16() : units).toString("utf16le");
  };
}

/** Fast path: most cells are the same in every encoding. */
const PLAIN_ASCII = /^[\t\n\r -~]*$/;
const windows1252 = new TextDecoder("windows-1252");

/** Decodes one cell of raw text. Undefined when it is not in the file's encoding. */
export function decodeCell(encoding: Encoding, raw: string): string | undefined {
  if (encoding.startsWith("UTF-16") || PLAIN_ASCII.test(raw)) return raw;
  const bytes = Buffer.from(raw, "latin1");
  if (encoding !== "Windows-1252" && isUtf8(bytes)) return bytes.toString("utf8");
  return encoding === "UTF-8" ? undefined : windows1252.decode(bytes);
}

const UNITS_1252 = new Map(Array.from({ length: 256 }, (_, byte) => [windows1252.decode(Uint8Array.of(byte)), byte]));
const QUESTION_MARK = 0x3f;

/** Encodes text as a file in `encoding` has it. A character that Windows-1252 lacks becomes a question mark. */
export function encodeText(encoding: Encoding, text: string): Buffer {
  if (encoding === "UTF-16LE") return Buffer.from(text, "utf16le");
  if (encoding === "UTF-16BE") return Buffer.from(text, "utf16le").swap16();
  if (encoding !== "Windows-1252") return Buffer.from(text);
  return Buffer.from(Array.from(text, (character) => UNITS_1252.get(character) ?? QUESTION_MARK));
}

/** The mark that precedes text in an encoding, so that spreadsheets recognize it. Windows-1252 has none. */
export const markOf = (encoding: Encoding): Buffer =>
  encoding === "Windows-1252" ? Buffer.alloc(0) : Buffer.from(MARKS.find(([name]) => name === encoding)?.[1] ?? MARKS[0]![1]);
