import { quoteShellArgument } from "../platform/basics/index.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";

/** The options that name this instance, for a command to paste: ` --data '/a b'`. Empty when no option was given. */
export const instanceOptions = ({ options }: ParsedArguments): string =>
  ["data", "url"].flatMap((name) => (options[name] === undefined ? [] : [` --${name} ${quoteShellArgument(options[name])}`])).join("");
