import type { Utf8 } from "./utf8.ts";

declare const lent: unique symbol;

/**
 * Bytes in memory that is used again and again. Whoever has them last gives them back, once, when nobody reads them any more; what is
 * forgotten is collected like anything else.
 */
export type Lent = Buffer & { readonly [lent]: true };

/** Pieces of memory come in powers of two, from this on; fewer sizes than answers have. */
const SMALLEST_BYTES = 32 * 1024;
/** What lies ready at most; the rest is collected. */
const MOST_READY_BYTES = 8 * 1024 * 1024;

const ready = new Map<number, Buffer[]>();
let readyBytes = 0;

/** Memory for so many bytes, with anything in it. */
export function lend(bytes: number): Lent {
  const size = Math.max(SMALLEST_BYTES, 2 ** Math.ceil(Math.log2(bytes)));
  const memory = ready.get(size)?.pop();
  if (memory !== undefined) readyBytes -= size;
  return (memory ?? Buffer.allocUnsafeSlow(size)).subarray(0, bytes) as Lent;
}

/** The next one to be lent memory of its size may get this. When too much lies ready, what has another size is let go. */
export function giveBack(bytes: Lent): void {
  const memory = Buffer.from(bytes.buffer);
  const size = memory.length;
  if (size > MOST_READY_BYTES) return;
  const alike = ready.get(size) ?? [];
  if (readyBytes + size > MOST_READY_BYTES) {
    ready.clear();
    readyBytes = alike.length * size;
  }
  ready.set(size, alike);
  if (readyBytes + size > MOST_READY_BYTES) return;
  readyBytes += size;
  alike.push(memory);
}

/** Pieces as bytes of their own; what was lent is given back. */
export function joined(parts: readonly (Utf8 | Lent)[]): Buffer {
  const bytes = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
  giveBackAll(parts);
  return bytes;
}

/** Gives back what was lent among pieces. */
export function giveBackAll(parts: readonly (Utf8 | Lent)[]): void {
  for (const part of parts) if (typeof part !== "string") giveBack(part);
}
