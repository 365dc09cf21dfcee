import { once } from "node:events";
import pg from "pg";
import { DatabaseUnavailable, named, StatementFailed, TakesNoWrites } from "./failures.ts";
import type { Hosts } from "./hosts.ts";
import { see, standing } from "./queries.ts";

export interface PoolSettings {
  readonly hosts: Hosts;
  readonly max: number;
  readonly statementTimeoutMs: number;
  /** Longest wait for a new connection. */
  readonly acquireTimeoutMs: number;
  /** Longest wait for a connection that somebody else uses; `acquireTimeoutMs` when absent. */
  readonly waitMs?: number | undefined;
  /** PostgreSQL's own settings, as `name=value`. */
  readonly parameters: readonly string[];
  /** Hears once of each connection that broke, and of none that we end. */
  readonly onBackgroundError: (error: Error) => void;
}

/** Connections that are lent and come back. They take statements without waiting for the answers to earlier ones. */
export interface Pool {
  /** One to a server that takes writes. Rejects with `DatabaseUnavailable` when there is none in time. */
  acquire(): Promise<pg.PoolClient>;
  /** Whether callers wait for connections, or the pool is closing. */
  isWanted(): boolean;
  counts(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Resolves when the server has let go of all of them. */
  close(): Promise<void>;
}

/** PostgreSQL ends a statement that takes too long; a server that is gone without a word ends nothing, so the connection is given up later. */
const SILENCE_MS = 2_000;
/** What a server that is gone without a word is given to say goodbye. */
const GOODBYE_MS = 2_000;
const { builtins, getTypeParser } = pg.types;
/** Whole numbers of 64 bits are numbers: identifiers and cents stay below 2^53. */
export const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === builtins.INT8 ? Number : (getTypeParser(type, format) as (value: string) => unknown)),
};

/** Connections to whichever of the hosts takes writes; none is made before it is asked for. */
export function openPool(settings: PoolSettings): Pool {
  const { hosts, max, statementTimeoutMs, acquireTimeoutMs, waitMs, parameters, onBackgroundError } = settings;
  const pool = new pg.Pool({
    Client: clientOf(hosts) as unknown as new () => pg.ClientBase,
    max,
    pipeline: true,
    types: TYPES,
    connectionTimeoutMillis: acquireTimeoutMs,
    idleTimeoutMillis: 0,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    application_name: "vitrine",
    options: [...parameters, `statement_timeout=${statementTimeoutMs}`].map((parameter) => `-c ${parameter}`).join(" "),
  });
  let isClosing = false;
  // An idle client's loss is told here once more.
  pool.on("error", () => undefined);
  // A client that is checked out reports a lost server on itself; without a listener that ends the process.
  pool.on("connect", (client) => client.on("error", (error) => void (isClosing || onBackgroundError(error))));
  const open = openClientsOf(pool);

  async function connect(): Promise<pg.PoolClient> {
    try {
      const isFree = pool.idleCount > 0 || pool.totalCount < max;
      return await (waitMs === undefined || isFree ? pool.connect() : inTime(pool.connect(), waitMs));
    } catch (cause) {
      throw new DatabaseUnavailable("no connection to the database", { cause });
    }
  }
  async function acquireOne(): Promise<pg.PoolClient> {
    const client = await connect();
    if (!ready.has(client)) return prepared(client, hosts);
    if (!hosts.haveLeft(placeOf(client))) return client;
    client.release(new TakesNoWrites("another server takes the writes now"));
    return acquireOne();
  }

  return {
    async acquire() {
      for (let left = hosts.servers.length; ; left -= 1) {
        const tried = hosts.trying();
        try {
          return await acquireOne();
        } catch (error) {
          if (left <= 1 || hosts.trying() === tried) throw error;
        }
      }
    },
    isWanted: () => pool.ending || pool.waitingCount > 0,
    counts: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      isClosing = true;
      await pool.end();
      // The pool counts a connection as gone when it has said goodbye: who stops the server now would seem to break it.
      const late = AbortSignal.timeout(GOODBYE_MS);
      while (open.size > 0 && !late.aborted) await once(pool, "remove", { signal: late }).catch(() => undefined);
    },
  };
}

/** The clients of a pool whose connections have not ended yet. */
function openClientsOf(pool: pg.Pool): ReadonlySet<object> {
  const open = new Set<object>();
  pool.on("connect", (client) => open.add(client));
  pool.on("remove", (client) => open.delete(client));
  return open;
}

/** A connection that comes in time; one that comes later is let go. */
function inTime(coming: Promise<pg.PoolClient>, waitMs: number): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error(`every connection was in use for ${waitMs} ms`));
    }, waitMs);
    coming.then((client) => (isLate ? client.release() : resolve(client)), reject).finally(() => clearTimeout(timer));
  });
}

/** The places of connected clients' servers among the hosts. */
const places = new WeakMap<object, number>();
const placeOf = (client: object): number => places.get(client)!;

/** A client of the server that is tried when it is made; where that is not reached, the next is. */
const clientOf = (hosts: Hosts) =>
  class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      const place = hosts.trying();
      super({ ...config, ...hosts.servers[place] });
      places.set(this, place);
    }
    override connect(): Promise<pg.Client>;
    override connect(heard: (error: Error) => void): void;
    override connect(heard?: (error: Error) => void): Promise<pg.Client> | undefined {
      if (heard === undefined) return super.connect();
      super.connect((error: Error) => {
        if (error) hosts.passBy(placeOf(this));
        heard(error);
      });
      return undefined;
    }
  };

/** Connections that are known to lead to a server that takes writes. */
const ready = new WeakSet<pg.PoolClient>();

async function prepared(client: pg.PoolClient, hosts: Hosts): Promise<pg.PoolClient> {
  try {
    const [takes] = await Promise.all([takesWrites(client), client.query({ ...see, values: ["{}", "0"] })]);
    if (!takes) throw new DatabaseUnavailable("the server takes no writes", { cause: new TakesNoWrites("found when it was connected to") });
  } catch (error) {
    client.release(error as Error);
    const failure = named(error, see.name);
    if (failure.cause instanceof TakesNoWrites) hosts.passBy(placeOf(client));
    throw failure;
  }
  hosts.settleOn(placeOf(client));
  ready.add(client);
  return client;
}

/** Whether the server at the other end takes writes: no standby, and not told to be read only. A pooler in between may have changed it. */
export async function takesWrites(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ takes_writes: boolean }>(standing);
  return rows[0]!.takes_writes;
}

/** What looks like a defect is none where the server takes no writes: there nearly everything of ours fails, in many ways. */
export async function judged(client: pg.PoolClient, failure: Error): Promise<Error> {
  if (!(failure instanceof StatementFailed)) return failure;
  // Who cannot be asked is gone now and was there when it failed.
  const takes = await takesWrites(client).catch(() => true);
  return takes
    ? failure
    : new DatabaseUnavailable(failure.message, { cause: new TakesNoWrites("a statement failed", { cause: failure.cause }) });
}
