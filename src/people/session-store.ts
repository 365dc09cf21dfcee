import { type Clock, opaqueToken, publicId, sha256 } from "../platform/basics/index.ts";
import type { Environment } from "../platform/contract/index.ts";
import type { Database, Transaction } from "../platform/database/index.ts";
import type { Visitor } from "./person-identity.ts";
import * as queries from "./queries.ts";
import { createSessionCache, type FoundSession } from "./session-cache.ts";
import { GRACE_SECONDS, KEPT_MS, SESSION_MS } from "./session-times.ts";

const MAX_AGENT_CHARS = 300;
/** Prefix of the ids of sessions. */
export const SESSION_PREFIX = "ses";
/** Prefixes of the tokens of sessions. */
const TOKEN_PREFIX: Readonly<Record<Environment, string>> = { sandbox: "vss", production: "vsp" };

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

export interface SessionStoreSettings {
  readonly db: Database;
  readonly environment: Environment;
  /** Real time, or the fixed time of a test. */
  readonly wallClock: Clock;
}

/** Opens the sessions of this process. */
export function createSessionStore({ db, environment, wallClock }: SessionStoreSettings): SessionStore {
  const prefix = TOKEN_PREFIX[environment];
  const cache = createSessionCache(db, wallClock, prefix);
  return {
    async begin(transaction, personId, way, { address, agent, token: before }) {
      const [token, now] = [opaqueToken(prefix), wallClock.now()];
      if (before !== undefined) {
        await transaction.run(queries.endSessionOfToken, [sha256(before), now]);
        cache.forget(before);
      }
      const shownAgent = agent.slice(0, MAX_AGENT_CHARS).toWellFormed();
      const values = [publicId(SESSION_PREFIX), sha256(token), personId, now, now + SESSION_MS, way, address, shownAgent];
      await transaction.run(queries.insertSession, values);
      await transaction.run(queries.noteSignIn, [personId, now]);
      return token;
    },
    find: cache.find,
    async rotate(transaction, sessionId) {
      const token = opaqueToken(prefix);
      await transaction.run(queries.replaceToken, [sessionId, sha256(token), GRACE_SECONDS]);
      return token;
    },
    changed: cache.clear,
    writeUses: cache.writeUses,
    deleteOld: async () => void (await db.run([], queries.deleteSessions, [wallClock.now() - KEPT_MS])),
  };
}
