import type { LocalizedText } from "../platform/contract/index.ts";

/** First line of every printed page. It says how to change the page. */
const PRINTED_NOTICE =
  "<!-- Printed from the code by `bin/vitrine openapi --write`. Change the table it comes from, then print it again. -->";

/** A page that consists of blocks, with an empty line between them. */
export const page = (...blocks: readonly string[]): string => `${[PRINTED_NOTICE, ...blocks].join("\n\n")}\n`;

/** A table. Cells may have several lines. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", "<br>");

/** Inline code for any text, including backticks. */
export function code(text: string): string {
  if (text === "") return "";
  const ticks = "`".repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const gap = ticks.length > 1 ? " " : "";
  return `${ticks}${gap}${text}${gap}${ticks}`;
}

/** Inline code with an anchor for links. */
export const anchored = (id: string): string => `<a id="${id}"></a>${code(id)}`;

/** The text in both languages, Portuguese first. */
export const bilingual = (texts: LocalizedText): string => `${escaped(texts["pt-BR"])}\n_${escaped(texts.en)}_`;

/** Escapes characters that would start tags or emphasis. Keeps code between backticks. */
export const escaped = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[<*]/g, "\\$&")))
    .join("");

/** A fenced code block. */
export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
