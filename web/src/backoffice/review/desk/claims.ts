import { ApiError } from "../../../api/errors.ts";
import type { Signal } from "../../../api/signal.ts";
import type { QueueFilter } from "../search.ts";
import { type ItemRef, keyOf, type ReviewItem } from "../types.ts";
import { claimItems, releaseClaim, renewClaim } from "./calls.ts";
import { type ClaimState, createHoldings, type Held, type Holdings, LEASE_MS } from "./holdings.ts";

/** What can be done with claims. */
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
const RENEW_BEFORE_MS = LEASE_MS / 2;
const NOT_FOUND = 404;

/** The claims of one visit to the queue, under one filter. */
export function createClaims(filter: QueueFilter, order: "risk" | undefined): Claims {
  const holdings = createHoldings();
  const { state, leases, patch, add, prune } = holdings;
  return {
    state,
    ...changesOf(holdings),
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
    leaseUntil: () => (leases.size === 0 ? undefined : Math.min(...leases.values())),
    async tick(isIdle) {
      prune();
      const now = Date.now();
      for (const [token, until] of leases) {
        if (until <= now) holdings.drop(token, new Set(), "lapsed");
        else if (!isIdle && until - now < RENEW_BEFORE_MS) await renew(holdings, token);
      }
    },
    releaseAll() {
      for (const token of leases.keys()) void releaseClaim(token);
      patch({ held: [] });
      prune();
    },
  };
}

/** Makes a claim last from now on, and drops what has gone to somebody else. */
async function renew({ extend, drop }: Holdings, token: string): Promise<void> {
  try {
    const { items } = await renewClaim(token);
    extend(token);
    drop(token, new Set(items.map(keyOf)), "taken");
  } catch (error) {
    // Without an answer the lease goes on until its end; the next tick tries again.
    if (error instanceof ApiError && error.status === NOT_FOUND) drop(token, new Set(), "taken");
  }
}

/** What happens on the desk itself. */
function changesOf({ state, patch, prune }: Holdings): Pick<Claims, "leave" | "remove" | "restore" | "lose"> {
  const without = (key: string) => state.get().held.filter((one) => one.key !== key);
  return {
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
  };
}
