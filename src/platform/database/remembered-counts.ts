import { realNow } from "../basics/clock.ts";

/** Up to here something is counted whenever somebody asks. */
export const COUNTED_EXACTLY = 10_000;
const RECOUNT_MS = 10_000;
const MAX_REMEMBERED = 1_000;

/** Two ways to count the same. */
export interface CountSource<Result> {
  /** The count; undefined when there is too much to be counted for every call. It must be fast in both cases. */
  readonly countFew: () => Promise<Result | undefined>;
  /** The count, however much there is. */
  readonly countAll: () => Promise<Result>;
}

/** Counts what `key` names. */
export type RememberedCounts<Result> = (key: string, source: CountSource<Result>) => Promise<Result>;

/**
 * Creates counts that are exact where there is little to count. Where there is much, they are made again every ten seconds at most, because
 * that takes as long as there is to count. Meanwhile whoever asks gets the count before.
 */
export function createRememberedCounts<Result>(): RememberedCounts<Result> {
  const counts = new Map<string, { readonly countedAt: number; readonly result: Promise<Result> }>();
  return async (key, { countFew, countAll }) => {
    const known = counts.get(key);
    if (known !== undefined && realNow() - known.countedAt < RECOUNT_MS) return known.result;
    const few = await countFew();
    if (few !== undefined) {
      counts.delete(key);
      return few;
    }
    if (counts.size >= MAX_REMEMBERED) counts.clear();
    const result = countAll();
    result.catch(() => counts.delete(key));
    counts.set(key, { countedAt: realNow(), result });
    return known?.result ?? result;
  };
}
