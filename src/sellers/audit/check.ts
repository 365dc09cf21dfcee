import { chainHash } from "../../platform/crypto/hash-chain.ts";
import { canonical, type AuditEntry } from "./entry.ts";

/** An entry as it stands in a day's chain. */
export interface ChainedEntry extends AuditEntry {
  readonly auditId: number;
  /** Place in the day, from 1. */
  readonly nth: number;
  readonly hash: Buffer;
}

/** How far a day's chain was followed: so many rows, the last with this hash. */
export interface Followed {
  readonly rows: number;
  readonly head: Buffer;
}

/** The first place where a chain does not hold; without an id its row is not there. */
export interface Broken {
  readonly nth: number;
  readonly auditId?: number;
}

/** Follows a day's chain through the next rows, in the order of their places; stops at the first that does not belong where it stands. */
export function follow(day: number, from: Followed, entries: readonly ChainedEntry[]): Followed | Broken {
  let { rows, head } = from;
  for (const entry of entries) {
    const nth = rows + 1;
    if (entry.nth !== nth) return { nth };
    const hash = chainHash(head, canonical(day, nth, entry));
    if (!hash.equals(entry.hash)) return { nth, auditId: entry.auditId };
    [rows, head] = [nth, hash];
  }
  return { rows, head };
}
