import { BYTES_PER_CHUNK, ROWS_PER_CHUNK } from "../chunk-size.ts";
import type { LineChunk } from "../line-cutter.ts";
import type { Assumed } from "./assumptions.ts";
import { createCsvReader, type CsvPart } from "./csv-file.ts";

/** Cuts the bytes of a CSV file into chunks that end where a row ends. Holds one chunk and one row at most. */
export interface CsvChunker {
  push(bytes: Buffer): readonly LineChunk[];
  /** Takes the last row, because the file ends here. Returns the chunks that are full now. */
  end(): readonly LineChunk[];
  /** What has been taken and not returned yet: whole rows, and the bytes of a row that is not whole. */
  flush(): { readonly chunk: LineChunk; readonly tail: Buffer };
}

/**
 * Creates a chunker of the bytes from line `line` on. The first chunk of a file begins with its header, so that all chunks together are the file
 * as it was sent.
 */
export function createCsvChunker(assumed: Assumed, line: number): CsvChunker {
  const { headerBytes = 0, firstLine = 1 } = assumed;
  const isStart = line === 1;
  const reader = createCsvReader(assumed, isStart ? firstLine : line);
  /** Bytes that are in no chunk yet. The first of them are those of the rows below. */
  let held = Buffer.alloc(0);
  let headerLeft = isStart ? headerBytes : 0;
  let hasEnded = false;
  /** A row whose line goes on. It counts when its line has ended, so that no chunk ends within a line. */
  let open = NOTHING;
  let [size, rows, lines] = isStart ? [headerBytes, 0, firstLine - 1] : [0, 0, 0];

  function take(): LineChunk {
    const chunk = { bytes: held.subarray(0, size), rows, lines };
    held = held.subarray(size);
    [size, rows, lines] = [0, 0, 0];
    return chunk;
  }
  function* add(parts: Iterable<CsvPart>): Generator<LineChunk> {
    for (const { length, lineEnds, texts, isOpen } of parts) {
      open = { length: open.length + length, rows: open.rows + texts.length, lines: open.lines + lineEnds };
      if (isOpen) continue;
      size += open.length;
      rows += open.rows;
      lines += open.lines;
      open = NOTHING;
      if (rows >= ROWS_PER_CHUNK || size >= BYTES_PER_CHUNK) yield take();
    }
  }
  return {
    push(bytes) {
      held = Buffer.concat([held, bytes]);
      const ofHeader = Math.min(headerLeft, bytes.length);
      headerLeft -= ofHeader;
      return [...add(reader.push(bytes.subarray(ofHeader)))];
    },
    end() {
      const full = [...add(reader.end())];
      hasEnded = true;
      return full;
    },
    flush() {
      // Without a row, the bytes wait for the next part. The header alone is no chunk.
      // At the end, half a character of UTF-16 may be left.
      if (hasEnded) [size, rows, lines] = [held.length, rows + open.rows, lines + open.lines];
      const chunk = rows > 0 || hasEnded ? take() : NO_LINES;
      return { chunk, tail: held };
    },
  };
}

const NOTHING = { length: 0, rows: 0, lines: 0 };
const NO_LINES: LineChunk = { bytes: Buffer.alloc(0), rows: 0, lines: 0 };
