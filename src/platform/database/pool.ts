import { once } from "node:events";
import pg from "pg";
import { DatabaseUnavailable, ReadOnlyServer, StatementFailed, translateError } from "./failures.ts";
import type { HostSelector } from "./hosts.ts";
import { checkWritable, setSellerScope } from "./queries.ts";

export interface PoolSettings {
  readonly hosts: HostSelector;
  readonly max: number;
  readonly statementTimeoutMs: number;
  /** Longest wait for a connection. */
  readonly acquireTimeoutMs: number;
  /** Longest wait while all connections are in use; `acquireTimeoutMs` when absent. */
  readonly waitMs?: number | undefined;
  /** PostgreSQL's own settings, as `name=value`. */
  readonly parameters: readonly string[];
  /** Called once for each connection that breaks, but not for those that we close. */
  readonly onBackgroundError: (error: Error) => void;
}

/** Connections that callers borrow and return. They accept statements without waiting for the answers to earlier ones. */
export interface Pool {
  /** Borrows a connection to a server that accepts writes. Rejects with `DatabaseUnavailable` when none is available in time. */
  acquire(): Promise<pg.PoolClient>;
  /** Whether callers are waiting for connections, or the pool is closing. */
  isWanted(): boolean;
  counts(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Waits until all connections are returned, and then at most `GOODBYE_MS` until the server has closed them. */
  close(): Promise<void>;
}

/**
 * Extra wait after a statement's time limit. PostgreSQL itself ends a statement that takes too long. If the server has vanished, the connection is
 * abandoned after this wait.
 */
const SILENCE_MS = 2_000;
/** Longest wait for a server to close its end of the connections. */
export const GOODBYE_MS = 2_000;
const { builtins, getTypeParser } = pg.types;
/** 64-bit integers are read as numbers: identifiers and cents stay below 2^53. */
export const TYPE_PARSERS: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === builtins.INT8 ? Number : (getTypeParser(type, format) as (value: string) => unknown)),
};

/** Opens a pool of connections to the host that accepts writes. Connects only on demand. */
export function openPool(settings: PoolSettings): Pool {
  const { hosts, max, waitMs, onBackgroundError } = settings;
  const pool = new pg.Pool(poolConfig(settings));
  let isClosing = false;
  // The pool repeats the "error" event of an idle client. Ignored, because the listener below gets the event from the client itself.
  pool.on("error", () => undefined);
  // A client that loses its server emits "error". Without a listener, that event would end the process.
  pool.on("connect", (client) => client.on("error", (error) => void (isClosing || onBackgroundError(error))));
  const open = trackOpenClients(pool);

  async function connect(): Promise<pg.PoolClient> {
    try {
      const isFree = pool.idleCount > 0 || pool.totalCount < max;
      return await (waitMs === undefined || isFree ? pool.connect() : withTimeout(pool.connect(), waitMs));
    } catch (cause) {
      throw new DatabaseUnavailable("no connection to the database", { cause });
    }
  }
  async function acquireFromCurrent(): Promise<pg.PoolClient> {
    const client = await connect();
    if (!verified.has(client)) return verify(client, hosts);
    if (!hosts.hasMovedFrom(serverOf(client))) return client;
    client.release(new ReadOnlyServer("another server takes the writes now"));
    return acquireFromCurrent();
  }

  return {
    async acquire() {
      for (let left = hosts.servers.length; ; left -= 1) {
        const tried = hosts.current();
        try {
          return await acquireFromCurrent();
        } catch (error) {
          if (left <= 1 || hosts.current() === tried) throw error;
        }
      }
    },
    isWanted: () => pool.ending || pool.waitingCount > 0,
    counts: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      isClosing = true;
      await Promise.race([pool.end(), allReturned(pool)]);
      // The pool forgets a connection as soon as it has asked the server to end it. The caller may stop the server right after `close`, so this
      // waits until the server has closed the connections. Otherwise they would break instead of ending normally.
      const late = AbortSignal.timeout(GOODBYE_MS);
      while (open.size > 0 && !late.aborted) await once(pool, "remove", { signal: late }).catch(() => undefined);
    },
  };
}

