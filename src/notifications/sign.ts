import { createHmac } from "node:crypto";

/** What is signed: the very bytes that are sent. */
export interface Signed {
  readonly id: string;
  /** Real time in whole seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The headers of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, one `v1,` signature per key, the newest first. While a
 * secret is being replaced there are two keys, and whoever knows either verifies.
 */
export function signatureHeaders({ id, timestamp, body }: Signed, keys: readonly Buffer[]): Readonly<Record<string, string>> {
  const signatures = keys.map((key) => `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`);
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}
