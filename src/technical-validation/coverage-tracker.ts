import type { SellerIdentity } from "../sellers/index.ts";
import { REQUIRED_OPERATIONS } from "./coverage-requirements.ts";

/** An application's first successful use of an operation for a seller, as far as this process knows. */
export interface FirstUse {
  readonly sellerId: number;
  readonly clientId: string;
  readonly operation: string;
  /** Epoch ms. */
  readonly at: number;
}

/** Pairs of application and seller whose used operations a process remembers. */
const MAX_REMEMBERED = 50_000;
const REQUIRED: ReadonlySet<string> = new Set(REQUIRED_OPERATIONS);

/** Remembers which required methods each application has used for each seller, so that only first uses are written. */
export function createCoverageTracker() {
  const usedOperations = new Map<string, Set<string>>();
  /** The same sets by the cached identity object, so that a call needs no string key. */
  const byIdentity = new WeakMap<SellerIdentity, Set<string>>();

  const operationsUsedBy = (identity: SellerIdentity): Set<string> => {
    const cached = byIdentity.get(identity);
    if (cached) return cached;
    const key = `${identity.sellerId} ${identity.clientId}`;
    const used = usedOperations.get(key) ?? new Set();
    if (usedOperations.size >= MAX_REMEMBERED) usedOperations.clear();
    usedOperations.set(key, used);
    byIdentity.set(identity, used);
    return used;
  };

  return {
    /** The use to write; undefined when the operation is not required or its use is known already. */
    add(identity: SellerIdentity, operation: string, at: number): FirstUse | undefined {
      if (!REQUIRED.has(operation)) return undefined;
      const used = operationsUsedBy(identity);
      if (used.has(operation)) return undefined;
      used.add(operation);
      return { sellerId: identity.sellerId, clientId: identity.clientId, operation, at };
    },
  };
}
