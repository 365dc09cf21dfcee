import type pg from "pg";
import { addressesOf } from "./connection-urls.ts";

/** Where a database is: by a URL of one or several servers, or by its socket. */
export interface DatabaseTarget {
  readonly connectionString?: string | undefined;
  readonly socket?: { readonly host: string; readonly port: number; readonly user: string; readonly database: string } | undefined;
}

/** How to connect to each of the servers, in the order they are tried. */
export function serversOf({ connectionString = "", socket }: DatabaseTarget): readonly pg.ClientConfig[] {
  // What is no URL is the driver's to refuse.
  return socket ? [socket] : (addressesOf(connectionString) ?? [connectionString]).map((address) => ({ connectionString: address }));
}

/**
 * Which of a database's servers to connect to: in their order, the first that takes writes, and that one for as long as it does. A server
 * that is not reached, or takes none, is passed by for the next; after the last comes the first.
 */
export interface Hosts {
  readonly servers: readonly pg.ClientConfig[];
  /** The place of the server that is tried now. */
  trying(): number;
  /** The one at this place is of no use; whoever comes later tries the next. */
  passBy(place: number): void;
  /** The one at this place takes writes. */
  settleOn(place: number): void;
  /** Whether another than the one at this place was found to take writes since: a connection to the former is given up. */
  haveLeft(place: number): boolean;
}

/** Nothing is known of them yet. */
export function createHosts(servers: readonly pg.ClientConfig[]): Hosts {
  let trying = 0;
  let settled: number | undefined;
  return {
    servers,
    trying: () => trying,
    passBy(place) {
      // Many find out at the same time.
      if (place === trying) trying = (place + 1) % servers.length;
    },
    settleOn(place) {
      trying = settled = place;
    },
    haveLeft: (place) => settled !== undefined && settled !== place,
  };
}
