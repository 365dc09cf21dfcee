import { describe, expect, it } from "vitest";
import { FileProblem } from "../../../src/bulk/formats/file-problem.ts";
import { compileRowReader } from "../../../src/bulk/formats/row-reader.ts";
import { failureMessage } from "../../../src/platform/contract/index.ts";
import { budget, SEED } from "../../budget.ts";
import { figures } from "../../figures.ts";
import { DAMAGED, type Draw, drawer } from "./damage.ts";
import { type ReadFile, readCsv, readXlsx } from "./reading.ts";

const INPUTS = budget(1_000, 50_000);
const LIMIT_MS = 300_000;

/** Reads a file to its end: every row and every failure has its texts. Returns what became of it. */
async function outcomeOf(read: () => ReadFile | Promise<ReadFile>): Promise<"read" | "refused"> {
  try {
    const { assumed, texts } = await read();
    const rowOf = compileRowReader(assumed);
    for (const text of texts)
      for (const failure of rowOf(text).problems) expect(failureMessage(failure, "pt-BR")).not.toMatch(/\{\w+\}|undefined/);
    return "read";
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    for (const failure of error.failures) expect(failureMessage(failure, "en")).not.toMatch(/\{\w+\}|undefined/);
    return "refused";
  }
}

describe("damaged files are read or refused, never anything else", () => {
  it.each([
    ["CSV", (draw: Draw) => readCsv(DAMAGED.csv(draw), {}, 1 + draw(50))],
    ["XLSX", (draw: Draw) => readXlsx(DAMAGED.xlsx(draw))],
  ])(
    `${INPUTS} of %s`,
    async (format, read) => {
      const counts = { read: 0, refused: 0 };
      for (let input = 0; input < INPUTS; input += 1) {
        const draw = drawer(input);
        counts[await outcomeOf(() => read(draw))] += 1;
      }
      figures({ format, seed: SEED, inputs: INPUTS, ...counts });
      expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(INPUTS / 100);
    },
    LIMIT_MS,
  );
});
