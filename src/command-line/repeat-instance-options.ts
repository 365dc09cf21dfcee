import { quoteShellArgument } from "../platform/basics/index.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";

/** The options that chose the instance, as text to append to a suggested command: ` --data '/a b'`. Empty if none was given. */
export const instanceOptions = ({ options }: ParsedArguments): string =>
  ["data", "url"].flatMap((name) => (options[name] === undefined ? [] : [` --${name} ${quoteShellArgument(options[name])}`])).join("");
