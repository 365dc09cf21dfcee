/** What one client saw of one resource: an answer, and when it asked and was answered (`performance.now()`). */
export interface Seen {
  readonly client: number;
  readonly kind: "write" | "read";
  readonly resource: string;
  /** The version that the answer shows; a resource counts its changes from 1. */
  readonly version: number;
  /** What the answer says the resource is. */
  readonly value: string;
  readonly askedMs: number;
  readonly answeredMs: number;
}

const MOST_NAMED = 5;

/**
 * Everything in a history that one resource, changed by one call after the other, could not have answered. Versions tell the order, so
 * no search is needed: what was answered before a call began is behind that call, for whomever it was. Answers a sentence per anomaly.
 */
export function anomaliesOf(history: readonly Seen[]): readonly string[] {
  return [...Map.groupBy(history, ({ resource }) => resource)].flatMap(([resource, seen]) =>
    [...twoValues(seen), ...twoWrites(seen), ...backwards(seen)].slice(0, MOST_NAMED).map((what) => `${resource}: ${what}`),
  );
}

/** A version is one state, whoever looks. */
function twoValues(seen: readonly Seen[]): readonly string[] {
  return [...Map.groupBy(seen, ({ version }) => version)].flatMap(([version, same]) => {
    const values = [...new Set(same.map(({ value }) => value))];
    return values.length === 1 ? [] : [`version ${version} is ${values.join(" and ")}`];
  });
}

/** Two changes are two versions. */
function twoWrites(seen: readonly Seen[]): readonly string[] {
  const writes = Map.groupBy(
    seen.filter(({ kind }) => kind === "write"),
    ({ version }) => version,
  );
  return [...writes].flatMap(([version, same]) => (same.length === 1 ? [] : [`${same.length} writes made version ${version}`]));
}

/** What was answered is never undone: a later call shows no older version, and a later write makes a newer one. */
function backwards(seen: readonly Seen[]): readonly string[] {
  const byEnd = seen.toSorted((a, b) => a.answeredMs - b.answeredMs);
  let [next, newest] = [0, 0];
  return seen
    .toSorted((a, b) => a.askedMs - b.askedMs)
    .flatMap((call) => {
      while (next < byEnd.length && byEnd[next]!.answeredMs < call.askedMs) newest = Math.max(newest, byEnd[next++]!.version);
      const isBehind = call.kind === "write" ? call.version <= newest : call.version < newest;
      return isBehind ? [`client ${call.client}'s ${call.kind} shows version ${call.version} after ${newest} was answered`] : [];
    });
}
