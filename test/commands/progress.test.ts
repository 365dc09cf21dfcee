import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createImportProgress, progressLine } from "../../src/programs/import/progress.ts";

const half = { done: 50, total: 100, rows: 1_000, refused: 0 };

const ERASE_REST = "\x1b[K";

class Screen extends Writable {
  text = "";
  readonly isTTY: boolean;
  readonly columns = 40;
  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

describe("the progress of an import", () => {
  it.each([
    [half, 10, "[############------------]  50 %  1000 (100/s), faltam 10 s"],
    [{ ...half, refused: 3 }, 10, "[############------------]  50 %  1000 (100/s), 3 com problema, faltam 10 s"],
    [{ ...half, done: 1 }, 10, "[------------------------]   1 %  1000 (100/s), faltam 17 min"],
    [{ ...half, done: 1 }, 100, "[------------------------]   1 %  1000 (10/s), faltam 2 h 45 min"],
    [{ ...half, done: 100 }, 10, "[########################] 100 %  1000 (100/s)"],
    [{ done: 0, total: 0, rows: 0, refused: 0 }, 0, "[########################] 100 %  0 (0/s)"],
    [{ done: 50, total: 100 }, 10, "[############------------]  50 %  enviado"],
  ])("%j after %d s reads well", (advance, seconds, line) => {
    expect(progressLine(advance, seconds, "pt-BR")).toBe(line);
  });

  it("is one line that changes on a terminal, cut to its width, and always tells the end", () => {
    let now = 0;
    const screen = new Screen(true);
    const progress = createImportProgress(screen, "en", () => now);
    for (let done = 1; done <= 100; done += 1) {
      now += 10;
      progress.show({ ...half, done });
    }
    progress.end();
    const shown = screen.text.split("\r").slice(1);
    expect(shown.length).toBeLessThan(13);
    expect(shown.at(-1)).toContain(`[${"#".repeat(24)}] 100 % `);
    for (const line of shown) expect(line.indexOf(ERASE_REST)).toBeLessThan(40);
    expect(screen.text.endsWith(`${ERASE_REST}\n`)).toBe(true);
  });

  it("is a line now and then elsewhere, and none at all when it is quick", () => {
    let now = 0;
    const screen = new Screen(false);
    const progress = createImportProgress(screen, "en", () => now);
    for (now = 0; now < 12_000; now += 100) progress.show(half);
    progress.end();
    expect(screen.text.split("\n")).toHaveLength(3);
    expect(screen.text).not.toContain("\r");
  });
});
