/** A pure function of a few words, worked out once for each of the few combinations there are. */
export function memo<Words extends readonly string[], Result>(of: (...words: Words) => Result): (...words: Words) => Result {
  const known = new Map<string, Result>();
  return (...words) => {
    const key = words.join("\n");
    if (!known.has(key)) known.set(key, of(...words));
    return known.get(key)!;
  };
}
