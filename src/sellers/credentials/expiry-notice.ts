import { DAY_MS, isoDateTime } from "../../platform/basics/clock.ts";
import type { Headers } from "../../platform/http/headers.ts";

/** How long before its end a credential says so, in whole days. */
const TOLD_DAYS = 14;

const TOLD_OF_LIFE_DAYS = 2;

/** Whoever makes a credential for so long or less knows when it ends, as tools do: the feed is not told. */
export const TOLD_OF_LIFE_MS = TOLD_OF_LIFE_DAYS * DAY_MS;

/** The last expiry that is told of at an instant; both epoch ms of real time. */
export const toldUntil = (nowMs: number): number => nowMs + TOLD_DAYS * DAY_MS;

/** The header of every answer to a credential that ends soon; none for all others. Instants are epoch ms of real time. */
export const expiryHeaders = (expiresAt: number | undefined, nowMs: number): Headers =>
  expiresAt === undefined || expiresAt > toldUntil(nowMs) ? {} : { "credential-expires": isoDateTime(expiresAt) };
