import { describe, expect, it } from "vitest";
import { giveBack, joined, lend, type Lent } from "../../src/platform/lent.ts";
import type { Utf8 } from "../../src/platform/utf8.ts";

const KIB = 1024;
const memoryOf = (bytes: Lent) => bytes.buffer;

describe("lent memory", () => {
  it("is as long as was asked for, in pieces of few sizes", () => {
    for (const bytes of [1, 32 * KIB, 32 * KIB + 1, 100_000, 3_000_000]) {
      const lent = lend(bytes);
      expect(lent.length).toBe(bytes);
      expect(Math.log2(memoryOf(lent).byteLength) % 1).toBe(0);
    }
  });

  it("is nobody else's until it is given back, and then the next one's", () => {
    const [first, second] = [lend(100_000), lend(100_000)];
    expect(memoryOf(second)).not.toBe(memoryOf(first));
    giveBack(first);
    const third = lend(120_000);
    expect(memoryOf(third)).toBe(memoryOf(first));
    expect(memoryOf(lend(100_000))).not.toBe(memoryOf(first));
  });

  it("does not lie ready without bound", () => {
    const all = Array.from({ length: 40 }, () => lend(1024 * KIB));
    const before = new Set(all.map(memoryOf));
    for (const lent of all) giveBack(lent);
    const again = all.map(() => lend(1024 * KIB)).filter((lent) => before.has(memoryOf(lent)));
    expect(again.length).toBe(8);
  });

  it("of one size does not keep out another's, nor a very long one anybody's", () => {
    for (const lent of Array.from({ length: 8 }, () => lend(1024 * KIB))) giveBack(lent);
    for (const bytes of [60_000, 9 * 1024 * KIB, 60_000]) {
      const first = lend(bytes);
      giveBack(first);
      const isUsedAgain = memoryOf(lend(bytes)) === memoryOf(first);
      expect(isUsedAgain, `${bytes} bytes`).toBe(bytes < 1024 * KIB);
    }
  });

  it("is given back with the pieces it was joined from", () => {
    const bytes = lend(40_000).fill("é", "latin1");
    const pieces = ["[" as Utf8, bytes, "]" as Utf8];
    expect(joined(pieces).toString("latin1")).toBe(`[${"é".repeat(40_000)}]`);
    expect(memoryOf(lend(40_000))).toBe(memoryOf(bytes));
  });
});
