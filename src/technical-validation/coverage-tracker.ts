import type { SellerIdentity } from "../sellers/index.ts";
import { REQUIRED_OPERATIONS } from "./coverage-requirements.ts";

/** The first successful use of an operation by an application for a seller, as far as this process knows. */
export interface FirstUse {
  readonly sellerId: number;
  readonly clientId: string;
  readonly operation: string;
  /** Real time, epoch ms. */
  readonly at: number;
}

/** Maximum number of pairs of application and seller to remember. */
const MAX_REMEMBERED = 50_000;
const REQUIRED: ReadonlySet<string> = new Set(REQUIRED_OPERATIONS);

/**
 * Creates a tracker of first uses. It remembers the required methods that each application has used for each seller, so that later uses
 * are not written.
 */
export function createCoverageTracker() {
  const usedOperations = new Map<string, Set<string>>();
  /** The sets of `usedOperations` by identity object. Identities are cached, so most calls find their set without building a string key. */
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
    /** Notes a use. Returns it if it is the first one and must be written. Undefined when the operation is not required or was already used. */
    add(identity: SellerIdentity, operation: string, at: number): FirstUse | undefined {
      if (!REQUIRED.has(operation)) return undefined;
      const used = operationsUsedBy(identity);
      if (used.has(operation)) return undefined;
      used.add(operation);
      return { sellerId: identity.sellerId, clientId: identity.clientId, operation, at };
    },
  };
}
