import { setTimeout as sleep } from "node:timers/promises";
import { type DatabaseServer, openSite } from "./database-servers.ts";
import { startProxy } from "./proxy.ts";

/** What is told of a takeover while it goes on. */
interface Takeover {
  /** The primary is gone. */
  readonly gone?: () => void;
  /** The other one takes writes. */
  readonly over?: () => void;
}

/** A primary and its synchronous standby, again and again. */
export interface Cluster extends AsyncDisposable {
  readonly primary: () => DatabaseServer;
  readonly standby: () => DatabaseServer;
  /** A new database on the primary; answers its name. */
  database(): Promise<string>;
  /** Where it is on servers of these ports. */
  urlOf(database: string, ports: readonly number[]): string;
  /** A new standby: from here on nothing is acknowledged that it does not have. */
  follow(): Promise<void>;
  /**
   * The primary dies with kill -9, torn off from its standby a moment before; nobody is primary for a while, then that standby is. Answers
   * when it was, as `performance.now()` tells it.
   */
  failOver(told?: Takeover): Promise<number>;
}

/** What one of them alone acknowledged in so short a time would be lost. */
const TORN_MS = 300;
const OUTAGE_MS = 500;

/** Where connections to a server go. */
export const at = ({ port }: DatabaseServer): { readonly host: string; readonly port: number } => ({ host: "127.0.0.1", port });

/** Starts both. */
export async function startCluster(): Promise<Cluster> {
  const site = await openSite();
  const link = await startProxy(undefined);
  let primary = await site.primary();
  const follow = async () => {
    link.pointAt(at(primary));
    return site.standbyOf(primary, link.port);
  };
  let standby = await follow();
  return {
    primary: () => primary,
    standby: () => standby,
    database: () => site.database(primary),
    urlOf: site.urlOf,
    async follow() {
      standby = await follow();
    },
    async failOver({ gone, over } = {}) {
      link.tear();
      await sleep(TORN_MS);
      primary.kill();
      link.pointAt(undefined);
      gone?.();
      await sleep(OUTAGE_MS);
      await standby.promote();
      primary = standby;
      over?.();
      return performance.now();
    },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await link[Symbol.asyncDispose]();
    },
  };
}
