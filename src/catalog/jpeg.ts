/** What the first bytes of a file prove: a JPEG and its size, too little to tell, or something else. */
export type JpegReading =
  | { readonly kind: "jpeg"; readonly width: number; readonly height: number }
  /** Nothing more can be said with fewer than `needBytes` bytes; always more than were given. */
  | { readonly kind: "undecided"; readonly needBytes: number }
  /** `found`: png, gif, webp, avif, heic, bmp, tiff, pdf, html, svg, empty, broken_jpeg or unknown. */
  | { readonly kind: "not_jpeg"; readonly found: string };

// Marker codes, ITU T.81 table B.1. C4, C8 and CC sit between the frame headers without being one.
const FILL = 0xff;
const STUFFED_ZERO = 0x00;
const isFrameHeader = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
const standsAlone = (code: number) => code === 0x01 || (code >= 0xd0 && code <= 0xd7);
/** A second start, the end, or pixel data: no size comes before them in a whole file. */
const comesTooSoon = (code: number) => code === 0xd8 || code === 0xd9 || code === 0xda;

/** Bytes of a frame header up to its width: length 2, precision 1, height 2, width 2. */
const UP_TO_WIDTH = 7;
const SHORTEST_FRAME = 8;

/**
 * Reads a JPEG's size from its markers, without decoding (reliability T34, performance 8). Proof is the bytes alone.
 * Segments are jumped over whole, so the thumbnail inside an EXIF segment is never taken for the image. Between segments it walks
 * as libjpeg does (skip to FF, FFs fill, FF00 is nothing): what it accepts is what a shopper's browser will show.
 * Pure; safe on any bytes; one pass.
 */
export function readJpeg(bytes: Uint8Array): JpegReading {
  if (!opensAsJpeg(bytes)) return { kind: "not_jpeg", found: kindOf(bytes) };
  let at = 2;
  for (;;) {
    at = bytes.indexOf(FILL, at);
    if (at < 0) return undecided(bytes.length + 1);
    while (bytes[at] === FILL) at++;
    const code = bytes[at++];
    if (code === undefined) return undecided(at);
    if (code === STUFFED_ZERO || standsAlone(code)) continue;
    if (comesTooSoon(code)) return BROKEN;

    if (bytes.length < at + 2) return undecided(at + 2);
    const length = uint16(bytes, at);
    if (length < 2) return BROKEN;
    if (isFrameHeader(code)) return size(bytes, at, length);
    at += length;
    if (at >= bytes.length) return undecided(at + 1);
  }
}

const SCAN = 0xda;
const END = 0xd9;
const END_OF_IMAGE = Buffer.from([FILL, END]);

/**
 * How the bytes of a JPEG end: with an end of image behind the beginning of the pixels (`whole`, whatever follows it), without one
 * (`incomplete`), or with one before any pixels (`no_pixels`).
 */
export type JpegEnding = "whole" | "incomplete" | "no_pixels";

/**
 * How a JPEG ends that was read to its end. Walks to the pixels as readJpeg does. From there on an end of image is one wherever it
 * stands: pixel data has no FF D9, and browsers show what stands before it, whatever other programs wrote behind it. `beginning` may be less
 * than the file; `lastEndAt` then says where the last FF D9 of all of it begins, -1 for none.
 */
export function endingOf(beginning: Uint8Array, lastEndAt = lastEndOf(beginning)): JpegEnding {
  const pixelsAt = pixelsOf(beginning);
  if (pixelsAt === undefined) return "no_pixels";
  return lastEndAt >= pixelsAt ? "whole" : "incomplete";
}

/** Looks for ends of image in a file that comes in parts, none of which it keeps. */
export interface EndWatch {
  see(part: Buffer): void;
  /** Where the last end of image begins of all that was seen; -1 for none. */
  lastAt(): number;
}

/** A watch that has seen nothing yet. */
export function watchEnds(): EndWatch {
  let [seenBytes, lastAt] = [0, -1];
  let lastByte: number | undefined;
  return {
    see(part) {
      const at = lastEndOf(part);
      if (at >= 0) lastAt = seenBytes + at;
      else if (lastByte === FILL && part[0] === END) lastAt = seenBytes - 1;
      seenBytes += part.length;
      lastByte = part.at(-1) ?? lastByte;
    },
    lastAt: () => lastAt,
  };
}

const lastEndOf = (bytes: Uint8Array): number => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(END_OF_IMAGE);

/** Where the pixels begin: behind all bytes, at least, when these do not tell; undefined when the image ends before them. */
function pixelsOf(bytes: Uint8Array): number | undefined {
  let at = 2;
  for (;;) {
    at = bytes.indexOf(FILL, at);
    if (at < 0) return bytes.length;
    while (bytes[at] === FILL) at++;
    const code = bytes[at++];
    if (code === undefined) return bytes.length;
    if (code === END) return undefined;
    if (code === STUFFED_ZERO || standsAlone(code)) continue;
    if (bytes.length < at + 2) return bytes.length;
    at += Math.max(2, uint16(bytes, at));
    if (code === SCAN) return at;
    if (at >= bytes.length) return bytes.length;
  }
}

function size(bytes: Uint8Array, at: number, length: number): JpegReading {
  if (length < SHORTEST_FRAME) return BROKEN;
  if (bytes.length < at + UP_TO_WIDTH) return undecided(at + UP_TO_WIDTH);
  const height = uint16(bytes, at + 3);
  const width = uint16(bytes, at + 5);
  // Height 0 defers it to a marker behind the pixels (T.81 B.2.5); no browser shows such a file.
  return width === 0 || height === 0 ? BROKEN : { kind: "jpeg", width, height };
}

const BROKEN: JpegReading = { kind: "not_jpeg", found: "broken_jpeg" };
const undecided = (needBytes: number): JpegReading => ({ kind: "undecided", needBytes });
const uint16 = (bytes: Uint8Array, at: number) => (bytes[at]! << 8) | bytes[at + 1]!;

const OPENING = [0xff, 0xd8, 0xff] as const;
/** True also for a shorter beginning of the opening: one byte FF may still become a JPEG. */
const opensAsJpeg = (bytes: Uint8Array) => bytes.length > 0 && OPENING.every((byte, at) => at >= bytes.length || bytes[at] === byte);

/** What else sellers upload under a .jpg name, by its first bytes read as Latin-1. */
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

function kindOf(bytes: Uint8Array): string {
  if (bytes.length === 0) return "empty";
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SIGNATURE_BYTES)).toString("latin1");
  return SIGNATURES.find(([, signature]) => signature.test(head))?.[0] ?? "unknown";
}
