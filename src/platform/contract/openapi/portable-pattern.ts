/** Unicode classes of the `u` flag, as ranges that every regular-expression engine supports. */
const CLASSES: Readonly<Record<string, string>> = {
  "\\p{Cc}": "\\x00-\\x1f\\x7f-\\x9f",
  "\\p{Zs}": " \\xa0\u1680\u2000-\u200a\u202f\u205f\u3000",
};

/** Matches a lookahead, which some engines (RE2) do not support. The lookahead may contain groups, but no groups inside groups. */
const LOOKAHEAD = /\(\?[=!](?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)/g;

/**
 * Rewrites a pattern so that every regular-expression engine can read it. Replaces Unicode classes, and writes characters beyond `\xff`
 * literally, because engines disagree on `\u` and `\x{}`. Drops lookaheads, so the result may accept more than the server does; the server
 * then refuses the value with a reason. Returns undefined when nothing is left. Throws on an unknown class.
 */
export function portablePattern(pattern: string): string | undefined {
  let inClass = false;
  const portable = pattern.replace(LOOKAHEAD, "").replace(/\\p\{\w+\}|\\u([0-9a-f]{4})|\\.|[[\]]/gi, (found, code: string | undefined) => {
    if (found === "[") inClass = true;
    if (found === "]") inClass = false;
    if (code !== undefined)
      return Number.parseInt(code, 16) > 0xff ? String.fromCharCode(Number.parseInt(code, 16)) : `\\x${code.slice(2)}`;
    if (!found.startsWith("\\p")) return found;
    const ranges = CLASSES[found];
    if (ranges === undefined) throw new Error(`no engine but JavaScript's reads ${found}`);
    return inClass ? ranges : `[${ranges}]`;
  });
  return portable === "^" ? undefined : portable;
}

/** A pattern that matches these texts, either in any letter case or exactly. */
export const wordsPattern = (words: readonly string[], isAnyCase: boolean): string =>
  `^(?:${[...new Set(words.map((word) => (isAnyCase ? word.toLowerCase() : word)))].map((word) => wordPattern(word, isAnyCase)).join("|")})$`;

const SPECIAL = /[\\^$.*+?()[\]{}|/]/;

const wordPattern = (word: string, isAnyCase: boolean): string =>
  Array.from(word, (letter) => {
    const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
    if (isAnyCase && lower !== upper && upper.length === 1) return `[${upper}${lower}]`;
    return SPECIAL.test(letter) ? `\\${letter}` : letter;
  }).join("");
