import { kindOf, type EventRow } from "../../events/index.ts";
import type { Fate } from "./delivery-fault.ts";

/** An event that an endpoint's kinds take, and the one it got before. */
export interface Line {
  readonly event: EventRow;
  readonly prevSeq: number | null;
  /** What befalls it on purpose; undefined = nothing. */
  readonly fate: Fate | undefined;
  /** It was begun with once before. */
  readonly isSecond: boolean;
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
  fate: Fate | undefined;
  /** Real time before which a fault holds it. */
  notBeforeMs: number;
  isSecond: boolean;
  state: "waiting" | "under way" | "settled";
}

/** What befalls events on purpose, as a window asks for it. */
export interface Fates {
  of(seq: number): Fate | undefined;
  /** Real time, from any beginning. */
  nowMs(): number;
  /** Whether nothing is to go wrong any more: then nothing is held, lost or sent twice. */
  areOver(): boolean;
}

/** Where a window begins. */
export interface WindowStart {
  readonly cursor: number;
  readonly lastKindSeq: number | null;
  readonly kinds: readonly string[];
  /** Events after the cursor that are written down already. */
  readonly settled: ReadonlySet<number>;
  readonly fates?: Fates | undefined;
}

/** An empty window: no events yet. */
export function createWindow(start: WindowStart): Window {
  const { fates } = start;
  const entries = new Map<number, Entry>();
  let readTo = start.cursor;
  let lastTaken = start.lastKindSeq;
  let done = { seq: start.cursor, lastKindSeq: start.lastKindSeq };
  let waiting = 0;
  /** Of those that are not settled, how many a fault befell. */
  let fated = 0;

  const advance = () => {
    for (const [seq, entry] of entries) {
      if (entry.state !== "settled") return;
      entries.delete(seq);
      done = { seq, lastKindSeq: entry.taken ? seq : done.lastKindSeq };
    }
  };

  function first(mayGo: (entry: Entry) => boolean): Entry | undefined {
    for (const entry of entries.values()) if (entry.state === "waiting" && mayGo(entry)) return entry;
    return undefined;
  }

  /** Where faults hold some: the one whose time came first. What keeps its place waits for what stands before it of its resource. */
  function firstInTime(mayGo: (entry: Entry) => boolean): Entry | undefined {
    const nowMs = fates!.nowMs();
    const keptPlaces = new Set<string>();
    let chosen: Entry | undefined;
    for (const entry of entries.values()) {
      if (entry.state !== "waiting") continue;
      const { resource } = entry.event;
      const keepsPlace = entry.fate?.keepsPlace ?? true;
      const isBehind = keepsPlace && keptPlaces.has(resource);
      if (keepsPlace) keptPlaces.add(resource);
      if (isBehind || entry.notBeforeMs > nowMs || !mayGo(entry)) continue;
      if (chosen === undefined || entry.notBeforeMs < chosen.notBeforeMs) chosen = entry;
    }
    return chosen;
  }

  /** What was to befall those that still wait befalls nobody any more; they go at once. */
  function spare(): void {
    for (const entry of entries.values()) {
      if (entry.fate === undefined || entry.state !== "waiting") continue;
      entry.notBeforeMs = 0;
      // What is on its way for the second time says so.
      if (entry.isSecond) continue;
      entry.fate = undefined;
      fated -= 1;
    }
  }

  const again = (entry: Entry, { heldAgainMs }: Fate) => {
    entry.isSecond = true;
    entry.notBeforeMs = fates!.nowMs() + heldAgainMs;
    entry.state = "waiting";
    waiting += 1;
  };

  return {
    add(events) {
      for (const event of events) {
        const taken = start.kinds.includes(kindOf(event));
        const isWaiting = taken && !start.settled.has(event.seq);
        const fate = isWaiting ? fates?.of(event.seq) : undefined;
        const notBeforeMs = (fates?.nowMs() ?? 0) + (fate?.heldMs ?? 0);
        if (fate !== undefined) fated += 1;
        const state = isWaiting ? "waiting" : "settled";
        entries.set(event.seq, { event, prevSeq: lastTaken, taken, fate, notBeforeMs, isSecond: false, state });
        if (isWaiting) waiting += 1;
        if (taken) lastTaken = event.seq;
        readTo = event.seq;
      }
      advance();
    },
    next(roadOf, putBy) {
      if (waiting === 0) return undefined;
      const mayGo = ({ event }: Entry) => {
        const road = roadOf(event.resource);
        return road === "free" || (road === "blocked" && putBy);
      };
      if (fated > 0 && fates!.areOver()) spare();
      const entry = fated === 0 ? first(mayGo) : firstInTime(mayGo);
      if (entry === undefined) return undefined;
      entry.state = "under way";
      waiting -= 1;
      return { line: entry, road: roadOf(entry.event.resource) === "free" ? "free" : "blocked" };
    },
    settle(seq) {
      const entry = entries.get(seq);
      if (entry?.state !== "under way") return;
      if (entry.fate?.isDoubled && !entry.fate.isLost && !entry.isSecond && !fates!.areOver()) return again(entry, entry.fate);
      entry.state = "settled";
      if (entry.fate !== undefined) fated -= 1;
      advance();
    },
    waiting: () => waiting,
    readTo: () => readTo,
    progress: () => done,
  };
}
