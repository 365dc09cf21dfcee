import { statement } from "./statement.ts";

/** Statements that the pools themselves send. */

/** Sets which sellers a transaction sees (row-level security in db/schema.sql), and for how many milliseconds it waits for a lock. */
export const setSellerScope = statement<{ set_config: string }>(
  "database.see",
  "select set_config('vitrine.sellers', $1, true), set_config('lock_timeout', $2, true)",
);

/** Whether a server accepts writes: it is neither a standby nor set to read-only. */
export const checkWritable = statement<{ takes_writes: boolean }>(
  "database.standing",
  "select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as takes_writes",
);
