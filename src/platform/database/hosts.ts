import type pg from "pg";
import { splitServerUrls } from "./connection-urls.ts";

/** Where a database is: a URL that names one or several servers, or a socket. */
export interface DatabaseTarget {
  readonly connectionString?: string | undefined;
  readonly socket?: { readonly host: string; readonly port: number; readonly user: string; readonly database: string } | undefined;
}

/** The connection settings of each server, in the order they are tried. */
export function clientConfigsOf({ connectionString = "", socket }: DatabaseTarget): readonly pg.ClientConfig[] {
  // An invalid URL is left to the driver, which rejects it.
  return socket ? [socket] : (splitServerUrls(connectionString) ?? [connectionString]).map((address) => ({ connectionString: address }));
}

/**
 * Chooses which of a database's servers to connect to: the first one that accepts writes. It stays with that server until the server is
 * reported as unusable. Unreachable and read-only servers are skipped. After the last server, the first one is tried again. Servers are
 * identified by their index.
 */
export interface HostSelector {
  readonly servers: readonly pg.ClientConfig[];
  /** The server to try now. */
  current(): number;
  /** Reports that a server cannot be used. Later connections try the next one. */
  skip(index: number): void;
  /** Reports that a server accepts writes. */
  confirm(index: number): void;
  /** Whether another server than `index` is known to accept writes. Connections to server `index` should then be closed. */
  hasMovedFrom(index: number): boolean;
}

/** Creates a selector that starts with the first server. */
export function createHostSelector(servers: readonly pg.ClientConfig[]): HostSelector {
  let current = 0;
  let primary: number | undefined;
  return {
    servers,
    current: () => current,
    skip(index) {
      // Several connections may report the same server. Only the first report moves on to the next one.
      if (index === current) current = (index + 1) % servers.length;
    },
    confirm(index) {
      current = primary = index;
    },
    hasMovedFrom: (index) => primary !== undefined && primary !== index,
  };
}
