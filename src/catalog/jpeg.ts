/**
 * The result of reading the first bytes of a file: a JPEG with its dimensions, another format, or undecided because more bytes are needed.
 */
export type JpegReading =
  | { readonly kind: "jpeg"; readonly width: number; readonly height: number }
  /** `needBytes`: repeat the reading with at least this many bytes from the beginning of the file. It is always more than were given. */
  | { readonly kind: "undecided"; readonly needBytes: number }
  /** `found`: png, gif, webp, avif, heic, bmp, tiff, pdf, html, svg, empty, broken_jpeg or unknown. */
  | { readonly kind: "not_jpeg"; readonly found: string };

// Marker codes of ITU T.81, table B.1. C4, C8 and CC lie in the range of the frame header codes, but they do not mark frame headers.
const FILL = 0xff;
const STUFFED_ZERO = 0x00;
const isFrameHeader = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
const hasNoLength = (code: number) => code === 0x01 || (code >= 0xd0 && code <= 0xd7);
/**
 * Whether a marker is a second start of image, the end of image, or the start of pixel data. A valid file has its frame header before
 * these.
 */
const mustFollowFrameHeader = (code: number) => code === 0xd8 || code === 0xd9 || code === 0xda;

/** Number of bytes of a frame header up to and including its width: length 2, precision 1, height 2, width 2. */
const BYTES_TO_WIDTH = 7;
const FRAME_MIN_LENGTH = 8;

/**
 * Reads the dimensions of a JPEG from its markers, without decoding. Skips whole segments, so the thumbnail in an EXIF segment is never
 * mistaken for the image. Between segments it behaves like libjpeg (skips to FF, repeated FF is padding, FF00 is not a marker), so it
 * accepts what browsers show. Pure; safe for any bytes; one pass.
 */
export function readJpeg(bytes: Uint8Array): JpegReading {
  if (!startsAsJpeg(bytes)) return { kind: "not_jpeg", found: formatOf(bytes) };
  let at = 2;
  for (;;) {
    at = bytes.indexOf(FILL, at);
    if (at < 0) return undecided(bytes.length + 1);
    while (bytes[at] === FILL) at++;
    const code = bytes[at++];
    if (code === undefined) return undecided(at);
    if (code === STUFFED_ZERO || hasNoLength(code)) continue;
    if (mustFollowFrameHeader(code)) return BROKEN;

    if (bytes.length < at + 2) return undecided(at + 2);
    const length = uint16(bytes, at);
    if (length < 2) return BROKEN;
    if (isFrameHeader(code)) return dimensions(bytes, at, length);
    at += length;
    if (at >= bytes.length) return undecided(at + 1);
  }
}

const SCAN = 0xda;
const END = 0xd9;
const END_OF_IMAGE = Buffer.from([FILL, END]);

/**
 * How a JPEG ends. `whole`: an end marker follows the start of the pixels; any bytes may follow the marker. `incomplete`: there is no end
 * marker after the start of the pixels. `no_pixels`: an end marker comes before any pixels.
 */
export type JpegEnding = "whole" | "incomplete" | "no_pixels";

/**
 * Determines how a JPEG ends. `beginning` is the whole file, or only its first part; then `lastEndAt` is the offset of the last FF D9 in
 * the whole file, -1 for none. Finds the pixels in the same way as readJpeg finds the frame header. After the start of the pixels, every
 * FF D9 is an end marker, because FF D9 cannot occur inside pixel data. Bytes that other programs appended do not matter, because browsers
 * show what comes before the end marker.
 */
export function jpegEnding(beginning: Uint8Array, lastEndAt = lastEndMarker(beginning)): JpegEnding {
  const pixelsAt = pixelsOffset(beginning);
  if (pixelsAt === undefined) return "no_pixels";
  return lastEndAt >= pixelsAt ? "whole" : "incomplete";
}

