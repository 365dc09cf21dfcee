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

/** The next one to be lent memory may get this. */
export function giveBack(bytes: Lent): void {
  const memory = Buffer.from(bytes.buffer);
  const size = memory.length;
  if (readyBytes + size > MOST_READY_BYTES) return;
  readyBytes += size;
  const alike = ready.get(size);
  if (alike === undefined) ready.set(size, [memory]);
  else alike.push(memory);
}
