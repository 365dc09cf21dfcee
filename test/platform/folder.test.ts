import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeFolder } from "../../src/platform/basics/make-folder.ts";

const root = mkdtempSync(join(tmpdir(), "vitrine-folders-"));
afterAll(() => rmSync(root, { recursive: true }));

describe("makeFolder", () => {
  it("makes a folder and those above it, and is content with one that is there", () => {
    const deep = join(root, "a", "b", "c");
    makeFolder(deep);
    makeFolder(deep);
    expect(statSync(deep).isDirectory()).toBe(true);
  });

  it("says that a file is in its way", () => {
    const file = join(root, "file");
    writeFileSync(file, "");
    expect(() => makeFolder(join(file, "below"))).toThrow("EEXIST");
    expect(() => makeFolder(file)).toThrow("EEXIST");
  });

  it("ends where a folder takes none: Node's recursive way does not", () => {
    expect(() => makeFolder("/proc/vitrine/data")).toThrow("ENOENT");
  });
});
