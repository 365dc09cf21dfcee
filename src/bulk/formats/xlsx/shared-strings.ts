import { FileProblem } from "../file-problem.ts";
import { fileErrors } from "../errors.ts";

/** Maximum size of all shared texts of a workbook, in bytes of UTF-8. They stay in memory while its rows are read. */
export const MOST_SHARED_BYTES = 40 * 1024 * 1024;
/** Maximum number of shared texts: as many as a sheet has rows. */
const MOST_SHARED = 1_048_576;
const SLAB_BYTES = 1024 * 1024;

/** The texts that the cells of a workbook share, by number. Kept as UTF-8, because that takes the least memory. */
export interface SharedStrings {
  readonly add: (text: string) => void;
  readonly at: (index: number) => string | undefined;
}

/** Creates an empty store. Throws a FileProblem when it gets more texts than may be kept in memory. */
export function createSharedStrings(part: string): SharedStrings {
  const slabs: Buffer[] = [];
  const starts: number[] = [];
  const lengths: number[] = [];
  let free = 0;
  let total = 0;
  return {
    add(text) {
      const size = Buffer.byteLength(text);
      total += size;
      if (total > MOST_SHARED_BYTES || starts.length >= MOST_SHARED)
        throw new FileProblem([fileErrors.failure("xlsx_too_large", { allowed: MOST_SHARED_BYTES, params: { part } })]);
      if (slabs.length === 0 || free < size) {
        slabs.push(Buffer.allocUnsafe(Math.max(SLAB_BYTES, size)));
        free = slabs.at(-1)!.length;
      }
      const slab = slabs.at(-1)!;
      const offset = slab.length - free;
      slab.write(text, offset);
      // A slab is usually as long as SLAB_BYTES, so its number and the offset fit one number.
      starts.push((slabs.length - 1) * STRIDE + offset);
      lengths.push(size);
      free -= size;
    },
    at(index) {
      const start = starts[index];
      if (start === undefined) return undefined;
      const offset = start % STRIDE;
      return slabs[Math.floor(start / STRIDE)]!.toString("utf8", offset, offset + lengths[index]!);
    },
  };
}

/** More than any slab is long. */
const STRIDE = 2 ** 28;
