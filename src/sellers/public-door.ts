import { realNow } from "../platform/clock.ts";
import type { Door } from "../platform/http.ts";
import { sellerErrors } from "./errors.ts";
import { createHourlyBudget } from "./hourly-budget.ts";

export interface PublicDoorContext {
  /** They go with every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Successful calls of one address per hour; it is the socket's, whatever a header says. */
  readonly perAddressPerHour: number;
}

/** The door without a lock, for operations that anybody may call now and then. */
export function publicDoor({ headers, perAddressPerHour }: PublicDoorContext): Door {
  const budget = createHourlyBudget(perAddressPerHour);
  return ({ remoteAddress }) => {
    const seconds = budget.take(remoteAddress, realNow());
    if (seconds > 0) {
      const facts = { allowed: perAddressPerHour, params: { seconds }, retryAfterSeconds: seconds };
      return sellerErrors.refuse("address_quota_exceeded", facts);
    }
    return {
      who: undefined,
      headers,
      record: ({ status }) => {
        // Whoever mends a body has not had anything yet.
        if (status >= 400) budget.giveBack(remoteAddress);
        return Promise.resolve();
      },
    };
  };
}
