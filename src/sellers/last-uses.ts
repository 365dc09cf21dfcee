import type { Database } from "../platform/database/index.ts";
import { recordUses } from "./credentials/queries.ts";

/** Time (epoch ms of real time) and address of the last use of a credential. */
export interface LastUse {
  readonly sellerId: number;
  readonly credentialId: string;
  atMs: number;
  address: string;
  /** Whether this use still has to be written. */
  isPending: boolean;
}

/** Collects the last uses of credentials in memory until they are written to the database. */
export interface LastUses {
  /** Notes a use. `nowMs` is real time. `address` is the caller's socket address. */
  note(use: LastUse, nowMs: number, address: string): void;
  /** Writes the uses noted since the previous write. */
  write(): Promise<void>;
}

/** Creates an empty collection. */
export function createLastUses(db: Pick<Database, "run">): LastUses {
  const pending = new Map<string, LastUse>();
  return {
    note(use, nowMs, address) {
      use.atMs = nowMs;
      use.address = address;
      // A new lookup of a credential creates a new `use`, which replaces the older one in `pending`.
      if (!use.isPending) pending.set(use.credentialId, use);
      use.isPending = true;
    },
    async write() {
      const uses = [...pending.values()].sort((a, b) => a.sellerId - b.sellerId || (a.credentialId < b.credentialId ? -1 : 1));
      if (uses.length === 0) return;
      for (const use of uses) use.isPending = false;
      pending.clear();
      await db.run([...new Set(uses.map((use) => use.sellerId))], recordUses, [
        uses.map((use) => use.sellerId),
        uses.map((use) => use.credentialId),
        uses.map((use) => use.atMs),
        uses.map((use) => use.address),
      ]);
    },
  };
}
