import { readdirSync, readFileSync } from "node:fs";

/** An answer of the image host, ready to be sent; `headers` are complete and the body of a HEAD is empty. */
export interface ImageAnswer {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Images that are wrong on purpose, and the verdict each gets, so that a seller can see every image critique.
 * `missing.jpg` is not served at all; `too-heavy.jpg` and `incomplete.jpg` are made on the fly.
 */
export const PLANTED_IMAGES = {
  "too-small.jpg": "wrong_size",
  "too-large.jpg": "wrong_size",
  "png-in-disguise.jpg": "not_jpeg",
  "incomplete.jpg": "not_jpeg",
  "too-heavy.jpg": "too_heavy",
  "missing.jpg": "unreachable",
} as const;

const CLEAN = new URL("../../data/images/", import.meta.url);
const PLANTED = new URL("planted/", CLEAN);

/** Names of the clean images, sorted; each is a JPEG within the limits (a test holds them to it). */
export const imageNames = (): readonly string[] => jpegs(CLEAN);

const jpegs = (folder: URL) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".jpg"))
    .sort();

/**
 * The sandbox's own image host, GET and HEAD of /images/{name}: undefined for a name it does not have (404).
 * `range` is the Range header; one range of bytes is honoured, any other form ignored (RFC 9110 14.2).
 */
export function sandboxImage(name: string, method: "GET" | "HEAD" = "GET", range?: string): ImageAnswer | undefined {
  const image = content(name);
  if (image === undefined) return undefined;
  const part = range === undefined ? undefined : partOf(range, image.length);
  const body = part === undefined ? image : image.subarray(part.from, part.until);
  const headers = {
    ...HEADERS,
    "content-length": String(body.length),
    ...(part === undefined ? {} : { "content-range": contentRange(part, image.length) }),
  };
  return { status: statusOf(part), headers, body: method === "HEAD" ? NOTHING : body };
}

const NOTHING = Buffer.alloc(0);
const HEADERS = {
  "content-type": "image/jpeg",
  "accept-ranges": "bytes",
  "cache-control": "public, max-age=86400",
} as const;

/** From the first byte to before the last; an empty part is one that cannot be served. */
interface Part {
  readonly from: number;
  readonly until: number;
}

const ONE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/;

function partOf(range: string, length: number): Part | undefined {
  const [whole, first, last, suffix] = ONE_RANGE.exec(range) ?? [];
  if (whole === undefined) return undefined;
  if (suffix !== undefined) return suffix === "0" ? UNSERVABLE : { from: Math.max(0, length - Number(suffix)), until: length };
  const from = Number(first);
  const until = last === "" ? length : Math.min(Number(last) + 1, length);
  if (from >= length) return UNSERVABLE;
  // An end before its start makes the header invalid, and an invalid Range is ignored.
  return until <= from ? undefined : { from, until };
}

const UNSERVABLE: Part = { from: 0, until: 0 };
const statusOf = (part: Part | undefined) => (part === undefined ? 200 : part === UNSERVABLE ? 416 : 206);
const contentRange = (part: Part, length: number) =>
  part === UNSERVABLE ? `bytes */${length}` : `bytes ${part.from}-${part.until - 1}/${length}`;

/** Half a megabyte, read at the first request. Only its names are served, so none can climb out of the folders. */
let shelf: ReadonlyMap<string, Buffer> | undefined;

function content(name: string): Buffer | undefined {
  shelf ??= new Map([CLEAN, PLANTED].flatMap((folder) => jpegs(folder).map((file) => [file, readFileSync(new URL(file, folder))])));
  const make = MADE.get(name);
  return make === undefined ? shelf.get(name) : make(shelf.get(MODEL)!);
}

/** The picture that others are made of. */
const MODEL = "bag-black.jpg";
/** What an upload that was cut off leaves. */
const CUT_OFF_BYTES = 2_000;
const MADE: ReadonlyMap<string, (jpeg: Buffer) => Buffer> = new Map([
  ["too-heavy.jpg", padded],
  ["incomplete.jpg", (jpeg: Buffer) => jpeg.subarray(0, CUT_OFF_BYTES)],
]);

const HEAVY_SEGMENTS = 81;
const LONGEST_SEGMENT = 0xffff;
/** Start of image and the JFIF segment, which must come first: 2 + 2 + 16 bytes. */
const JFIF_END = 20;

/** The same picture with 5.3 MB of comments before its size: valid, and too heavy. */
function padded(jpeg: Buffer): Buffer {
  const comment = Buffer.alloc(2 + LONGEST_SEGMENT);
  comment.writeUInt16BE(0xfffe);
  comment.writeUInt16BE(LONGEST_SEGMENT, 2);
  return Buffer.concat([jpeg.subarray(0, JFIF_END), ...Array<Buffer>(HEAVY_SEGMENTS).fill(comment), jpeg.subarray(JFIF_END)]);
}
