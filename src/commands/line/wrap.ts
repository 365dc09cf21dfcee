import type { Terminal } from "../command.ts";

const NARROWEST = 60;
const WIDEST = 110;

/** A text in lines that fit the terminal, each after so many spaces; words are never cut. */
export function wrapped(text: string, indent: number, { columns = WIDEST }: Terminal["out"]): readonly string[] {
  const width = Math.min(WIDEST, Math.max(NARROWEST, columns)) - indent;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((one) => " ".repeat(indent) + one);
}
