import { createCsvCutter } from "./csv-rows.ts";
import { type HeaderContext, recognizeColumns } from "./header.ts";

/** The delimiters that files are read with. The earlier one wins when nothing else tells. */
const DELIMITERS = [";", ",", "\t"] as const;

const SEPARATOR_LINE = /^sep=([;,\t])\r?\n/i;

/** The delimiter that a first line `sep=;` names, as some spreadsheets write it. */
export const separatorLine = (raw: string): string | undefined => SEPARATOR_LINE.exec(raw)?.[1];

/** The delimiter with which most columns of the header are recognized. Where that does not tell, the one with which there are most columns. */
export function detectDelimiter(
  raw: string,
  decode: (cells: readonly string[]) => readonly string[] | undefined,
  context: Pick<HeaderContext, "attributes" | "mapping" | "kept">,
): string {
  const scores = DELIMITERS.map((delimiter) => {
    const cutter = createCsvCutter(delimiter);
    const row = [...cutter.push(raw), ...cutter.end()].find(({ cells }) => cells.some((cell) => cell.trim() !== ""));
    const names = (row && !row.broken && decode(row.cells)) || [];
    const recognized = recognizeColumns(names, context).filter((column) => column !== undefined).length;
    return { delimiter, recognized, columns: names.length };
  });
  scores.sort((one, other) => other.recognized - one.recognized || other.columns - one.columns);
  return scores[0]!.delimiter;
}
