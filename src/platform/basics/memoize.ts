/** Nested maps, one level per argument. The innermost maps contain the results. */
interface Cache<Result> extends Map<string, Cache<Result> | Result> {}

/**
 * Caches the results of a pure function of a few texts. Use it only for functions with few combinations of arguments, because no result is
 * ever removed. It is made for hot paths, so returning a cached result allocates no maps or keys.
 */
export function memoize<Arguments extends readonly [string, ...string[]], Result>(
  of: (...texts: Arguments) => Result,
): (...texts: Arguments) => Result {
  const cache: Cache<Result> = new Map();
  return (...texts) => {
    let level = cache;
    const last = texts.length - 1;
    for (let i = 0; i < last; i += 1) {
      let next = level.get(texts[i]!) as Cache<Result> | undefined;
      if (next === undefined) level.set(texts[i]!, (next = new Map()));
      level = next;
    }
    const text = texts[last]!;
    if (!level.has(text)) level.set(text, of(...texts));
    return level.get(text) as Result;
  };
}
