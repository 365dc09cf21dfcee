import { quoteShellArgument } from "../../platform/basics/shell-word.ts";
import type { Arguments } from "../arguments.ts";

/** The options that led to this instance, for a line to paste: ` --data '/a b'`; nothing when it was found without any. */
export const instanceOptions = ({ options }: Arguments): string =>
  ["data", "url"].flatMap((name) => (options[name] === undefined ? [] : [` --${name} ${quoteShellArgument(options[name])}`])).join("");
