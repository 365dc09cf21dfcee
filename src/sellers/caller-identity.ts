import type { Call, Operation } from "../platform/contract/index.ts";

/** API areas to which a credential can be limited (decisions 8). */
export const SCOPES = ["products", "orders", "lookups", "notifications"] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Whether the scopes of a credential allow an operation that needs this permission. Notifications are about products and orders. So a
 * credential with the scopes `products` and `orders` may also use notifications.
 */
export const scopesAllow = (scopes: readonly Scope[], permission: string): boolean =>
  permission === "any" ||
  scopes.includes(permission as Scope) ||
  (permission === "notifications" && scopes.includes("products") && scopes.includes("orders"));

/** Roles of operators, who work for the marketplace (decisions 8). `admin` has the permissions of all other roles. */
export const ROLES = ["admin", "catalog", "risk", "orders", "fulfillment", "integration", "support"] as const;
export type Role = (typeof ROLES)[number];

/** An authenticated integration that acts for a seller. */
export interface SellerIdentity {
  readonly sellerId: number;
  readonly credentialId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly quotaPerMinute: number;
  /** Maximum calls per minute of the application for all its sellers together; undefined = only the plans limit it. */
  readonly ceilingPerMinute: number | undefined;
  /** Compatibility switch. When true, the POST of a product may omit price and stock. The product then waits for both (decisions 3). */
  readonly separatePriceAndStock: boolean;
  /** When true, a PUT of a product that is closed asks for a change instead of being refused. */
  readonly changeRequests: boolean;
  /** Name of the caller in ledgers, histories and events. */
  readonly actor: string;
  /** Whether a person, who has a role and no scopes, may call an operation. Absent = the scopes say it. */
  readonly mayCall?: (operation: Pick<Operation, "id" | "method" | "permission">) => boolean;
}

/** Whether the caller may call an operation for sellers. */
export const mayCall = (
  { scopes, mayCall: byRole }: Pick<SellerIdentity, "scopes" | "mayCall">,
  operation: Pick<Operation, "id" | "method" | "permission">,
): boolean => byRole?.(operation) ?? scopesAllow(scopes, operation.permission as string);

/** An authenticated operator, who works for the marketplace. */
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
