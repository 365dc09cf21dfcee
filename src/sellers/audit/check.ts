import { chainHash } from "../../platform/crypto/index.ts";
import { canonicalText, type AuditEntry } from "./entry.ts";

/** An entry in a day's chain. */
export interface ChainedEntry extends AuditEntry {
  readonly auditId: number;
  /** Position in the day's chain, starting at 1. */
  readonly nth: number;
  readonly hash: Buffer;
}

/** The verified part of a day's chain: the number of rows and the hash of the last row. */
export interface VerifiedUpTo {
  readonly rows: number;
  readonly head: Buffer;
}

/**
 * The first position where a chain is broken. `auditId` is absent when the row is missing, or when only the recorded last hash is wrong.
 */
export interface ChainBreak {
  readonly nth: number;
  readonly auditId?: number;
}

/** Verifies the next rows of a day's chain. `entries` are in order. Stops at the first row that is missing or was changed. */
export function verifyChain(day: number, from: VerifiedUpTo, entries: readonly ChainedEntry[]): VerifiedUpTo | ChainBreak {
  let { rows, head } = from;
  for (const entry of entries) {
    const nth = rows + 1;
    if (entry.nth !== nth) return { nth };
    const hash = chainHash(head, canonicalText(day, nth, entry));
    if (!hash.equals(entry.hash)) return { nth, auditId: entry.auditId };
    [rows, head] = [nth, hash];
  }
  return { rows, head };
}
