import { createHmac, timingSafeEqual } from "node:crypto";
import { keyOf } from "./secret.ts";

/** Older or newer than this, a message may be somebody's repetition of one that was overheard (Standard Webhooks). */
const TOLERANCE_MS = 5 * 60_000;
const VERSION = "v1,";

/** A notification as it arrived: header names in lower case, the body's very bytes as text. */
export interface Signature {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Whether a notification was signed with this secret within five minutes of `now`, real time in epoch ms. It reckons by itself, as
 * every receiver does, and shares nothing with what signs: a mistake there is not made here again.
 */
export function isSigned({ headers, body }: Signature, secret: string, now: number): boolean {
  const { "webhook-id": id = "", "webhook-timestamp": seconds = "", "webhook-signature": signatures = "" } = headers;
  const sentMs = /^\d{1,12}$/.test(seconds) ? Number(seconds) * 1_000 : Number.NaN;
  if (!(Math.abs(now - sentMs) <= TOLERANCE_MS)) return false;
  const expected = createHmac("sha256", keyOf(secret)).update(`${id}.${seconds}.${body}`).digest();
  return signatures.split(" ").some((signature) => {
    const received = Buffer.from(signature.startsWith(VERSION) ? signature.slice(VERSION.length) : "", "base64");
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}
