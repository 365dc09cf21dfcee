import { createHmac } from "node:crypto";

/** The content that a signature covers. `body` must be exactly what is sent. */
export interface SignatureInput {
  readonly id: string;
  /** Real time in whole seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The headers of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, one `v1,` signature per key, the newest first. While a secret is
 * being rotated there are two keys, and a receiver that knows either key can verify the signature.
 */
export function signatureHeaders({ id, timestamp, body }: SignatureInput, keys: readonly Buffer[]): Readonly<Record<string, string>> {
  const signatures = keys.map((key) => `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`);
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}
