import { createHash } from "node:crypto";

/**
 * Hash chains: each hash covers its own entry and, through the previous hash, all earlier entries. To change, remove or insert an entry,
 * one would have to change every later hash, including the last one, which others know.
 */

/** The hash before the first entry of a chain. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** The hash of an entry, given as text, after the previous hash. */
export const chainHash = (previous: Buffer, entry: string): Buffer => createHash("sha256").update(previous).update(entry, "utf8").digest();
