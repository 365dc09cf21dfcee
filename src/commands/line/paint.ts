import { stripVTControlCharacters, styleText } from "node:util";
import type { Terminal } from "../command.ts";

/** What colours say. They never say anything alone: the word beside them does. */
const STYLES = { strong: "bold", quiet: "dim", good: "green", bad: "red", warning: "yellow" } as const;
type Style = keyof typeof STYLES;

/** The text in a style on a terminal, plain anywhere else and where NO_COLOR asks for it. */
export const paint = (stream: Terminal["out"], style: Style, text: string): string =>
  stream.isTTY === true ? styleText(STYLES[style], text, { stream }) : text;

/** How many places a text takes, whatever its colours. */
export const widthOf = (text: string): number => stripVTControlCharacters(text).length;
