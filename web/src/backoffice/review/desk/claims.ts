import { createSignal, type Signal } from "../../../api/signal.ts";
import { ApiError } from "../../../api/errors.ts";
import type { QueueFilter } from "../search.ts";
import { type ItemRef, keyOf, type ReviewItem } from "../types.ts";
import { claimItems, LEASE_SECONDS, releaseClaim, renewClaim } from "./calls.ts";

/** An item that the reviewer holds. */
export interface Held {
  readonly key: string;
  readonly item: ReviewItem;
  readonly token: string;
  /** It was taken by looking at it, and goes back when the reviewer looks at another. */
  readonly isVisit: boolean;
}

/** Why an item is no longer with the reviewer: somebody else has it, or nobody touched the page for long. */
export type Loss = "taken" | "lapsed";

/** What the reviewer holds. */
export interface ClaimState {
  readonly held: readonly Held[];
  /** What was decided here, or has gone: the list may still have it for a moment. */
  readonly gone: ReadonlySet<string>;
  readonly lost: ReadonlyMap<string, { readonly item: ReviewItem | undefined; readonly loss: Loss }>;
  readonly isClaiming: boolean;
  /** The last claim got nothing. */
  readonly isDry: boolean;
  readonly failure: unknown;
}

export interface Claims {
  readonly state: Signal<ClaimState>;
  /** Claims more when little is left. */
  refill(): Promise<void>;
  /** Claims one item. Says whether the reviewer holds it now. */
  take(ref: ItemRef, isVisit: boolean): Promise<boolean>;
  /** Gives back what was only looked at, except one. */
  leave(except: string | undefined): void;
  /** Takes an item off the desk because it was decided. */
  remove(key: string): void;
  /** Puts an item back because its decision did not reach the server, or was taken back before. */
  restore(held: Held): void;
  /** Notes that an item is with somebody else. */
  lose(key: string, item: ReviewItem | undefined): void;
  /** When the first lease ends, unless it is renewed; epoch ms. */
  leaseUntil(): number | undefined;
  /** Renews leases that are half over, and drops those that have ended. */
  tick(isIdle: boolean): Promise<void>;
  releaseAll(): void;
}

/** How many items are claimed at once, and how few may be left before. */
const COUNT = 10;
const REFILL_BELOW = 5;
const LEASE_MS = LEASE_SECONDS * 1_000;
const RENEW_BEFORE_MS = LEASE_MS / 2;
const NOT_FOUND = 404;
const EMPTY: ClaimState = { held: [], gone: new Set(), lost: new Map(), isClaiming: false, isDry: false, failure: undefined };

/** The claims of one visit to the queue, under one filter. */
export function createClaims(filter: QueueFilter, order: "risk" | undefined): Claims {
  const state = createSignal<ClaimState>(EMPTY);
  const leases = new Map<string, number>();
  const patch = (change: Partial<ClaimState>) => state.set({ ...state.get(), ...change });

  const add = (claim: NonNullable<Awaited<ReturnType<typeof claimItems>>>, isVisit: boolean) => {
    leases.set(claim.claimToken, Date.now() + LEASE_MS);
    const fresh = claim.items.map((item): Held => ({ key: keyOf(item), item, token: claim.claimToken, isVisit }));
    const keys = new Set(fresh.map(({ key }) => key));
    const { held, gone, lost } = state.get();
    patch({
      held: [...held.filter(({ key }) => !keys.has(key)), ...fresh],
      gone: new Set([...gone].filter((key) => !keys.has(key))),
      lost: new Map([...lost].filter(([key]) => !keys.has(key))),
    });
  };
  /** Forgets claims of which nothing is left. */
  const prune = () => {
    const used = new Set(state.get().held.map(({ token }) => token));
    for (const token of leases.keys()) if (!used.has(token)) leases.delete(token);
  };
  const without = (key: string) => state.get().held.filter((one) => one.key !== key);
  const drop = (token: string, still: ReadonlySet<string>, loss: Loss) => {
    const { held, lost } = state.get();
    const away = held.filter((one) => one.token === token && !still.has(one.key));
    if (away.length === 0) return;
    patch({
      held: held.filter((one) => !away.includes(one)),
      lost: new Map([...lost, ...away.map(({ key, item }) => [key, { item, loss }] as const)]),
    });
    prune();
  };
  const renew = async (token: string) => {
    try {
      const { items } = await renewClaim(token);
      leases.set(token, Date.now() + LEASE_MS);
      drop(token, new Set(items.map(keyOf)), "taken");
    } catch (error) {
      // Without an answer the lease goes on until its end; the next tick tries again.
      if (error instanceof ApiError && error.status === NOT_FOUND) drop(token, new Set(), "taken");
    }
  };

  return {
    state,
    async refill() {
      const { held, isClaiming } = state.get();
      if (isClaiming || held.filter(({ isVisit }) => !isVisit).length >= REFILL_BELOW) return;
      patch({ isClaiming: true, failure: undefined });
      try {
        const claim = await claimItems({ count: COUNT, filter, ...(order === undefined ? {} : { order }) });
        if (claim !== undefined) add(claim, false);
        patch({ isClaiming: false, isDry: claim === undefined });
      } catch (failure) {
        patch({ isClaiming: false, failure });
      }
    },
    async take(ref, isVisit) {
      const claim = await claimItems({ items: [ref] });
      if (claim !== undefined) add(claim, isVisit);
      prune();
      return claim !== undefined;
    },
    leave(except) {
      const back = state.get().held.filter(({ key, isVisit }) => isVisit && key !== except);
      if (back.length === 0) return;
      patch({ held: state.get().held.filter((one) => !back.includes(one)) });
      for (const { token } of back) void releaseClaim(token);
      prune();
    },
    remove(key) {
      patch({ held: without(key), gone: new Set([...state.get().gone, key]) });
    },
    restore(held) {
      const { gone } = state.get();
      patch({ held: [held, ...without(held.key)], gone: new Set([...gone].filter((key) => key !== held.key)) });
    },
    lose(key, item) {
      patch({ held: without(key), lost: new Map([...state.get().lost, [key, { item, loss: "taken" }]]) });
    },
    leaseUntil: () => (leases.size === 0 ? undefined : Math.min(...leases.values())),
    async tick(isIdle) {
      prune();
      const now = Date.now();
      for (const [token, until] of leases) {
        if (until <= now) drop(token, new Set(), "lapsed");
        else if (!isIdle && until - now < RENEW_BEFORE_MS) await renew(token);
      }
    },
    releaseAll() {
      for (const token of leases.keys()) void releaseClaim(token);
      leases.clear();
      patch({ held: [] });
    },
  };
}
