import type { LocalizedText } from "../../platform/contract/errors.ts";

/** How printed pages are put together; they are the same on every machine, so that a test can compare them. */

/** The first line of every printed page: whoever wants to mend it finds where. */
const PRINTED = "<!-- Printed from the code by `bin/vitrine openapi --write`. Mend the table it comes from, then print it again. -->";

/** Blocks with an empty line between them, and one line end behind the last. */
export const page = (...blocks: readonly string[]): string => `${[PRINTED, ...blocks].join("\n\n")}\n`;

/** A table; a cell may have several lines. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", "<br>");

/** Code that stays code whatever it holds. */
export function code(text: string): string {
  if (text === "") return "";
  const ticks = "`".repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const gap = ticks.length > 1 ? " " : "";
  return `${ticks}${gap}${text}${gap}${ticks}`;
}

/** A code as a place that addresses may name behind `#`. */
export const anchored = (id: string): string => `<a id="${id}"></a>${code(id)}`;

/** Both languages, the reader's first. */
export const both = (texts: LocalizedText): string => `${plain(texts["pt-BR"])}\n_${plain(texts.en)}_`;

/** A sentence as itself: no tag and no emphasis of its own; what stands between backticks stays code. */
export const plain = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[<*]/g, "\\$&")))
    .join("");

/** What goes into a fenced block of a language. */
export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
