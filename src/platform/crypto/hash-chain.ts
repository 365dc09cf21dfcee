import { createHash } from "node:crypto";

/**
 * Chains of hashes: each covers its own entry and, through the one before it, all earlier ones. Whoever changes, removes or slips in
 * an entry would have to change every later hash, and the last one, which others know.
 */

/** What the first entry of a chain follows. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** The hash of an entry, as text, that follows another. */
export const chainHash = (previous: Buffer, entry: string): Buffer => createHash("sha256").update(previous).update(entry, "utf8").digest();
