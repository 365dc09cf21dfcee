import { type Batcher, createBatcher, type Database } from "../platform/database/index.ts";
import { createTextHash, sha256 } from "../platform/basics/index.ts";
import { type OperatorIdentity, type Scope, SCOPES, type SellerIdentity } from "./caller-identity.ts";
import { createLastUses, type LastUse } from "./last-uses.ts";
import type { Lane } from "./quota/headers.ts";
import { type MeterKey, meterKeys } from "./quota/meter-key.ts";
import { findCredentials, findOperatorKey, type CredentialRow, type OperatorKeyRow } from "./queries.ts";

/** An unrevoked credential. It may have expired, and its seller may be suspended; authentication checks both. */
export interface CachedCredential {
  readonly identity: SellerIdentity;
  /** The ids of the application and the seller as one string. Built once per credential, to save work in each call. */
  readonly tenant: string;
  /** Quotas that count the calls of this credential. */
  readonly quotas: Readonly<Record<Lane, MeterKey>>;
  readonly suspended: boolean;
  /** Epoch ms of real time; undefined = never. */
  readonly expiresAt: number | undefined;
}

/**
 * Finds credentials by the hash of their token and caches them for a few seconds. A revocation made in this process takes effect at once.
 * Other processes notice it within `CACHED_MS`.
 */
export interface CredentialCache {
  /** Finds a credential in the cache and notes its use. `address` is the caller's socket address. */
  findCached(clientId: string, token: string, nowMs: number, address: string): CachedCredential | undefined;
  /** Looks up a credential in the database, caches it and notes its use. */
  find(clientId: string, token: string, nowMs: number, address: string): Promise<CachedCredential | undefined>;
  /** Finds an operator key in the cache or in the database. */
  findOperator(key: string, nowMs: number): OperatorIdentity | undefined | Promise<OperatorIdentity | undefined>;
  /** Empties the cache. */
  clear(): void;
  /** Writes the uses of credentials noted since the previous write. */
  writeLastUses(): Promise<void>;
}

const CACHED_MS = 3_000;
const MAX_CACHED = 20_000;

interface Cached<T> {
  readonly value: T;
  readonly untilMs: number;
}
interface CacheEntry extends Cached<CachedCredential> {
  /** The client_id, in the string from the caller's header. The equal string from the database would be slower to compare. */
  readonly clientId: string;
  readonly token: string;
  readonly use: LastUse;
}

export interface CredentialCacheSettings {
  /** Calls per minute for credentials without a plan. */
  readonly quotaPerMinute: number;
  /** Computes the cache key of a token. */
  readonly numberOf?: (token: string) => number;
}

/** Creates an empty cache. Concurrent lookups share a statement. Unknown tokens are not cached. */
export function createCredentialCache(
  db: Database,
  { quotaPerMinute, numberOf = createTextHash() }: CredentialCacheSettings,
): CredentialCache {
  /** Entries by the hash of their token. In the rare case that two tokens have the same hash, the latest entry is kept. */
  const credentials = new Map<number, CacheEntry>();
  const operators = createOperatorCache(db);
  const lookUps = batchLookUps(db);
  const uses = createLastUses(db);

  const useOf = ({ value, use }: CacheEntry, nowMs: number, address: string) => {
    uses.note(use, nowMs, address);
    return value;
  };

  return {
    findCached(clientId, token, nowMs, address) {
      const cached = credentials.get(numberOf(token));
      if (cached === undefined || cached.untilMs <= nowMs) return undefined;
      const isSame = cached.token === token && cached.clientId === clientId;
      return isSame ? useOf(cached, nowMs, address) : undefined;
    },
    async find(clientId, token, nowMs, address) {
      const row = await lookUps.submit(token);
      if (!row && credentials.get(numberOf(token))?.token === token) credentials.delete(numberOf(token));
      if (row?.client_id !== clientId) return undefined;
      if (credentials.size >= MAX_CACHED) credentials.clear();
      const use: LastUse = { sellerId: row.seller_id, credentialId: row.credential_id, atMs: nowMs, address, isPending: false };
      const cached: CacheEntry = { value: credentialOf(row, quotaPerMinute), untilMs: nowMs + CACHED_MS, clientId, token, use };
      credentials.set(numberOf(token), cached);
      return useOf(cached, nowMs, address);
    },
    findOperator: operators.find,
    clear() {
      credentials.clear();
      operators.clear();
    },
    writeLastUses: uses.write,
  };
}

const batchLookUps = (db: Pick<Database, "run">): Batcher<string, CredentialRow | undefined> =>
  createBatcher({
    name: "credential look-ups",
    run: async (tokens) => {
      const rows = await db.run([], findCredentials, [tokens.map(sha256)]);
      const found: (CredentialRow | undefined)[] = tokens.map(() => undefined);
      for (const row of rows) found[row.ord - 1] = row;
      return found;
    },
  });

interface OperatorCache {
  readonly find: CredentialCache["findOperator"];
  readonly clear: () => void;
}

function createOperatorCache(db: Pick<Database, "run">): OperatorCache {
  const operators = new Map<string, Cached<OperatorIdentity>>();
  return {
    find(key, nowMs) {
      const cached = operators.get(key);
      if (cached && cached.untilMs > nowMs) return cached.value;
      return db.run([], findOperatorKey, [sha256(key)]).then(([row]) => {
        operators.delete(key);
        if (!row) return undefined;
        if (operators.size >= MAX_CACHED) operators.clear();
        const identity = operatorOf(row);
        operators.set(key, { value: identity, untilMs: nowMs + CACHED_MS });
        return identity;
      });
    },
    clear: () => operators.clear(),
  };
}

const operatorOf = ({ key_id, role, name }: OperatorKeyRow): OperatorIdentity => ({
  keyId: key_id,
  role,
  name,
  actor: `operator:${key_id}`,
});

function credentialOf(row: CredentialRow, quotaPerMinute: number): CachedCredential {
  const identity = identityOf(row, quotaPerMinute);
  return {
    identity,
    tenant: `${row.client_id} ${row.seller_id}`,
    quotas: meterKeys(identity),
    suspended: row.seller_status === "suspended",
    expiresAt: row.expires_at ?? undefined,
  };
}

const identityOf = (row: CredentialRow, quotaPerMinute: number): SellerIdentity => ({
  sellerId: row.seller_id,
  credentialId: row.credential_id,
  clientId: row.client_id,
  scopes: row.scopes.map(internScope),
  quotaPerMinute: row.quota_per_minute ?? quotaPerMinute,
  ceilingPerMinute: row.ceiling_per_minute ?? undefined,
  separatePriceAndStock: row.separate_price_and_stock,
  changeRequests: row.change_requests,
  actor: `credential:${row.credential_id}`,
});

/**
 * Replaces a scope by the equal string in SCOPES, because comparing a string with itself is faster. Returns an unknown scope unchanged,
 * because a later version may have added it.
 */
const internScope = (scope: Scope): Scope => SCOPES.find((known) => known === scope) ?? scope;
