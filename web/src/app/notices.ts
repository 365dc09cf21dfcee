import { createSignal } from "../api/signal.ts";

/** Something that happened, told once as it happens and kept for the panel of notices. */
export interface Notice {
  readonly id: number;
  readonly kind: "done" | "failed" | "news";
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
}

const MOST_KEPT = 50;

/** The notices of this visit, the newest first. */
export const notices = createSignal<readonly Notice[]>([]);
/** How many notices were told since the panel was last open. */
export const unreadNotices = createSignal(0);

let last = 0;

/** Tells the person something: a toast, read out by screen readers, and a line in the panel of notices. */
export function tell(kind: Notice["kind"], text: string): void {
  last += 1;
  notices.set([{ id: last, kind, text, at: Date.now() }, ...notices.get()].slice(0, MOST_KEPT));
  unreadNotices.set(unreadNotices.get() + 1);
}
