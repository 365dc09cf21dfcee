/** Lines that are stored together. */
export interface LineChunk {
  readonly bytes: Buffer;
  /** Lines with anything on them. */
  readonly rows: number;
  /** All lines, blank ones too. */
  readonly lines: number;
}

/** Cuts a stream of bytes at line ends. Holds one chunk and one line at most. */
export interface LineCutter {
  /** Takes more bytes. Returns the chunks that are full now. Stops taking at a line that is too long: see `tooLong`. */
  push(bytes: Uint8Array): readonly LineChunk[];
  /** What has been taken and not returned yet: whole lines, and the rest after the last line end. */
  flush(): { readonly chunk: LineChunk; readonly tail: Buffer };
  /** Whether a line is too long. It is the line after all lines returned and flushed. */
  readonly tooLong: boolean;
}

const LINE_FEED = 0x0a;
/** White space of JSON, and the bytes of a byte order mark. */
export const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d, LINE_FEED, 0xef, 0xbb, 0xbf]);
const EMPTY = Buffer.alloc(0);

export interface LineCutterSettings {
  readonly maxLineBytes: number;
  readonly rowsPerChunk: number;
  readonly bytesPerChunk: number;
  /** Bytes after the last line end of what came before. */
  readonly tail: Buffer;
}

/** Creates a cutter that continues after `tail`. */
export function createLineCutter({ maxLineBytes, rowsPerChunk, bytesPerChunk, tail }: LineCutterSettings): LineCutter {
  let parts: Buffer[] = [];
  let [rows, lines, size] = [0, 0, 0];
  /** The line that has no end yet, in pieces. */
  let open: Buffer[] = tail.length === 0 ? [] : [tail];
  let openBytes = tail.length;
  let tooLong = false;

  function take(): LineChunk {
    const chunk = { bytes: Buffer.concat(parts), rows, lines };
    parts = [];
    [rows, lines, size] = [0, 0, 0];
    return chunk;
  }

  /** Adds a line with its end. Returns a chunk when it is full now. */
  function add(line: Buffer): LineChunk | undefined {
    parts.push(line);
    size += line.length;
    lines += 1;
    if (!isBlank(line)) rows += 1;
    return rows >= rowsPerChunk || size >= bytesPerChunk ? take() : undefined;
  }

  return {
    get tooLong() {
      return tooLong;
    },
    push(sent) {
      const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
      const full: LineChunk[] = [];
      let from = 0;
      while (!tooLong) {
        const end = bytes.indexOf(LINE_FEED, from);
        const until = end === -1 ? bytes.length : end + 1;
        if (openBytes + until - from > maxLineBytes) tooLong = true;
        else if (end === -1) {
          if (until > from) open.push(bytes.subarray(from));
          openBytes += until - from;
          return full;
        } else {
          const piece = bytes.subarray(from, until);
          const chunk = add(open.length === 0 ? piece : Buffer.concat([...open, piece]));
          if (chunk) full.push(chunk);
          open = [];
          openBytes = 0;
          from = until;
        }
      }
      return full;
    },
    flush() {
      const chunk = take();
      const rest = tooLong ? EMPTY : Buffer.concat(open);
      open = [];
      openBytes = 0;
      return { chunk, tail: rest };
    },
  };
}

/** Whether a line has nothing but white space. Such a line is no row. */
export function isBlank(line: Buffer): boolean {
  for (const byte of line) if (!WHITE_SPACE.has(byte)) return false;
  return true;
}