/** Searches for end markers in a file that arrives in parts. Does not keep the parts. */
export interface EndMarkerScanner {
  scan(part: Buffer): void;
  /** Offset of the last end marker, counted from the first byte scanned; -1 for none. */
  lastAt(): number;
}

/** Creates a scanner for a new file. */
export function createEndMarkerScanner(): EndMarkerScanner {
  let [scannedBytes, lastAt] = [0, -1];
  let lastByte: number | undefined;
  return {
    scan(part) {
      const at = lastEndMarker(part);
      if (at >= 0) lastAt = scannedBytes + at;
      else if (lastByte === FILL && part[0] === END) lastAt = scannedBytes - 1;
      scannedBytes += part.length;
      lastByte = part.at(-1) ?? lastByte;
    },
    lastAt: () => lastAt,
  };
}

const lastEndMarker = (bytes: Uint8Array): number => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(END_OF_IMAGE);

/**
 * Offset of the pixels. The length of `bytes` when the pixels begin after `bytes`; undefined when an end marker comes before any pixels.
 */
function pixelsOffset(bytes: Uint8Array): number | undefined {
  let at = 2;
  for (;;) {
    at = bytes.indexOf(FILL, at);
    if (at < 0) return bytes.length;
    while (bytes[at] === FILL) at++;
    const code = bytes[at++];
    if (code === undefined) return bytes.length;
    if (code === END) return undefined;
    if (code === STUFFED_ZERO || hasNoLength(code)) continue;
    if (bytes.length < at + 2) return bytes.length;
    at += Math.max(2, uint16(bytes, at));
    if (code === SCAN) return at;
    if (at >= bytes.length) return bytes.length;
  }
}

function dimensions(bytes: Uint8Array, at: number, length: number): JpegReading {
  if (length < FRAME_MIN_LENGTH) return BROKEN;
  if (bytes.length < at + BYTES_TO_WIDTH) return undecided(at + BYTES_TO_WIDTH);
  const height = uint16(bytes, at + 3);
  const width = uint16(bytes, at + 5);
  // Height 0 defers the height to a marker after the pixels (T.81 B.2.5). No browser shows such a file.
  return width === 0 || height === 0 ? BROKEN : { kind: "jpeg", width, height };
}

const BROKEN: JpegReading = { kind: "not_jpeg", found: "broken_jpeg" };
const undecided = (needBytes: number): JpegReading => ({ kind: "undecided", needBytes });
const uint16 = (bytes: Uint8Array, at: number) => (bytes[at]! << 8) | bytes[at + 1]!;

const START = [0xff, 0xd8, 0xff] as const;
/** Whether the bytes may be the beginning of a JPEG. Also true for an incomplete start: a single FF may still become a JPEG. */
const startsAsJpeg = (bytes: Uint8Array) => bytes.length > 0 && START.every((byte, at) => at >= bytes.length || bytes[at] === byte);

/** Other formats that sellers upload as .jpg, recognized by their first bytes read as Latin-1. */
const SIGNATURES: readonly (readonly [found: string, signature: RegExp])[] = [
  ["png", /^\x89PNG/],
  ["gif", /^GIF8/],
  ["webp", /^RIFF[^]{4}WEBP/],
  ["avif", /^[^]{4}ftypavi[fs]/],
  ["heic", /^[^]{4}ftyp(hei[cmsx]|mif1)/],
  ["bmp", /^BM/],
  ["tiff", /^(II\*|MM[^]\*)/],
  ["pdf", /^%PDF/],
  ["svg", /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?<svg/i],
  ["html", /^(\xef\xbb\xbf)?\s*<(!doctype|html|head|body|script|!--)/i],
];
const SIGNATURE_BYTES = 256;

function formatOf(bytes: Uint8Array): string {
  if (bytes.length === 0) return "empty";
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SIGNATURE_BYTES)).toString("latin1");
  return SIGNATURES.find(([, signature]) => signature.test(head))?.[0] ?? "unknown";
}
