import { stripVTControlCharacters, styleText } from "node:util";
import type { Terminal } from "./command.ts";

/** What a colour means. A word next to it always says the same. */
const STYLES = { strong: "bold", quiet: "dim", good: "green", bad: "red", warning: "yellow" } as const;
type Style = keyof typeof STYLES;

/** The text in a style on a terminal; plain on any other stream, and when NO_COLOR is set. */
export const coloured = (stream: Terminal["out"], style: Style, text: string): string =>
  stream.isTTY === true ? styleText(STYLES[style], text, { stream }) : text;

/** How many columns a text takes, without its colour codes. */
export const displayWidth = (text: string): number => stripVTControlCharacters(text).length;
