import type { Arguments } from "../arguments.ts";

/** A text as a shell takes it for one word, whatever it holds. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The options that led to this instance, for a line to paste: ` --data '/a b'`; nothing when it was found without any. */
export const instanceOptions = ({ options }: Arguments): string =>
  ["data", "url"].flatMap((name) => (options[name] === undefined ? [] : [` --${name} ${quoted(options[name])}`])).join("");
