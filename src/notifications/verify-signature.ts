import { createHmac, timingSafeEqual } from "node:crypto";
import { secretBytes } from "./secret.ts";

/** Maximum difference between a message's time and now. A message beyond it may be a replay by an attacker (Standard Webhooks). */
const TOLERANCE_MS = 5 * 60_000;
const VERSION = "v1,";

/** A notification as received: header names in lower case, the body unchanged. */
export interface ReceivedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Whether a notification was signed with this secret within five minutes of `now`, real time in epoch ms. Computes the signature
 * independently, as receivers do. It shares no code with `signatureHeaders`, so that it detects mistakes there.
 */
export function verifySignature({ headers, body }: ReceivedMessage, secret: string, now: number): boolean {
  const { "webhook-id": id = "", "webhook-timestamp": seconds = "", "webhook-signature": signatures = "" } = headers;
  const sentMs = /^\d{1,12}$/.test(seconds) ? Number(seconds) * 1_000 : Number.NaN;
  if (!(Math.abs(now - sentMs) <= TOLERANCE_MS)) return false;
  const expected = createHmac("sha256", secretBytes(secret)).update(`${id}.${seconds}.${body}`).digest();
  return signatures.split(" ").some((signature) => {
    const received = Buffer.from(signature.startsWith(VERSION) ? signature.slice(VERSION.length) : "", "base64");
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}
