import type { Call, Operation } from "../platform/contract/operation.ts";

/** The API areas a credential may be limited to (decisions 8). */
export const SCOPES = ["products", "orders", "lookups", "notifications"] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Whether these scopes are enough for an operation's permission. What is notified is about products and orders, so whoever has both
 * needs no scope of its own for it.
 */
export const suffice = (scopes: readonly Scope[], permission: string): boolean =>
  permission === "any" ||
  scopes.includes(permission as Scope) ||
  (permission === "notifications" && scopes.includes("products") && scopes.includes("orders"));

/** The marketplace's own people (decisions 8); `admin` may do what every other role may. */
export const ROLES = ["admin", "catalog", "risk", "orders", "fulfillment", "integration", "support"] as const;
export type Role = (typeof ROLES)[number];

/** A seller's integration, as the door let it in. */
export interface SellerIdentity {
  readonly sellerId: number;
  readonly credentialId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly quotaPerMinute: number;
  /** Calls per minute of the application over all its sellers; undefined = no more than its plans. */
  readonly ceilingPerMinute: number | undefined;
  /** Compatibility switch: a POST without price and stock is let in and waits for both (decisions 3). */
  readonly separatePriceAndStock: boolean;
  /** Who did it, in ledgers, histories and events. */
  readonly actor: string;
}

/** One of the marketplace's people, as the door let them in. */
export interface OperatorIdentity {
  readonly keyId: string;
  readonly role: Role;
  readonly name: string;
  readonly actor: string;
}

/** A call of an operation that sellers may make. */
export type SellerCall<O extends Operation> = Call<O, SellerIdentity>;
/** A call of an operation that operators may make. */
export type OperatorCall<O extends Operation> = Call<O, OperatorIdentity>;
