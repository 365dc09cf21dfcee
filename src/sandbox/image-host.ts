import { readdirSync, readFileSync } from "node:fs";

/** An answer of the image host. `headers` contains all headers. The body of an answer to HEAD is empty. */
export interface ImageAnswer {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Folder of JPEGs that are within the limits for product images. */
const CLEAN_FOLDER = new URL("../../data/images/", import.meta.url);
/** Folder of images with deliberate defects, with which a seller can get critiques of product images. */
const DEFECTIVE_FOLDER = new URL("planted/", CLEAN_FOLDER);

const jpegs = (folder: URL) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".jpg"))
    .sort();

/**
 * Answers GET and HEAD of /images/{name} in the sandbox. Returns undefined when no image has this name (404). `range` is the Range header.
 * A single byte range is served; a Range header of any other form is ignored (RFC 9110 14.2).
 */
export function sandboxImage(name: string, method: "GET" | "HEAD" = "GET", range?: string): ImageAnswer | undefined {
  const image = contentOf(name);
  if (image === undefined) return undefined;
  const part = range === undefined ? undefined : byteRange(range, image.length);
  const body = part === undefined ? image : image.subarray(part.from, part.until);
  const headers = {
    ...HEADERS,
    "content-length": String(body.length),
    ...(part === undefined ? {} : { "content-range": contentRange(part, image.length) }),
  };
  return { status: statusOf(part), headers, body: method === "HEAD" ? EMPTY_BODY : body };
}

const EMPTY_BODY = Buffer.alloc(0);
const HEADERS = {
  "content-type": "image/jpeg",
  "accept-ranges": "bytes",
  "cache-control": "public, max-age=86400",
} as const;

/** A range of bytes; `until` is exclusive. An empty range means that the requested range cannot be served (416). */
interface ByteRange {
  readonly from: number;
  readonly until: number;
}

const SINGLE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/;

function byteRange(range: string, length: number): ByteRange | undefined {
  const [whole, first, last, suffix] = SINGLE_RANGE.exec(range) ?? [];
  if (whole === undefined) return undefined;
  if (suffix !== undefined) return suffix === "0" ? UNSERVABLE : { from: Math.max(0, length - Number(suffix)), until: length };
  const from = Number(first);
  const until = last === "" ? length : Math.min(Number(last) + 1, length);
  if (from >= length) return UNSERVABLE;
  // A range that ends before it starts is invalid, and an invalid Range is ignored.
  return until <= from ? undefined : { from, until };
}

const UNSERVABLE: ByteRange = { from: 0, until: 0 };
const statusOf = (part: ByteRange | undefined) => (part === undefined ? 200 : part === UNSERVABLE ? 416 : 206);
const contentRange = (part: ByteRange, length: number) =>
  part === UNSERVABLE ? `bytes */${length}` : `bytes ${part.from}-${part.until - 1}/${length}`;

/** All image files by name (half a megabyte), read at the first request. No other files are served, so no request can leave the folders. */
let files: ReadonlyMap<string, Buffer> | undefined;

function contentOf(name: string): Buffer | undefined {
  files ??= new Map(
    [CLEAN_FOLDER, DEFECTIVE_FOLDER].flatMap((folder) => jpegs(folder).map((file) => [file, readFileSync(new URL(file, folder))])),
  );
  const generate = GENERATED.get(name);
  return generate === undefined ? files.get(name) : generate(files.get(SOURCE_IMAGE)!);
}

/** The image from which the generated images are made. */
const SOURCE_IMAGE = "bag-black.jpg";
/** Size of the image that looks like an interrupted upload. */
const CUT_OFF_BYTES = 2_000;
const GENERATED: ReadonlyMap<string, (jpeg: Buffer) => Buffer> = new Map([
  ["too-heavy.jpg", padded],
  ["incomplete.jpg", (jpeg: Buffer) => jpeg.subarray(0, CUT_OFF_BYTES)],
]);

const HEAVY_SEGMENTS = 81;
const MAX_SEGMENT_BYTES = 0xffff;
/** Offset of the first byte after the start-of-image marker and the JFIF segment, which must stay first in the file: 2 + 2 + 16 bytes. */
const JFIF_END = 20;

/** A copy of an image with 5.3 MB of comment segments before the segment with its dimensions. The copy is valid, but too large. */
function padded(jpeg: Buffer): Buffer {
  const comment = Buffer.alloc(2 + MAX_SEGMENT_BYTES);
  comment.writeUInt16BE(0xfffe);
  comment.writeUInt16BE(MAX_SEGMENT_BYTES, 2);
  return Buffer.concat([jpeg.subarray(0, JFIF_END), ...Array<Buffer>(HEAVY_SEGMENTS).fill(comment), jpeg.subarray(JFIF_END)]);
}
