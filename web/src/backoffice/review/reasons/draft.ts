/** A reason that was chosen, as it will be sent. */
export interface ReasonRow {
  readonly id: string;
  readonly code: string;
  readonly text: string;
  readonly pointer: string;
  readonly isRegistered: boolean;
  readonly isEdited: boolean;
}

/** Which dialog: reasons of a criticism, or fields to be changed. */
export type ReasonMode = "criticize" | "change";

/** A criticism that was begun and not sent. */
export interface ReasonDraft {
  readonly mode: ReasonMode;
  readonly rows: readonly ReasonRow[];
  /** The dialog was open when the page went away: it opens again. */
  readonly isOpen: boolean;
}

const keyOfDraft = (key: string) => `vitrine.review.draft ${key}`;

/** What was begun about an item in this tab; it outlives a reload. */
export function readDraft(key: string): ReasonDraft | undefined {
  try {
    const stored = sessionStorage.getItem(keyOfDraft(key));
    return stored === null ? undefined : (JSON.parse(stored) as ReasonDraft);
  } catch {
    return undefined;
  }
}

/** Keeps what was begun about an item; undefined = it was sent or given up. */
export function keepDraft(key: string, draft: ReasonDraft | undefined): void {
  if (draft === undefined) sessionStorage.removeItem(keyOfDraft(key));
  else sessionStorage.setItem(keyOfDraft(key), JSON.stringify(draft));
}

/** Notes that the dialog was closed: what was written waits for the next time. */
export function closeDraft(key: string): void {
  const draft = readDraft(key);
  keepDraft(key, draft === undefined || draft.rows.length === 0 ? undefined : { ...draft, isOpen: false });
}
