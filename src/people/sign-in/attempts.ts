import { createLocalQuota, networkOf } from "../../sellers/index.ts";
import type { Refusal } from "../../platform/contract/index.ts";
import { peopleErrors } from "../errors.ts";

/** Counts attempts to sign in, successful or not: whoever guesses must not learn that a guess was right. */
export interface SignInAttempts {
  /**
   * Counts an attempt for an e-mail, and of the address that it came from; a passkey names nobody, and some callers have no address. Returns the
   * refusal when there were too many of either.
   * `nowMs` is real time.
   */
  count(address: string | undefined, email: string | undefined, nowMs: number): Refusal | undefined;
}

const MINUTES = 60;
/** How much more often one address may try than one person: many people share an office's address. */
const ADDRESS_SHARE = 10;
/** Percent of a minute's attempts that may come at once: ten minutes' attempts. */
const BURST_PERCENT = 1_000;

/** Creates the count. Each process has its own, in memory. */
export function createSignInAttempts({ signInsPerHour }: { readonly signInsPerHour: number }): SignInAttempts {
  const [byAddress, byEmail] = [createLocalQuota(BURST_PERCENT), createLocalQuota(BURST_PERCENT)];
  const perMinute = signInsPerHour / MINUTES;
  return {
    count(address, email, nowMs) {
      const decisions = [
        ...(address === undefined ? [] : [byAddress.take(networkOf(address), perMinute * ADDRESS_SHARE, nowMs)]),
        ...(email === undefined ? [] : [byEmail.take(email, perMinute, nowMs)]),
      ];
      const seconds = Math.max(0, ...decisions.map(({ retrySeconds }) => retrySeconds));
      return seconds === 0 ? undefined : peopleErrors.refuse("sign_ins_exceeded", { params: { seconds }, retryAfterSeconds: seconds });
    },
  };
}
