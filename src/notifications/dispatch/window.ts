import { kindOf, type EventRow } from "../../events/index.ts";

/** An event that an endpoint's kinds take, and the one it got before. */
export interface Line {
  readonly event: EventRow;
  readonly prevSeq: number | null;
}

/** Whether an event of a resource may be sent: nothing of it is under way, or something of it did not go through yet. */
export type Road = "free" | "busy" | "blocked";

/**
 * Events of one seller that an endpoint reads in their order: which may be sent next, and how far everything is settled. Order
 * holds per resource: while one of its events is under way, or waits to be tried again, the ones behind it wait too.
 */
export interface Window {
  /** Takes the events that follow those it has. */
  add(events: readonly EventRow[]): void;
  /** The first line whose road is free; with `putBy` also one whose road is blocked, to be put behind what blocks it. */
  next(roadOf: (resource: string) => Road, putBy: boolean): { readonly line: Line; readonly road: "free" | "blocked" } | undefined;
  /** It was delivered, or is written down to be tried again. */
  settle(seq: number): void;
  /** Lines that nobody has begun with. */
  waiting(): number;
  /** The last event it was given. */
  readTo(): number;
  /** The last event up to which all are settled, and the last among those that the kinds take. */
  progress(): { readonly seq: number; readonly lastKindSeq: number | null };
}

interface Entry extends Line {
  readonly taken: boolean;
  state: "waiting" | "under way" | "settled";
}

/** `settled` are events after the cursor that are written down already. */
export function createWindow(start: {
  readonly cursor: number;
  readonly lastKindSeq: number | null;
  readonly kinds: readonly string[];
  readonly settled: ReadonlySet<number>;
}): Window {
  const entries = new Map<number, Entry>();
  let readTo = start.cursor;
  let lastTaken = start.lastKindSeq;
  let done = { seq: start.cursor, lastKindSeq: start.lastKindSeq };
  let waiting = 0;

  const advance = () => {
    for (const [seq, entry] of entries) {
      if (entry.state !== "settled") return;
      entries.delete(seq);
      done = { seq, lastKindSeq: entry.taken ? seq : done.lastKindSeq };
    }
  };

  return {
    add(events) {
      for (const event of events) {
        const taken = start.kinds.includes(kindOf(event));
        const isWaiting = taken && !start.settled.has(event.seq);
        entries.set(event.seq, { event, prevSeq: lastTaken, taken, state: isWaiting ? "waiting" : "settled" });
        if (isWaiting) waiting += 1;
        if (taken) lastTaken = event.seq;
        readTo = event.seq;
      }
      advance();
    },
    next(roadOf, putBy) {
      if (waiting === 0) return undefined;
      for (const entry of entries.values()) {
        if (entry.state !== "waiting") continue;
        const road = roadOf(entry.event.resource);
        if (road === "busy" || (road === "blocked" && !putBy)) continue;
        entry.state = "under way";
        waiting -= 1;
        return { line: entry, road };
      }
      return undefined;
    },
    settle(seq) {
      const entry = entries.get(seq);
      if (entry === undefined) return;
      entry.state = "settled";
      advance();
    },
    waiting: () => waiting,
    readTo: () => readTo,
    progress: () => done,
  };
}
