import { timingSafeEqual } from "node:crypto";
import { keyOf } from "./secret.ts";
import { signatureHeaders } from "./sign.ts";

/** Older or newer than this, a message may be somebody's repetition of one that was overheard (Standard Webhooks). */
const TOLERANCE_MS = 5 * 60_000;

/** A notification as it arrived: header names in lower case, the body's very bytes as text. */
export interface Signature {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Whether a notification was signed with this secret within five minutes of `now`, real time in epoch ms. */
export function isSigned({ headers, body }: Signature, secret: string, now: number): boolean {
  const { "webhook-id": id = "", "webhook-timestamp": seconds = "", "webhook-signature": signatures = "" } = headers;
  const timestamp = /^\d{1,12}$/.test(seconds) ? Number(seconds) : Number.NaN;
  if (!(Math.abs(now - timestamp * 1_000) <= TOLERANCE_MS)) return false;
  const expected = Buffer.from(signatureHeaders({ id, timestamp, body }, [keyOf(secret)])["webhook-signature"]!);
  return signatures.split(" ").some((signature) => {
    const received = Buffer.from(signature);
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}
