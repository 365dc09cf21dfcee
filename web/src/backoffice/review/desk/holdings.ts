import { createSignal, type Signal } from "../../../api/signal.ts";
import { keyOf, type ReviewItem } from "../types.ts";
import { LEASE_SECONDS } from "./calls.ts";

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

/** What a claim has brought. */
interface Claimed {
  readonly claimToken: string;
  readonly items: readonly ReviewItem[];
}

/** The items on the desk, and until when each claim keeps them there. */
export interface Holdings {
  readonly state: Signal<ClaimState>;
  /** When each claim ends unless it is renewed, by its token; epoch ms. */
  readonly leases: ReadonlyMap<string, number>;
  patch(change: Partial<ClaimState>): void;
  add(claimed: Claimed, isVisit: boolean): void;
  /** Notes that a claim lasts from now on. */
  extend(token: string): void;
  /** Takes away what a claim no longer holds. */
  drop(token: string, still: ReadonlySet<string>, loss: Loss): void;
  /** Forgets claims of which nothing is left, and all of them if nothing is held. */
  prune(): void;
}

/** How long a claim lasts. */
export const LEASE_MS = LEASE_SECONDS * 1_000;
const EMPTY: ClaimState = { held: [], gone: new Set(), lost: new Map(), isClaiming: false, isDry: false, failure: undefined };

/** An empty desk. */
export function createHoldings(): Holdings {
  const state = createSignal<ClaimState>(EMPTY);
  const leases = new Map<string, number>();
  const patch = (change: Partial<ClaimState>) => state.set({ ...state.get(), ...change });
  const prune = () => {
    const used = new Set(state.get().held.map(({ token }) => token));
    for (const token of leases.keys()) if (!used.has(token)) leases.delete(token);
  };
  return {
    state,
    leases,
    patch,
    prune,
    extend: (token) => void leases.set(token, Date.now() + LEASE_MS),
    add({ claimToken, items }, isVisit) {
      leases.set(claimToken, Date.now() + LEASE_MS);
      const fresh = items.map((item): Held => ({ key: keyOf(item), item, token: claimToken, isVisit }));
      const keys = new Set(fresh.map(({ key }) => key));
      const { held, gone, lost } = state.get();
      patch({
        held: [...held.filter(({ key }) => !keys.has(key)), ...fresh],
        gone: new Set([...gone].filter((key) => !keys.has(key))),
        lost: new Map([...lost].filter(([key]) => !keys.has(key))),
      });
    },
    drop(token, still, loss) {
      const { held, lost } = state.get();
      const away = held.filter((one) => one.token === token && !still.has(one.key));
      if (away.length === 0) return;
      patch({
        held: held.filter((one) => !away.includes(one)),
        lost: new Map([...lost, ...away.map(({ key, item }) => [key, { item, loss }] as const)]),
      });
      prune();
    },
  };
}
