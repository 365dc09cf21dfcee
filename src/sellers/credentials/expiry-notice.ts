import { DAY_MS, isoDateTime } from "../../platform/basics/index.ts";
import type { Headers } from "../../platform/http/index.ts";

/** Expiry is announced this many days before. */
const NOTICE_DAYS = 14;

const MIN_LIFETIME_DAYS = 2;

/** Only credentials with a longer lifetime are announced in the feed. Tools that create shorter ones know when they end. */
export const MIN_LIFETIME_FOR_NOTICE_MS = MIN_LIFETIME_DAYS * DAY_MS;

/** The latest expiry to announce at an instant; both epoch ms of real time. */
export const noticeUntil = (nowMs: number): number => nowMs + NOTICE_DAYS * DAY_MS;

/** The header of every answer to a credential that ends soon; none for others. Instants are epoch ms of real time. */
export const expiryHeaders = (expiresAt: number | undefined, nowMs: number): Headers =>
  expiresAt === undefined || expiresAt > noticeUntil(nowMs) ? {} : { "credential-expires": isoDateTime(expiresAt) };
