import type { Call, Operation } from "../platform/contract/index.ts";

/** The API areas a credential may be limited to (decisions 8). */
export const SCOPES = ["products", "orders", "lookups", "notifications"] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Whether these scopes allow an operation with this permission. Notifications are about products and orders, so a credential with both
 * scopes may use them as well.
 */
export const scopesAllow = (scopes: readonly Scope[], permission: string): boolean =>
  permission === "any" ||
  scopes.includes(permission as Scope) ||
  (permission === "notifications" && scopes.includes("products") && scopes.includes("orders"));

/** The marketplace's own people (decisions 8); `admin` may do what every other role may. */
export const ROLES = ["admin", "catalog", "risk", "orders", "fulfillment", "integration", "support"] as const;
export type Role = (typeof ROLES)[number];

/** An authenticated integration of a seller. */
export interface SellerIdentity {
  readonly sellerId: number;
  readonly credentialId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly quotaPerMinute: number;
  /** Calls per minute of the application over all its sellers; undefined = no limit beyond its plans. */
  readonly ceilingPerMinute: number | undefined;
  /** Compatibility switch: a POST without price and stock is accepted, and the product waits for both (decisions 3). */
  readonly separatePriceAndStock: boolean;
  /** Names the caller in ledgers, histories and events. */
  readonly actor: string;
}

/** An authenticated operator, one of the marketplace's own people. */
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
