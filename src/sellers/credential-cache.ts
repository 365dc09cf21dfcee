import { createBatcher } from "../platform/database/batching/batcher.ts";
import type { Database } from "../platform/database/database.ts";
import { sha256 } from "../platform/basics/random.ts";
import { createTextHash } from "../platform/basics/text-hash.ts";
import { type OperatorIdentity, type Scope, SCOPES, type SellerIdentity } from "./caller-identity.ts";
import { recordUses } from "./credentials/queries.ts";
import type { Lane } from "./quota/headers.ts";
import { type MeterKey, meterKeys } from "./quota/meter.ts";
import { findCredentials, findOperatorKey, type CredentialRow } from "./queries.ts";

/** A credential as found, whatever its seller's state; the door decides. */
export interface KnownCredential {
  readonly identity: SellerIdentity;
  /** Application and seller as one text, put together once and not per call. */
  readonly tenant: string;
  /** What its calls are taken from. */
  readonly quotas: Readonly<Record<Lane, MeterKey>>;
  readonly suspended: boolean;
  /** Epoch ms of real time; undefined = never. */
  readonly expiresAt: number | undefined;
}

/**
 * Finds credentials by the hash of their token, remembering the good ones for a few seconds: a revocation reaches every
 * process within `REMEMBER_MS`, the own process at once.
 */
export interface Directory {
  /** A credential found within the last seconds. `address` is the socket's that it is used from. */
  remembered(clientId: string, token: string, nowMs: number, address: string): KnownCredential | undefined;
  find(clientId: string, token: string, nowMs: number, address: string): Promise<KnownCredential | undefined>;
  operator(key: string, nowMs: number): OperatorIdentity | undefined | Promise<OperatorIdentity | undefined>;
  forget(): void;
  /** Writes the last uses gathered since the last call. */
  recordUses(): Promise<void>;
}

const REMEMBER_MS = 3_000;
const MAX_REMEMBERED = 20_000;

interface Remembered<T> {
  readonly value: T;
  readonly untilMs: number;
}

/** Where and when a credential was used last. */
interface LastUse {
  readonly sellerId: number;
  readonly credentialId: string;
  atMs: number;
  address: string;
  /** Waits among those to be written. */
  isGathered: boolean;
}
interface RememberedCredential extends Remembered<KnownCredential> {
  /** As they were sent: what is cut out of a row takes longer to compare. */
  readonly clientId: string;
  readonly token: string;
  readonly use: LastUse;
}

/** A directory over the database; concurrent look-ups become one statement. Strangers are not remembered. */
export function createDirectory(
  db: Database,
  { quotaPerMinute, numberOf = createTextHash() }: { readonly quotaPerMinute: number; readonly numberOf?: (token: string) => number },
): Directory {
  /** By a number of the token; of two that share one, which is rare, the latest. A token belongs to one client. */
  const credentials = new Map<number, RememberedCredential>();
  const operators = new Map<string, Remembered<OperatorIdentity>>();
  /** Those to be written, by their credentials. */
  const uses = new Map<string, LastUse>();

  const lookUps = createBatcher<string, CredentialRow | undefined>({
    name: "credential look-ups",
    run: async (tokens) => {
      const rows = await db.run([], findCredentials, [tokens.map(sha256)]);
      const found: (CredentialRow | undefined)[] = tokens.map(() => undefined);
      for (const row of rows) found[row.ord - 1] = row;
      return found;
    },
  });

  const used = ({ value, use }: RememberedCredential, nowMs: number, address: string) => {
    use.atMs = nowMs;
    use.address = address;
    // One that was looked up anew has a newer record, which takes the older one's place.
    if (!use.isGathered) uses.set(use.credentialId, use);
    use.isGathered = true;
    return value;
  };

  return {
    remembered(clientId, token, nowMs, address) {
      const remembered = credentials.get(numberOf(token));
      if (remembered === undefined || remembered.untilMs <= nowMs) return undefined;
      const good = remembered.token === token && remembered.clientId === clientId;
      return good ? used(remembered, nowMs, address) : undefined;
    },
    async find(clientId, token, nowMs, address) {
      const row = await lookUps.submit(token);
      if (!row && credentials.get(numberOf(token))?.token === token) credentials.delete(numberOf(token));
      if (row?.client_id !== clientId) return undefined;
      const identity = identityOf(row, quotaPerMinute);
      const known: KnownCredential = {
        identity,
        tenant: `${row.client_id} ${row.seller_id}`,
        quotas: meterKeys(identity),
        suspended: row.seller_status === "suspended",
        expiresAt: row.expires_at ?? undefined,
      };
      if (credentials.size >= MAX_REMEMBERED) credentials.clear();
      const { sellerId, credentialId } = identity;
      const use: LastUse = { sellerId, credentialId, atMs: nowMs, address, isGathered: false };
      const remembered: RememberedCredential = { value: known, untilMs: nowMs + REMEMBER_MS, clientId, token, use };
      credentials.set(numberOf(token), remembered);
      return used(remembered, nowMs, address);
    },
    operator(key, nowMs) {
      const remembered = operators.get(key);
      if (remembered && remembered.untilMs > nowMs) return remembered.value;
      return db.run([], findOperatorKey, [sha256(key)]).then(([row]) => {
        operators.delete(key);
        if (!row) return undefined;
        const identity: OperatorIdentity = { keyId: row.key_id, role: row.role, name: row.name, actor: `operator:${row.key_id}` };
        if (operators.size >= MAX_REMEMBERED) operators.clear();
        operators.set(key, { value: identity, untilMs: nowMs + REMEMBER_MS });
        return identity;
      });
    },
    forget() {
      credentials.clear();
      operators.clear();
    },
    async recordUses() {
      const gathered = [...uses.values()].sort((a, b) => a.sellerId - b.sellerId || (a.credentialId < b.credentialId ? -1 : 1));
      if (gathered.length === 0) return;
      for (const use of gathered) use.isGathered = false;
      uses.clear();
      await db.run([...new Set(gathered.map((use) => use.sellerId))], recordUses, [
        gathered.map((use) => use.sellerId),
        gathered.map((use) => use.credentialId),
        gathered.map((use) => use.atMs),
        gathered.map((use) => use.address),
      ]);
    },
  };
}

/** A scope as the very text that operations name it by, which is quicker to compare than one read from a row; one of a later version as it is. */
const inOwnWords = (scope: Scope): Scope => SCOPES.find((known) => known === scope) ?? scope;

const identityOf = (row: CredentialRow, quotaPerMinute: number): SellerIdentity => ({
  sellerId: row.seller_id,
  credentialId: row.credential_id,
  clientId: row.client_id,
  scopes: row.scopes.map(inOwnWords),
  quotaPerMinute: row.quota_per_minute ?? quotaPerMinute,
  ceilingPerMinute: row.ceiling_per_minute ?? undefined,
  separatePriceAndStock: row.separate_price_and_stock,
  actor: `credential:${row.credential_id}`,
});
