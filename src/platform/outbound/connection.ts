import { once } from "node:events";
import { connect as openTcp, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as openTls } from "node:tls";
import { portOf, type AddressPolicy } from "./address-rules.ts";
import type { Resolve } from "./resolver.ts";

/** Thrown when the policy refuses an address. The message is internal, because sellers must not learn the addresses of a name. */
export class AddressBlocked extends Error {}

class NoAddress extends Error {
  readonly code = "ENOTFOUND";
}

/**
 * The target of a connection, as the HTTP client gives it. IPv6 addresses have no brackets. `port` is empty for the default of the
 * protocol.
 */
export interface Target {
  readonly hostname: string;
  readonly port: string;
  readonly protocol: string;
}

export interface ConnectorOptions {
  readonly permits: AddressPolicy;
  readonly resolve: Resolve;
  /** Time limit for name look-up, TCP and TLS together. */
  readonly connectTimeoutMs: number;
}

/**
 * Opens connections that the address policy permits. A literal address is checked directly. A name is looked up once, and
 * all its addresses must pass. The socket connects only to these addresses, and the address it reached is checked again. Rejects with
 * `AddressBlocked` or with the error of the network.
 */
export function createConnector({ permits, resolve, connectTimeoutMs }: ConnectorOptions): (target: Target) => Promise<Socket> {
  return async ({ hostname, port, protocol }) => {
    const deadline = AbortSignal.timeout(connectTimeoutMs);
    const at = portOf({ port, protocol });
    const check = (address: string) => {
      if (!permits(hostname, at, address)) throw new AddressBlocked(`${hostname} is ${address} on port ${at}`);
    };

    const addresses = isIP(hostname) === 0 ? await withDeadline(deadline, resolve(hostname)) : [hostname];
    if (addresses.length === 0) throw new NoAddress(hostname);
    addresses.forEach(check);

    const socket = openTcp({ host: hostname, port: at, lookup: fixedLookup(addresses), autoSelectFamily: true, noDelay: true });
    try {
      await once(socket, "connect", { signal: deadline });
      check(socket.remoteAddress ?? "");
      return protocol === "https:" ? await startTls(socket, hostname, deadline) : socket;
    } catch (error) {
      discard(socket);
      throw error;
    }
  };
}

async function startTls(socket: Socket, hostname: string, deadline: AbortSignal): Promise<Socket> {
  const servername = isIP(hostname) === 0 ? hostname.replace(/\.$/, "") : "";
  const secure = openTls({ socket, host: hostname, servername, ALPNProtocols: ["http/1.1"] });
  try {
    await once(secure, "secureConnect", { signal: deadline });
    return secure;
  } catch (error) {
    discard(secure);
    throw error;
  }
}

/**
 * Creates a look-up function that always returns the given addresses. It prevents the connection from asking a name server again and
 * getting a different address.
 */
const fixedLookup = (addresses: readonly string[]): LookupFunction => {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) =>
    options.all === true ? callback(null, known) : callback(null, known[0]!.address, known[0]!.family);
};

function discard(socket: Socket): void {
  socket.on("error", () => undefined);
  socket.destroy();
}

const withDeadline = <T>(deadline: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    once(deadline, "abort").then(() => {
      throw deadline.reason;
    }),
  ]);
