import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTarHeader, TAR_END, tarHeader, tarPadding } from "../../src/platform/archive/tar.ts";

const entry = fc.record({ name: fc.stringMatching(/^[\x21-\x7e]{1,100}$/), size: fc.integer({ min: 0, max: 8 ** 11 - 1 }) });
const modifiedAt = fc.integer({ min: 0, max: 8 ** 11 - 1 });

describe("the headers of a tar archive", () => {
  it("are read as they were written", () => {
    fc.assert(
      fc.property(entry, modifiedAt, (one, at) => {
        expect(readTarHeader(tarHeader(one, at))).toEqual(one);
      }),
    );
  });

  it("are none when any bit of them was changed", () => {
    fc.assert(
      fc.property(entry, modifiedAt, fc.nat(511), fc.nat(7), (one, at, byte, bit) => {
        const header = tarHeader(one, at);
        header[byte]! ^= 1 << bit;
        expect(readTarHeader(header)).toBeUndefined();
      }),
    );
  });

  it.each(["", "with space", "á", "x".repeat(101)])("are not written for the name %j", (name) => {
    expect(() => tarHeader({ name, size: 0 }, 0)).toThrow("tar archive");
  });

  it("are what tar itself reads", () => {
    const files = [
      ["README.txt", "read me"],
      ["tables/a/000001.copy.zst", "x".repeat(512)],
      ["empty", ""],
    ] as const;
    const archive = Buffer.concat([
      ...files.flatMap(([name, text]) => [tarHeader({ name, size: text.length }, 86_400), Buffer.from(text), tarPadding(text.length)]),
      TAR_END,
    ]);
    const listed = spawnSync("tar", ["tf", "-"], { input: archive, encoding: "utf8" });
    expect(listed.stdout).toBe(files.map(([name]) => `${name}\n`).join(""));
    expect(spawnSync("tar", ["xOf", "-", "README.txt"], { input: archive, encoding: "utf8" }).stdout).toBe("read me");
  });
});
