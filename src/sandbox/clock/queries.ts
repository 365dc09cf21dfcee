import { statement } from "../../platform/database/index.ts";

export interface ClockRow {
  readonly ahead_ms: number;
  readonly frozen_at: number | null;
  readonly version: number;
}

/** The clock's state. */
export const getClock = statement<ClockRow>("clock.get", `select ahead_ms, frozen_at, version from marketplace_clock`);

/** Claims the clock for one process, for a minute of the database's real time. Returns no row while another process holds it. */
export const claimClock = statement<ClockRow>(
  "clock.claim",
  `update marketplace_clock set moving_until = now() + interval '60 seconds', version = version + 1
    where moving_until is null or moving_until < now()
   returning ahead_ms, frozen_at, version`,
);

/** Sets the clock and renews the claim. Returns no row if the clock's version is no longer `$1`. */
export const setClock = statement<{ version: number }>(
  "clock.set",
  `update marketplace_clock
      set ahead_ms = $2, frozen_at = $3, moving_until = now() + interval '60 seconds', version = version + 1
    where version = $1
   returning version`,
);

/** Releases the claim on the clock, if the clock's version is still `$1`. */
export const releaseClock = statement<never>("clock.release", `update marketplace_clock set moving_until = null where version = $1`);
