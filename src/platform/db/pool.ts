import { once } from "node:events";
import pg from "pg";
import { DatabaseUnavailable, named, StatementFailed, TakesNoWrites } from "./failures.ts";
import type { Hosts } from "./hosts.ts";
import { BytesClient, SEE, STANDING } from "./protocol.ts";
import { cutSilent } from "./silence.ts";

export interface ConnectionsSettings {
  readonly hosts: Hosts;
  readonly most: number;
  /** PostgreSQL's own settings, as `name=value`. */
  readonly options: readonly string[];
  readonly acquireTimeoutMs: number;
  /** Longest wait for a connection that somebody else uses; absent = as long as for a new one. */
  readonly waitMs?: number | undefined;
  /** A statement that takes so long is not answered any more. */
  readonly silentMs: number;
  /** Hears once of each connection that broke, and of none that we end. */
  readonly onLost: (error: Error) => void;
}

/** Connections that are lent and come back. */
export interface Connections {
  /** One to a server that takes writes, with `SEE` prepared. Rejects with `DatabaseUnavailable`. */
  open(): Promise<pg.PoolClient>;
  /** Somebody waits for one. */
  areWanted(): boolean;
  counts(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Resolves when the server has let go of all of them. */
  close(): Promise<void>;
}

/** What a server that is gone without a word is given to say goodbye. */
const GOODBYE_MS = 2_000;

/** Connections to whichever of the hosts takes writes; none is made before it is asked for. */
export function createConnections(settings: ConnectionsSettings): Connections {
  const { hosts, waitMs, onLost } = settings;
  const pool = new pg.Pool({
    Client: clientOf(hosts) as unknown as new () => pg.ClientBase,
    max: settings.most,
    pipeline: true,
    connectionTimeoutMillis: settings.acquireTimeoutMs,
    idleTimeoutMillis: 0,
    application_name: "vitrine",
    options: settings.options.map((option) => `-c ${option}`).join(" "),
  });
  const open = new Set<BytesClient>();
  let isClosing = false;
  // An idle client's loss is told here once more.
  pool.on("error", () => undefined);
  // A client that is checked out reports a lost server on itself; without a listener that ends the process.
  pool.on("connect", (client) => client.on("error", (error) => void (isClosing || onLost(error))));
  pool.on("connect", (client) => open.add(client as unknown as BytesClient));
  pool.on("remove", (client) => open.delete(client as unknown as BytesClient));
  cutSilent(pool, open, settings.silentMs);

  async function acquire(): Promise<pg.PoolClient> {
    try {
      const isFree = pool.idleCount > 0 || pool.totalCount < pool.options.max;
      return await (waitMs === undefined || isFree ? pool.connect() : impatiently(pool.connect(), waitMs));
    } catch (cause) {
      throw new DatabaseUnavailable("no connection to the database", { cause });
    }
  }

  async function openOne(): Promise<pg.PoolClient> {
    const client = await acquire();
    if (!isPrepared(client)) return prepared(client, hosts);
    if (!hosts.haveLeft(placeOf(client))) return client;
    client.release(new TakesNoWrites("another server takes the writes now"));
    return openOne();
  }

  return {
    async open() {
      for (let left = hosts.servers.length; ; left -= 1) {
        const tried = hosts.trying();
        try {
          return await openOne();
        } catch (error) {
          if (left <= 1 || hosts.trying() === tried) throw error;
        }
      }
    },
    areWanted: () => pool.ending || pool.waitingCount > 0,
    counts: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      isClosing = true;
      await pool.end();
      // The pool counts a connection as gone when it has said goodbye: who stops the server now would seem to break it.
      const late = AbortSignal.timeout(GOODBYE_MS);
      while (open.size > 0 && !late.aborted) await once(pool, "remove", { signal: late }).catch(() => undefined);
      for (const client of open) client.cut(new Error(`no goodbye for ${GOODBYE_MS} ms`));
    },
  };
}

/** A connection that comes in time; one that comes later is let go. */
function impatiently(coming: Promise<pg.PoolClient>, waitMs: number): Promise<pg.PoolClient> {
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
  class extends BytesClient {
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

/** Connections on which `SEE` is prepared. */
const ready = new WeakSet<pg.PoolClient>();
const isPrepared = (client: pg.PoolClient): boolean => ready.has(client);

async function prepared(client: pg.PoolClient, hosts: Hosts): Promise<pg.PoolClient> {
  try {
    const [takes] = await Promise.all([takesWrites(client), client.query({ ...SEE, values: ["{}", "0"] })]);
    if (!takes) throw new DatabaseUnavailable("the server takes no writes", { cause: new TakesNoWrites("found when it was connected to") });
  } catch (error) {
    client.release(error as Error);
    const failure = named(error, SEE.name);
    if (failure.cause instanceof TakesNoWrites) hosts.passBy(placeOf(client));
    throw failure;
  }
  hosts.settleOn(placeOf(client));
  ready.add(client);
  return client;
}

/** Whether the server at the other end takes writes: no standby, and not told to be read only. A pooler in between may have changed it. */
export async function takesWrites(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ takes_writes: boolean }>(STANDING);
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
