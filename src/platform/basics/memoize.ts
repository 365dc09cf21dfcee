/** A map for each word but the last, and in the innermost the results. */
interface Known<Result> extends Map<string, Known<Result> | Result> {}

/**
 * A pure function of a few words, worked out once for each of the few combinations there are. Asked again, it makes nothing: it
 * stands on hot paths.
 */
export function memoize<Words extends readonly [string, ...string[]], Result>(
  of: (...words: Words) => Result,
): (...words: Words) => Result {
  const all: Known<Result> = new Map();
  return (...words) => {
    let known = all;
    const last = words.length - 1;
    for (let i = 0; i < last; i += 1) {
      let next = known.get(words[i]!) as Known<Result> | undefined;
      if (next === undefined) known.set(words[i]!, (next = new Map()));
      known = next;
    }
    const word = words[last]!;
    if (!known.has(word)) known.set(word, of(...words));
    return known.get(word) as Result;
  };
}
