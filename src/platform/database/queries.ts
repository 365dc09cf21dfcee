import { statement } from "./statement.ts";

/** What the pools themselves ask of a server. */

/** Says which sellers a transaction sees (row-level security in db/schema.sql), and for how many milliseconds it waits for a lock. */
export const see = statement<{ set_config: string }>(
  "database.see",
  "select set_config('vitrine.sellers', $1, true), set_config('lock_timeout', $2, true)",
);

/** Whether a server takes writes: it is no standby, and not told to be read only. */
export const standing = statement<{ takes_writes: boolean }>(
  "database.standing",
  "select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as takes_writes",
);
