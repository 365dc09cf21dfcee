import { quoteShellArgument } from "../platform/basics/index.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";

/** The given options that choose the instance, such as ` --data '/a b'`, for a command line to paste. Empty if none was given. */
export const instanceOptions = ({ options }: ParsedArguments): string =>
  ["data", "url"].flatMap((name) => (options[name] === undefined ? [] : [` --${name} ${quoteShellArgument(options[name])}`])).join("");
