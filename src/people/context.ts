import type { Clock } from "../platform/basics/index.ts";
import type { Environment } from "../platform/contract/index.ts";
import type { KeyRing, PasswordHasher } from "../platform/crypto/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { AppendAudit } from "../sellers/index.ts";
import type { SessionStore } from "./session-store.ts";
import type { SignInAttempts } from "./sign-in/attempts.ts";

/** What the operations on people and sessions depend on. */
export interface PeopleContext {
  readonly db: Database;
  readonly environment: Environment;
  readonly version: string;
  readonly keys: KeyRing;
  /** Real time, or the fixed time of a test: the sandbox's clock signs nobody out. */
  readonly wallClock: Clock;
  readonly sessions: SessionStore;
  readonly audit: AppendAudit;
  readonly hasher: PasswordHasher;
  readonly attempts: SignInAttempts;
}
