import { Parser } from "pg-protocol/dist/parser.js";

/** A message as the driver understands it. */
interface Message {
  readonly name: string;
}
/**
 * One value: text with a character for each byte. A long one is the bytes themselves, where they arrived: they are read before the next
 * arrive.
 */
export type Arrived = string | Buffer;
/** One row of an answer where it arrived: it is read before the next bytes do. */
export interface ArrivedRow extends Message {
  readonly bytes: Buffer;
  /** Where its first value begins: four bytes of size, or -1 for none at all, and as many bytes. */
  readonly at: number;
  /** The value that begins at `from` and ends before `to`. */
  value(from: number, to: number): Arrived;
  /** All of them in the order of the columns, as the driver wants them. */
  readonly fields: readonly (Arrived | null)[];
}
/** The driver's parser as far as it matters here. */
interface MessageParser {
  readonly reader: { encoding: string };
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message;
}

/** Memory for what arrives from the database, and the messages in it. */
export interface Arrivals {
  /** Where the next bytes go. */
  room(): Uint8Array;
  /** So many bytes went there. Answers that there may be more. */
  read(count: number): boolean;
  /** Takes bytes that arrived elsewhere. */
  take(chunk: Buffer): void;
}

/** A message begins with its kind and its length, which counts itself. */
const HEADER_BYTES = 5;
/** The kind of a row of an answer, as the protocol writes it: `D`. */
const ROW = 68;
const INITIAL_BYTES = 128 * 1024;
/** A longer value is not made text before its column says that it is to be. */
const LONG_BYTES = 16 * 1024;
const LARGEST_KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Takes what arrives apart in one piece of memory that is used again and again. The driver allocates some for every read and
 * more to join them, which for pages of products is many times their size, and collecting it costs more than serving them.
 */
export function createArrivals(onMessage: (message: Message) => void): Arrivals {
  const parser = new Parser() as unknown as MessageParser;
  // Text stays as it is, a character for each byte; columns decode what they must.
  parser.reader.encoding = "latin1";
  let memory = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  let start = 0;
  let end = 0;

  /** Makes room for at least one more byte, and for the whole of the message that has begun. */
  function room(): Uint8Array {
    const begun = end - start;
    const size = begun >= HEADER_BYTES ? 1 + memory.readUInt32BE(start + 1) : HEADER_BYTES;
    if (start + Math.max(size, begun + 1) > memory.length) {
      const larger = size > memory.length / 2 ? Buffer.allocUnsafeSlow(size * 2) : memory;
      memory.copy(larger, 0, start, end);
      memory = larger;
      start = 0;
      end = begun;
    }
    return memory.subarray(end);
  }

  function read(count: number): boolean {
    end += count;
    while (end - start >= HEADER_BYTES) {
      const size = 1 + memory.readUInt32BE(start + 1);
      if (end - start < size) break;
      const at = start + HEADER_BYTES;
      const isRow = memory[start] === ROW;
      onMessage(isRow ? new PlacedRow(memory, at, start + size) : parser.handlePacket(at, memory[start]!, size - 1, memory));
      start += size;
    }
    if (start === end) {
      start = end = 0;
      // One large answer does not keep its memory for ever.
      if (memory.length > LARGEST_KEPT_BYTES) memory = Buffer.allocUnsafeSlow(INITIAL_BYTES);
    }
    return true;
  }

  return {
    room,
    read,
    take(chunk) {
      for (let taken = 0; taken < chunk.length;) {
        const copied = chunk.copy(room(), 0, taken);
        taken += copied;
        read(copied);
      }
    },
  };
}

/** The size of no value at all. */
export const NULL = -1;
/** Before each value stands its size. */
export const SIZE_BYTES = 4;
/** Before the first value stands how many there are. */
const COUNT_BYTES = 2;

/** It is made text once, and its values are parts of that: made one by one, as the driver does, they cost 3 % more of the processor for an order. */
class PlacedRow implements ArrivedRow {
  readonly name = "dataRow";
  readonly bytes: Buffer;
  readonly at: number;
  readonly #begin: number;
  readonly #end: number;
  #text: string | undefined;

  constructor(bytes: Buffer, begin: number, end: number) {
    this.bytes = bytes;
    this.at = begin + COUNT_BYTES;
    this.#begin = begin;
    this.#end = end;
    this.#text = undefined;
  }
  value(from: number, to: number): Arrived {
    if (this.#end - this.#begin <= LONG_BYTES) {
      this.#text ??= this.bytes.toString("latin1", this.#begin, this.#end);
      return this.#text.slice(from - this.#begin, to - this.#begin);
    }
    return to - from > LONG_BYTES ? this.bytes.subarray(from, to) : this.bytes.toString("latin1", from, to);
  }
  get fields(): readonly (Arrived | null)[] {
    const fields: (Arrived | null)[] = [];
    let from = this.at;
    for (let left = this.bytes.readInt16BE(this.#begin); left > 0; left -= 1) {
      const size = this.bytes.readInt32BE(from);
      from += SIZE_BYTES;
      fields.push(size === NULL ? null : this.value(from, from + size));
      from += Math.max(0, size);
    }
    return fields;
  }
}
