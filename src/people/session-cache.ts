import { type Clock, isWellFormedToken, opaqueToken, realNow, sha256 } from "../platform/basics/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { Role } from "../sellers/index.ts";
import { actorOf, type Membership, type PersonIdentity } from "./person-identity.ts";
import * as queries from "./queries.ts";
import type { SellerRole } from "./roles.ts";
import { CACHED_MS, GRACE_SECONDS, IDLE_MS } from "./session-times.ts";

/** A session as calls see it. */
export interface LiveSession extends Omit<PersonIdentity, "site"> {
  readonly expiresAt: number;
}
/** The session of a token and, once after a change of rights, the token that replaces it. */
export interface FoundSession {
  readonly session: LiveSession;
  readonly newToken?: string;
}

/** Finds sessions in the memory of this process or in the database, and remembers when they were used. */
export interface SessionCache {
  /** The live session of a token; undefined when there is none. */
  find(token: string): Promise<FoundSession | undefined>;
  /** Forgets the session of a token. */
  forget(token: string): void;
  /** Forgets all sessions, but not when they were used. */
  clear(): void;
  /** Writes when sessions were last used. */
  writeUses(): Promise<void>;
}

interface Cached {
  readonly session: LiveSession;
  readonly untilMs: number;
  lastSeenAt: number;
}
const MAX_CACHED = 20_000;

/** Creates an empty cache. `prefix` is that of tokens. */
export function createSessionCache(db: Database, wallClock: Clock, prefix: string): SessionCache {
  const cached = new Map<string, Cached>();
  /** When sessions were used since the last write. */
  const uses = new Map<string, number>();

  const use = (entry: Cached, now: number): LiveSession | undefined => {
    const isLive = now < entry.session.expiresAt && now - entry.lastSeenAt < IDLE_MS;
    if (!isLive) return undefined;
    entry.lastSeenAt = now;
    uses.set(entry.session.sessionId, now);
    return entry.session;
  };

  async function load(token: string): Promise<FoundSession | undefined> {
    const [row] = await db.run([], queries.findSession, [sha256(token)]);
    cached.delete(token);
    if (row === undefined) return undefined;
    const lastSeenAt = Math.max(row.last_seen_at, uses.get(row.session_id) ?? 0);
    const entry: Cached = { session: sessionOf(row), untilMs: realNow() + CACHED_MS, lastSeenAt };
    const session = use(entry, wallClock.now());
    if (session === undefined) return undefined;
    if (row.rotation_due && row.is_current) {
      const newToken = opaqueToken(prefix);
      const [replaced] = await db.run([], queries.replaceDueToken, [sha256(token), sha256(newToken), GRACE_SECONDS]);
      if (replaced) return { session, newToken };
    }
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(token, entry);
    return { session };
  }

  return {
    async find(token) {
      if (!isWellFormedToken(token, prefix)) return undefined;
      const entry = cached.get(token);
      if (entry === undefined || entry.untilMs <= realNow()) return load(token);
      const session = use(entry, wallClock.now());
      return session && { session };
    },
    forget: (token) => void cached.delete(token),
    clear: () => cached.clear(),
    async writeUses() {
      const noted = [...uses].sort(([one], [other]) => (one < other ? -1 : 1));
      if (noted.length === 0) return;
      uses.clear();
      await db.run([], queries.noteSessions, [noted.map(([id]) => id), noted.map(([, at]) => at)]);
    },
  };
}

function sessionOf(row: queries.SessionRow): LiveSession {
  return {
    personId: row.person_id,
    sessionId: row.session_id,
    email: row.email,
    name: row.name,
    language: row.language,
    signedInAt: row.created_at,
    expiresAt: row.expires_at,
    memberships: (JSON.parse(row.memberships) as readonly StoredMembership[]).map(membershipIn),
    actor: actorOf(row.person_id),
  };
}

interface StoredMembership {
  readonly sellerId: number;
  readonly sellerName: string | null;
  readonly suspended: boolean | null;
  readonly role: string;
}
/** The seller id of memberships of the marketplace. */
export const MARKETPLACE = 0;

const membershipIn = ({ sellerId, sellerName, suspended, role }: StoredMembership): Membership =>
  sellerId === MARKETPLACE
    ? { kind: "marketplace", role: role as Role }
    : { kind: "seller", sellerId, sellerName: sellerName ?? String(sellerId), isSuspended: suspended === true, role: role as SellerRole };

/** A person with one membership more, or with another role in it; the marketplace first. */
export function withMembership<Who extends Pick<PersonIdentity, "memberships">>(who: Who, added: Omit<StoredMembership, "suspended">): Who {
  const idOf = (one: Membership) => (one.kind === "seller" ? one.sellerId : MARKETPLACE);
  const others = who.memberships.filter((one) => idOf(one) !== added.sellerId);
  const memberships = [...others, membershipIn({ ...added, suspended: false })].sort((one, other) => idOf(one) - idOf(other));
  return { ...who, memberships };
}
