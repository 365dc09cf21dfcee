import type { Database } from "../platform/database/index.ts";
import { recordUses } from "./credentials/queries.ts";

/** When and from where a credential was last used. */
export interface LastUse {
  readonly sellerId: number;
  readonly credentialId: string;
  atMs: number;
  address: string;
  /** Whether it waits to be written. */
  isPending: boolean;
}

/** Collects last uses of credentials in memory until they are written. */
export interface LastUses {
  /** Notes a use. `nowMs` is real time, `address` the socket's. */
  note(use: LastUse, nowMs: number, address: string): void;
  /** Writes the uses noted since the last call. */
  write(): Promise<void>;
}

/** Starts with no uses. */
export function createLastUses(db: Pick<Database, "run">): LastUses {
  const pending = new Map<string, LastUse>();
  return {
    note(use, nowMs, address) {
      use.atMs = nowMs;
      use.address = address;
      // A credential that was looked up again has a newer record, which replaces the older one.
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
