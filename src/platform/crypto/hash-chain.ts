import { createHash } from "node:crypto";

/**
 * Hash chains. Each hash covers its own entry and, through the previous hash, all earlier entries. A change, removal or insertion of an
 * entry therefore changes every later hash, including the last one. A copy of the last hash that is kept elsewhere reveals the change.
 */

/** The hash that precedes the first entry of a chain. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** The hash of an entry. `previous` is the hash of the entry before it. */
export const chainHash = (previous: Buffer, entry: string): Buffer => createHash("sha256").update(previous).update(entry, "utf8").digest();
