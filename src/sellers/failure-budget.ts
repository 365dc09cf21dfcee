import { takeCall } from "./quota/process-quota.ts";
import { planOf } from "./quota/gcra.ts";

/** Limits how often authentication may fail before callers have to wait. */
export interface FailureBudget {
  /**
   * Counts a failure of an address, and of a client_id if one was sent. Returns the seconds to wait; 0 = within the limit. `nowMs` is real
   * time.
   */
  failed(address: string, clientId: string | undefined, nowMs: number): number;
}

/** Above this number, the key that failed longest ago is forgotten. */
const MAX_KEYS = 100_000;
const BURST_PERCENT = 100;
/** A client_id is compared by this many characters. */
const MAX_KEY_CHARS = 100;

/**
 * Creates a budget of failures per minute for each address and each client_id, in this process. It only changes the answer to failing
 * calls: guessing never locks a valid token out (NIST 800-63B, reliability T52).
 */
export function createFailureBudget({ authFailuresPerMinute }: { readonly authFailuresPerMinute: number }): FailureBudget {
  const plan = planOf(authFailuresPerMinute, BURST_PERCENT);

  /** Keys are kept in order of their last failure. */
  const counter = () => {
    const fullAt = new Map<string, number>();
    return (key: string, nowMs: number): number => {
      const { decision, fullAt: next } = takeCall(plan, fullAt.get(key) ?? 0, nowMs);
      if (!fullAt.delete(key) && fullAt.size >= MAX_KEYS) fullAt.delete(fullAt.keys().next().value!);
      fullAt.set(key, next);
      return decision.retrySeconds;
    };
  };
  // Separate maps, so that invented client_ids cannot push addresses out.
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

/** The network of an address: for IPv6 its /64, which belongs to one customer. */
function networkOf(address: string): string {
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
