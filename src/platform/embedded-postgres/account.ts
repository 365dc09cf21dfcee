import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * The system account that PostgreSQL runs as. `switched` is true when it differs from the account of this process, so that programs must be
 * started under it.
 */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  readonly switched: boolean;
}

const ROOT = 0;
const LAST_RESORT = { uid: 65534, gid: 65534 };
const PREFERRED = ["postgres", "nobody"] as const;

/**
 * Chooses the account for PostgreSQL, which refuses to run as root. An ordinary user keeps its own account. For root, it is the account
 * that owns the cluster. If there is no cluster or root owns it, the account is `postgres`, or `nobody` if there is no `postgres`, or user id
 * 65534 if there is neither. Never creates an account.
 */
export function accountFor(cluster: string): Account {
  const uid = process.geteuid!();
  if (uid !== ROOT) return { uid, gid: process.getegid!(), switched: false };
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== ROOT) return { uid: owner.uid, gid: owner.gid, switched: true };
  return { ...(registeredAccount() ?? LAST_RESORT), switched: true };
}

function registeredAccount(): { uid: number; gid: number } | undefined {
  const rows = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of PREFERRED) {
    const [, , uid, gid] = rows.find((row) => row.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

const READ_AND_ENTER = 0o5;
const ENTER = 0o1;

/**
 * What keeps the account from reading `path`: `path` itself if the account may not read and enter (or execute) it, otherwise the nearest
 * directory above it that the account may not enter. Undefined when nothing does, or when the account is that of this process.
 */
export function firstUnreadableDirectory(account: Account, path: string): string | undefined {
  if (!account.switched) return undefined;
  for (let at = path, needed = READ_AND_ENTER; ; at = dirname(at), needed = ENTER) {
    const { uid, gid, mode } = statSync(at);
    const bits = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode;
    if ((bits & needed) !== needed) return at;
    if (at === "/") return undefined;
  }
}
