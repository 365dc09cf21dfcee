import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHAIN_START, chainHash } from "../../src/platform/crypto/hash-chain.ts";

const headOf = (entries: readonly string[]) => entries.reduce(chainHash, CHAIN_START);

describe("a chain of hashes", () => {
  it("ends elsewhere when an entry is changed, removed, slipped in or moved", () => {
    const changes = fc.tuple(fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 12 }), fc.nat(), fc.string());
    fc.assert(
      fc.property(changes, ([entries, place, text]) => {
        const at = place % entries.length;
        const next = (at + 1) % entries.length;
        const others = [
          entries.toSpliced(at, 1),
          entries.toSpliced(at, 0, text),
          entries.with(at, `${entries[at]!}${text}.`),
          entries.with(at, entries[next]!).with(next, entries[at]!),
        ];
        const head = headOf(entries);
        for (const other of others) expect(headOf(other).equals(head)).toBe(false);
      }),
    );
  });
});
