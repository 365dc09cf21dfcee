import { takeCall } from "./quota/process-quota.ts";
import { planOf } from "./quota/gcra.ts";

/** Counts failed authentications and makes callers wait after too many. */
export interface FailureBudget {
  /**
   * Counts a failure for an address and, if the caller sent one, for a client_id. Returns the seconds to wait; 0 = within the limit.
   * `nowMs` is real time.
   */
  failed(address: string, clientId: string | undefined, nowMs: number): number;
}

/** Maximum number of addresses and of client_ids to remember. When it is reached, the one whose last failure is oldest is removed. */
const MAX_KEYS = 100_000;
const BURST_PERCENT = 100;
/** Number of characters, from the start, by which client_ids are told apart. */
const MAX_KEY_CHARS = 100;

/**
 * Creates a budget of failures per minute for each address and each client_id. Each process has its own budget. It affects only the
 * answers to failed calls, so guessing never locks out a valid token (NIST 800-63B, reliability T52).
 */
export function createFailureBudget({ authFailuresPerMinute }: { readonly authFailuresPerMinute: number }): FailureBudget {
  const plan = planOf(authFailuresPerMinute, BURST_PERCENT);

  /** Creates a counter. It keeps its keys in order of their last failure. */
  const counter = () => {
    const fullAt = new Map<string, number>();
    return (key: string, nowMs: number): number => {
      const { decision, fullAt: next } = takeCall(plan, fullAt.get(key) ?? 0, nowMs);
      if (!fullAt.delete(key) && fullAt.size >= MAX_KEYS) fullAt.delete(fullAt.keys().next().value!);
      fullAt.set(key, next);
      return decision.retrySeconds;
    };
  };
  // Two counters, so that many invented client_ids do not remove addresses from memory.
  const byAddress = counter();
  const byClient = counter();

  return {
    failed(address, clientId, nowMs) {
      const seconds = byAddress(networkOf(address), nowMs);
      return clientId === undefined ? seconds : Math.max(seconds, byClient(clientId.slice(0, MAX_KEY_CHARS), nowMs));
    },
  };
}

const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** The part of an address that tells callers apart. For IPv6 it is the /64 network, because one customer usually has a whole /64. */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [before = "", after] = address.split("%", 1)[0]!.split("::");
  const groups = before === "" ? [] : before.split(":");
  if (after !== undefined) {
    const last = after === "" ? [] : after.split(":");
    const zeros = Math.max(0, GROUPS - groups.length - last.length);
    groups.push(...Array.from({ length: zeros }, () => "0"), ...last);
  }
  return groups.slice(0, NETWORK_GROUPS).join(":");
}
