import { quoteShellArgument } from "../platform/basics/index.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";

/** Words that a shell takes as they are. */
const PLAIN = /^[\w@%+=:,./-]+$/;
const quoted = (word: string): string => (PLAIN.test(word) ? word : quoteShellArgument(word));

/** A command of `bin/vitrine` as it is typed in a shell: with these arguments, without the flags in `without`. */
export function commandText(name: string, { positionals, options, flags }: ParsedArguments, without: readonly string[] = []): string {
  const given = Object.entries(options).flatMap(([option, value]) => [`--${option}`, quoted(value)]);
  const set = [...flags].filter((flag) => !without.includes(flag)).map((flag) => `--${flag}`);
  return ["bin/vitrine", name, ...positionals.map(quoted), ...given, ...set].join(" ");
}
