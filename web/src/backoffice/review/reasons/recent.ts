import type { ReasonRow } from "./draft.ts";

/** A reason that was used here before; `text` only of those in the person's own words. */
interface RecentReason {
  readonly id: string;
  readonly text?: string;
}

const KEY = "vitrine.review.reasons";
const MOST_KEPT = 30;

/** The reasons that were used in this browser, the last one first. */
export function recentReasons(): readonly RecentReason[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as RecentReason[]) : [];
  } catch {
    return [];
  }
}

/** Remembers the reasons of a criticism that was sent. Requests for a change are about one product, so they are not offered again. */
export function rememberReasons(rows: readonly ReasonRow[]): void {
  const used = rows
    .filter(({ id }) => !id.startsWith("change "))
    .map(({ id, text, isRegistered }): RecentReason => (isRegistered ? { id } : { id: `own:${text}`, text }));
  const ids = new Set(used.map(({ id }) => id));
  localStorage.setItem(KEY, JSON.stringify([...used, ...recentReasons().filter(({ id }) => !ids.has(id))].slice(0, MOST_KEPT)));
}
