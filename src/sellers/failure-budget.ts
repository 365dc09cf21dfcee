import { takeOne } from "./quota/fallback.ts";
import { planOf } from "./quota/gcra.ts";

/** How often calls may fail at the door before they are told to wait. */
export interface FailureBudget {
  /** One more failure from an address, for a client_id when there was one; seconds to wait, 0 = within. `nowMs` is real time. */
  failed(address: string, clientId: string | undefined, nowMs: number): number;
}

/** Beyond it, whoever failed longest ago is forgotten. */
const MOST_KEYS = 100_000;
const ALL_AT_ONCE_PERCENT = 100;
/** Longest part of a client_id that tells it from others here. */
const MAX_KEY_CHARS = 100;

/**
 * A budget of failures per minute for each address and for each client_id, in this process. It only changes what a failing call is
 * answered: a good token is never locked out, whoever else guesses at it (NIST 800-63B, reliability T52).
 */
export function createFailureBudget({ authFailuresPerMinute }: { readonly authFailuresPerMinute: number }): FailureBudget {
  const plan = planOf(authFailuresPerMinute, ALL_AT_ONCE_PERCENT);

  /** The last to fail stands last. */
  const counter = () => {
    const fullAt = new Map<string, number>();
    return (key: string, nowMs: number): number => {
      const { decision, fullAt: next } = takeOne(plan, fullAt.get(key) ?? 0, nowMs);
      if (!fullAt.delete(key) && fullAt.size >= MOST_KEYS) fullAt.delete(fullAt.keys().next().value!);
      fullAt.set(key, next);
      return decision.retrySeconds;
    };
  };
  // Apart: making up client_ids makes no address forgotten.
  const byAddress = counter();
  const byClient = counter();

  return {
    failed(address, clientId, nowMs) {
      const seconds = byAddress(networkOf(address), nowMs);
      return clientId === undefined ? seconds : Math.max(seconds, byClient(clientId.slice(0, MAX_KEY_CHARS), nowMs));
    },
  };
}

const GROUPS_OF_A_NETWORK = 4;
const GROUPS = 8;

/** Whom an address belongs to: of IPv6 its /64, which one customer has whole. */
function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [before = "", after] = address.split("%", 1)[0]!.split("::");
  const groups = before === "" ? [] : before.split(":");
  if (after !== undefined) {
    const last = after === "" ? [] : after.split(":");
    const zeros = Math.max(0, GROUPS - groups.length - last.length);
    groups.push(...Array.from({ length: zeros }, () => "0"), ...last);
  }
  return groups.slice(0, GROUPS_OF_A_NETWORK).join(":");
}
