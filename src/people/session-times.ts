import { DAY_MS, HOUR_MS } from "../platform/basics/index.ts";

// Instants of sessions are of the wall clock, which no sandbox moves.

/** The longest a session lasts. */
export const SESSION_MS = 7 * DAY_MS;
/** The longest a session lasts without a call. */
export const IDLE_MS = 12 * HOUR_MS;
/** How long a session's token still serves after the next one was handed out: for calls that are under way. */
export const GRACE_SECONDS = 30;
/** How long expired sessions are kept, because bulk jobs and the log of calls name them. */
export const KEPT_MS = 60 * DAY_MS;
/** Other processes notice the end of a session, or a change of rights, within this time. */
export const CACHED_MS = 3_000;