const poolConfig = ({ hosts, max, statementTimeoutMs, acquireTimeoutMs, parameters }: PoolSettings): pg.PoolConfig => ({
  Client: clientClassFor(hosts) as unknown as new () => pg.ClientBase,
  max,
  pipeline: true,
  types: TYPE_PARSERS,
  connectionTimeoutMillis: acquireTimeoutMs,
  idleTimeoutMillis: 0,
  query_timeout: statementTimeoutMs + SILENCE_MS,
  application_name: "vitrine",
  options: [...parameters, `statement_timeout=${statementTimeoutMs}`].map((parameter) => `-c ${parameter}`).join(" "),
});

/**
 * Resolves when no client is borrowed. `pool.end()` may wait longer: if a client is returned while the pool ends, it also waits until the server
 * has closed that connection. A server that vanished never closes it.
 */
async function allReturned(pool: pg.Pool): Promise<void> {
  while (pool.totalCount > pool.idleCount) await once(pool, "release").catch(() => undefined);
}

/** The clients of a pool whose connections have not ended yet. */
function trackOpenClients(pool: pg.Pool): ReadonlySet<object> {
  const open = new Set<object>();
  pool.on("connect", (client) => open.add(client));
  pool.on("remove", (client) => open.delete(client));
  return open;
}

/** Rejects when no connection is available in time. A connection that becomes available later goes back to the pool. */
function withTimeout(coming: Promise<pg.PoolClient>, waitMs: number): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error(`every connection was in use for ${waitMs} ms`));
    }, waitMs);
    coming.then((client) => (isLate ? client.release() : resolve(client)), reject).finally(() => clearTimeout(timer));
  });
}

/** The index of each client's server. */
const serverIndexes = new WeakMap<object, number>();
const serverOf = (client: object): number => serverIndexes.get(client)!;

/** Each client connects to the server that is current when the client is created. If the server is unreachable, later clients skip it. */
const clientClassFor = (hosts: HostSelector) =>
  class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      const index = hosts.current();
      super({ ...config, ...hosts.servers[index] });
      serverIndexes.set(this, index);
    }
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      if (callback === undefined) return super.connect();
      super.connect((error: Error) => {
        if (error) hosts.skip(serverOf(this));
        callback(error);
      });
      return undefined;
    }
  };

/** Connections that are known to lead to a server that accepts writes. */
const verified = new WeakSet<pg.PoolClient>();

async function verify(client: pg.PoolClient, hosts: HostSelector): Promise<pg.PoolClient> {
  try {
    const [writable] = await Promise.all([isWritable(client), client.query({ ...setSellerScope, values: ["{}", "0"] })]);
    if (!writable)
      throw new DatabaseUnavailable("the server takes no writes", { cause: new ReadOnlyServer("found when it was connected to") });
  } catch (error) {
    client.release(error as Error);
    const failure = translateError(error, setSellerScope.name);
    if (failure.cause instanceof ReadOnlyServer) hosts.skip(serverOf(client));
    throw failure;
  }
  hosts.confirm(serverOf(client));
  verified.add(client);
  return client;
}

/**
 * Whether the server is neither a standby nor set to read-only. Asks the server each time, because a pooler in between may have moved the
 * connection to another one.
 */
export async function isWritable(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ takes_writes: boolean }>(checkWritable);
  return rows[0]!.takes_writes;
}

/**
 * Turns a failed statement into `DatabaseUnavailable` when the server accepts no writes. On such a server, different statements fail with
 * different errors.
 */
export async function reclassifyFailure(client: pg.PoolClient, failure: Error): Promise<Error> {
  if (!(failure instanceof StatementFailed)) return failure;
  // If the check fails, the server is unreachable now, but it was reachable when the statement failed. So the failure is kept.
  const writable = await isWritable(client).catch(() => true);
  return writable
    ? failure
    : new DatabaseUnavailable(failure.message, { cause: new ReadOnlyServer("a statement failed", { cause: failure.cause }) });
}
