import type { WaitSignal } from "./wait-signal.ts";

/** A request to wait for events: who waits, for which events, and how long at most. */
export interface WaitRequest {
  readonly sellerId: number;
  readonly clientId: string;
  readonly credentialId: string;
  /** Only events above this seq end the wait. */
  readonly after: number;
  readonly waitMs: number;
}

/** A waiting call, with the signal that wakes it. */
export interface WaitingCall extends WaitRequest {
  readonly signal: WaitSignal;
}

/** The waiting calls of this process, grouped by seller and counted per application. */
export interface WaitingCalls {
  add(call: WaitingCall): void;
  /** Does nothing if the call was already removed. */
  remove(call: WaitingCall): void;
  count(): number;
  /** Number of waiting calls with the application and seller of this request. */
  countLike(request: Pick<WaitRequest, "clientId" | "sellerId">): number;
  sellerIds(): readonly number[];
  sellerCount(): number;
  ofSeller(sellerId: number): readonly WaitingCall[];
  all(): readonly WaitingCall[];
}

const applicationKey = ({ clientId, sellerId }: Pick<WaitRequest, "clientId" | "sellerId">) => `${clientId} ${sellerId}`;

/** Starts with no calls. */
export function createWaitingCalls(): WaitingCalls {
  const bySeller = new Map<number, Set<WaitingCall>>();
  const countByApplication = new Map<string, number>();
  let count = 0;

  return {
    add(call) {
      const calls = bySeller.get(call.sellerId) ?? new Set();
      bySeller.set(call.sellerId, calls.add(call));
      countByApplication.set(applicationKey(call), (countByApplication.get(applicationKey(call)) ?? 0) + 1);
      count += 1;
    },
    remove(call) {
      const calls = bySeller.get(call.sellerId);
      if (!calls?.delete(call)) return;
      if (calls.size === 0) bySeller.delete(call.sellerId);
      const left = countByApplication.get(applicationKey(call))! - 1;
      if (left > 0) countByApplication.set(applicationKey(call), left);
      else countByApplication.delete(applicationKey(call));
      count -= 1;
    },
    count: () => count,
    countLike: (request) => countByApplication.get(applicationKey(request)) ?? 0,
    sellerIds: () => [...bySeller.keys()],
    sellerCount: () => bySeller.size,
    ofSeller: (sellerId) => [...(bySeller.get(sellerId) ?? [])],
    all: () => [...bySeller.values()].flatMap((calls) => [...calls]),
  };
}
