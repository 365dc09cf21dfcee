import { stripVTControlCharacters, styleText } from "node:util";
import type { Terminal } from "./command.ts";

/** Terminal styles by meaning. No meaning depends on a style: a word or symbol always says the same. */
const STYLES = { strong: "bold", quiet: "dim", good: "green", bad: "red", warning: "yellow" } as const;
type Style = keyof typeof STYLES;

/** The text in a style, for a terminal. Plain text for any other stream, and if NO_COLOR is set. */
export const coloured = (stream: Terminal["out"], style: Style, text: string): string =>
  stream.isTTY === true ? styleText(STYLES[style], text, { stream }) : text;

/** Number of columns that a text takes. Colour codes take none. */
export const displayWidth = (text: string): number => stripVTControlCharacters(text).length;
