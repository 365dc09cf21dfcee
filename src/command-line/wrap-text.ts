import type { Terminal } from "./command.ts";

const MIN_WIDTH = 60;
const MAX_WIDTH = 110;

/**
 * Wraps a text to the terminal's width, but at least `MIN_WIDTH` and at most `MAX_WIDTH`, and indents each line by `indent` spaces. Words
 * are never split.
 */
export function wrapText(text: string, indent: number, { columns = MAX_WIDTH }: Terminal["out"]): readonly string[] {
  const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, columns)) - indent;
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
