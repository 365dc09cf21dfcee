import { type Clock, DAY_MS, HOUR_MS, isWellFormedToken, opaqueToken, publicId, realNow, sha256 } from "../platform/basics/index.ts";
import type { Environment } from "../platform/contract/index.ts";
import type { Database, Transaction } from "../platform/database/index.ts";
import type { Role } from "../sellers/index.ts";
import { actorOf, type Membership, type PersonIdentity, type Visitor } from "./person-identity.ts";
import * as queries from "./queries.ts";
import type { SellerRole } from "./roles.ts";

/** The longest a session lasts, and the longest it lasts without a call. Instants of sessions are of the wall clock, which no sandbox moves. */
export const SESSION_MS = 7 * DAY_MS;
export const IDLE_MS = 12 * HOUR_MS;
/** How long a session's token still serves after the next one was handed out: for calls that are under way. */
const GRACE_SECONDS = 30;
/** How long expired sessions are kept, because bulk jobs and the log of calls name them. */
const KEPT_MS = 60 * DAY_MS;
/** Other processes notice the end of a session, or a change of rights, within this time. */
const CACHED_MS = 3_000;
const MAX_CACHED = 20_000;
const MAX_AGENT_CHARS = 300;

/** Prefix of the ids of sessions. */
export const SESSION_PREFIX = "ses";
/** Prefixes of the tokens of sessions. */
const TOKEN_PREFIX: Readonly<Record<Environment, string>> = { sandbox: "vss", production: "vsp" };

/** A session as calls see it. */
export interface LiveSession extends Omit<PersonIdentity, "site"> {
  readonly expiresAt: number;
}
/** The session of a token and, once after a change of rights, the token that replaces it. */
export interface FoundSession {
  readonly session: LiveSession;
  readonly newToken?: string;
}
/** How somebody signed in. */
export type Way = queries.ListedSessionRow["way"];

/** Begins, finds and ends sessions. What is ended or changed in this process takes effect at once. */
export interface SessionStore {
  /** Begins a session in an open transaction. The session that the visitor still had ends. Resolves to the token. */
  begin(transaction: Transaction, personId: string, way: Way, visitor: Visitor): Promise<string>;
  /** The live session of a token; undefined when there is none. */
  find(token: string): Promise<FoundSession | undefined>;
  /** Hands out another token for a session. */
  rotate(transaction: Transaction, sessionId: string): Promise<string>;
  /** Forgets what is cached, after a change. */
  changed(): void;
  /** Writes when sessions were last used. */
  writeUses(): Promise<void>;
  /** Deletes sessions that nothing names any more. */
  deleteOld(): Promise<void>;
}

interface Cached {
  readonly session: LiveSession;
  readonly untilMs: number;
  lastSeenAt: number;
}

/** Opens the sessions of this process. `wallClock` is real time, or the fixed time of a test. */
export function createSessionStore({
  db,
  environment,
  wallClock,
}: {
  readonly db: Database;
  readonly environment: Environment;
  readonly wallClock: Clock;
}): SessionStore {
  const prefix = TOKEN_PREFIX[environment];
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
    async begin(transaction, personId, way, { address, agent, token: before }) {
      const [token, now] = [opaqueToken(prefix), wallClock.now()];
      if (before !== undefined) await transaction.run(queries.endSessionOfToken, [sha256(before), now]);
      const shownAgent = agent.slice(0, MAX_AGENT_CHARS).toWellFormed();
      await transaction.run(queries.insertSession, [
        publicId(SESSION_PREFIX),
        sha256(token),
        personId,
        now,
        now + SESSION_MS,
        way,
        address,
        shownAgent,
      ]);
      await transaction.run(queries.noteSignIn, [personId, now]);
      cached.clear();
      return token;
    },
    async find(token) {
      if (!isWellFormedToken(token, prefix)) return undefined;
      const entry = cached.get(token);
      if (entry === undefined || entry.untilMs <= realNow()) return load(token);
      const session = use(entry, wallClock.now());
      return session && { session };
    },
    async rotate(transaction, sessionId) {
      const token = opaqueToken(prefix);
      await transaction.run(queries.replaceToken, [sessionId, sha256(token), GRACE_SECONDS]);
      return token;
    },
    changed: () => cached.clear(),
    async writeUses() {
      const noted = [...uses].sort(([one], [other]) => (one < other ? -1 : 1));
      if (noted.length === 0) return;
      uses.clear();
      await db.run([], queries.noteSessions, [noted.map(([id]) => id), noted.map(([, at]) => at)]);
    },
    deleteOld: async () => void (await db.run([], queries.deleteSessions, [wallClock.now() - KEPT_MS])),
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
    memberships: membershipsIn(row.memberships),
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

const membershipsIn = (json: string): readonly Membership[] => (JSON.parse(json) as readonly StoredMembership[]).map(membershipIn);

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
