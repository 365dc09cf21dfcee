import { DAY_MS, isoDateTime } from "../../platform/basics/index.ts";
import type { Headers } from "../../platform/http/index.ts";

/** Number of days before expiry when the notice starts. */
const NOTICE_DAYS = 14;

const MIN_LIFETIME_DAYS = 2;

/** Lifetime above which the feed announces a credential's expiry. Tools that create shorter-lived credentials know when these expire. */
export const MIN_LIFETIME_FOR_NOTICE_MS = MIN_LIFETIME_DAYS * DAY_MS;

/** The latest expiry to announce at `nowMs`. Both are epoch ms of real time. */
export const noticeUntil = (nowMs: number): number => nowMs + NOTICE_DAYS * DAY_MS;

/** The instant at which the notice of an expiry begins. Both are epoch ms of real time. */
export const noticeBefore = (expiresAt: number): number => expiresAt - NOTICE_DAYS * DAY_MS;

/** The header that announces the expiry of the caller's credential; none if it does not expire soon. Instants are epoch ms of real time. */
export const expiryHeaders = (expiresAt: number | undefined, nowMs: number): Headers =>
  expiresAt === undefined || expiresAt > noticeUntil(nowMs) ? {} : { "credential-expires": isoDateTime(expiresAt) };
