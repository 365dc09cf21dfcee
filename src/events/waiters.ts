import type { Refusal } from "../platform/contract/errors.ts";
import type { Log } from "../platform/observability/log.ts";
import type { NewEventsSignal } from "../platform/jobs/new-events-signal.ts";
import { eventErrors } from "./errors.ts";

/** A call that may wait for a seller's events. */
export interface Seat {
  /** Resolves when to look again: true = there may be events, false = the time is up, or why its caller is not let in any more. */
  next(): Promise<boolean | Refusal>;
  /** Ends the wait and gives the seat back; once more is nothing. */
  leave(): void;
}

/** Who waits, for what, how long. */
export interface Wish {
  readonly sellerId: number;
  readonly clientId: string;
  readonly credentialId: string;
  /** Events above this seq are news. */
  readonly after: number;
  readonly waitMs: number;
}

/** The calls of this process that wait for events. */
export interface Waiters {
  /** From here on nothing is missed; refuses when too many wait. */
  take(wish: Wish): Seat | Refusal;
  waiting(): number;
  /** Ends every wait, and those to come at once. */
  end(): void;
}

export interface WaitersSettings {
  /** Tells of appends of this process. */
  readonly newEvents: NewEventsSignal;
  /** How many events sellers have: by it appends of other processes are found. */
  readonly count: (sellerIds: readonly number[]) => Promise<readonly { readonly seller_id: number; readonly events: number }[]>;
  /** Of credentials those that the door lets in no more. */
  readonly shutOut: (credentialIds: readonly string[]) => Promise<ReadonlyMap<string, Refusal>>;
  readonly log: Log;
  readonly longPollWaiters: number;
  readonly longPollWaitersPerApplication: number;
}

const POLL_MS = 100;
/** With so many sellers waited for, the poll takes its time. */
const CROWD = 500;
const CROWD_POLL_MS = 250;
const RETRY_AFTER_SECONDS = 1;
/** A revocation is felt within 5 s (decisions 6), of which the door may take three. */
const DOOR_MS = 1_000;

interface Waiting extends Wish {
  readonly look: () => void;
  /** Ends the wait, with what is to be said. */
  readonly stop: (end?: false | Refusal) => void;
}

/**
 * One poll for all who wait, and none when nobody does. What this process appends rouses at once; the poll is what makes it right:
 * a wake-up that was lost, or that another process had, is found by counting.
 */
export function createWaiters({
  newEvents,
  count,
  shutOut,
  log,
  longPollWaiters,
  longPollWaitersPerApplication: perApplication,
}: WaitersSettings): Waiters {
  const bySeller = new Map<number, Set<Waiting>>();
  const byApplication = new Map<string, number>();
  let taken = 0;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let deaf: (() => void) | undefined;
  let doorCheckedAt = Number.NEGATIVE_INFINITY;

  const look = (sellerIds: readonly number[]) => {
    for (const sellerId of sellerIds) for (const waiting of bySeller.get(sellerId) ?? []) waiting.look();
  };

  const everybody = () => [...bySeller.values()].flatMap((others) => [...others]);
  /** Ends the waits of those whom the door would turn away now. */
  const checkDoor = async () => {
    if (performance.now() - doorCheckedAt < DOOR_MS) return;
    doorCheckedAt = performance.now();
    const refusals = await shutOut([...new Set(everybody().map(({ credentialId }) => credentialId))]);
    if (refusals.size === 0) return;
    for (const { credentialId, stop } of everybody()) if (refusals.has(credentialId)) stop(refusals.get(credentialId));
  };

  const poll = async () => {
    try {
      await checkDoor();
      for (const { seller_id, events } of await count([...bySeller.keys()])) {
        for (const waiting of bySeller.get(seller_id) ?? []) if (events > waiting.after) waiting.look();
      }
    } catch (error) {
      log.warn({ error }, "could not look for events that calls wait for");
    }
    timer = undefined;
    follow();
  };

  /** Polls and listens while somebody waits. */
  const follow = () => {
    if (bySeller.size === 0) {
      clearTimeout(timer);
      timer = undefined;
      deaf?.();
      deaf = undefined;
      return;
    }
    deaf ??= newEvents.subscribe(look);
    timer ??= setTimeout(() => void poll(), bySeller.size > CROWD ? CROWD_POLL_MS : POLL_MS);
  };

  const join = (waiting: Waiting, application: string) => {
    const others = bySeller.get(waiting.sellerId);
    if (others) others.add(waiting);
    else bySeller.set(waiting.sellerId, new Set([waiting]));
    byApplication.set(application, (byApplication.get(application) ?? 0) + 1);
    taken += 1;
    follow();
  };

  const part = (waiting: Waiting, application: string) => {
    const others = bySeller.get(waiting.sellerId);
    if (!others?.delete(waiting)) return;
    if (others.size === 0) bySeller.delete(waiting.sellerId);
    const left = byApplication.get(application)! - 1;
    if (left > 0) byApplication.set(application, left);
    else byApplication.delete(application);
    taken -= 1;
    if (bySeller.size === 0 && timer !== undefined) follow();
  };

  return {
    take(wish) {
      const application = `${wish.clientId} ${wish.sellerId}`;
      if ((byApplication.get(application) ?? 0) >= perApplication)
        return eventErrors.refuse("too_many_waiting", { allowed: perApplication, retryAfterSeconds: RETRY_AFTER_SECONDS });
      if (taken >= longPollWaiters) return eventErrors.refuse("waiting_full", { retryAfterSeconds: RETRY_AFTER_SECONDS });
      const bell = createBell();
      const waiting: Waiting = { ...wish, look: () => bell.ring(true), stop: (end = false) => bell.ring(end) };
      const late = setTimeout(waiting.stop, wish.waitMs);
      join(waiting, application);
      if (ended) waiting.stop();
      return {
        next: bell.heard,
        leave() {
          clearTimeout(late);
          waiting.stop();
          part(waiting, application);
        },
      };
    },
    waiting: () => taken,
    end() {
      ended = true;
      for (const waiting of everybody()) waiting.stop();
    },
  };
}

/** Rings for one listener; what rang before it listened is heard as soon as it does. The end is heard for ever. */
function createBell() {
  let rung = false;
  let over: false | Refusal | undefined;
  let tell: ((heard: boolean | Refusal) => void) | undefined;
  return {
    ring(sound: boolean | Refusal) {
      if (sound === true) rung = true;
      else over ??= sound;
      tell?.(sound);
      tell = undefined;
    },
    heard: () =>
      new Promise<boolean | Refusal>((resolve) => {
        if (over !== undefined) return resolve(over);
        if (!rung) {
          tell = (heard) => {
            rung = false;
            resolve(heard);
          };
          return;
        }
        rung = false;
        resolve(true);
      }),
  };
}
