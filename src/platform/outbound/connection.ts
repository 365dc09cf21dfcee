import { once } from "node:events";
import { connect as openTcp, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as openTls } from "node:tls";
import { portOf, type AddressPolicy } from "./address-rules.ts";
import type { Resolve } from "./resolver.ts";

/** Thrown when the guard refuses an address; the reason stays inside: what a name resolves to tells sellers nothing. */
export class AddressBlocked extends Error {}

class NoAddress extends Error {
  readonly code = "ENOTFOUND";
}

/** Where to connect, as the HTTP client says it: IPv6 without brackets, `port` empty for the protocol's own. */
export interface Target {
  readonly hostname: string;
  readonly port: string;
  readonly protocol: string;
}

export interface ConnectorOptions {
  readonly permits: AddressPolicy;
  readonly resolve: Resolve;
  /** For name, TCP and TLS together. */
  readonly connectTimeoutMs: number;
}

/**
 * Opens connections that the guard permits (reliability 5.4): a literal address is checked as it is, a name is
 * looked up once and every address found must pass; the socket connects to exactly those, and where it arrived is checked again.
 * Rejects with Blocked, or with the network's error.
 */
export function createConnector({ permits, resolve, connectTimeoutMs }: ConnectorOptions): (target: Target) => Promise<Socket> {
  return async ({ hostname, port, protocol }) => {
    const deadline = AbortSignal.timeout(connectTimeoutMs);
    const at = portOf({ port, protocol });
    const check = (address: string) => {
      if (!permits(hostname, at, address)) throw new AddressBlocked(`${hostname} is ${address} on port ${at}`);
    };

    const addresses = isIP(hostname) === 0 ? await before(deadline, resolve(hostname)) : [hostname];
    if (addresses.length === 0) throw new NoAddress(hostname);
    addresses.forEach(check);

    const socket = openTcp({ host: hostname, port: at, lookup: answering(addresses), autoSelectFamily: true, noDelay: true });
    try {
      await once(socket, "connect", { signal: deadline });
      check(socket.remoteAddress ?? "");
      return protocol === "https:" ? await secured(socket, hostname, deadline) : socket;
    } catch (error) {
      discard(socket);
      throw error;
    }
  };
}

async function secured(socket: Socket, hostname: string, deadline: AbortSignal): Promise<Socket> {
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

/** A lookup that knows its answer: the connection cannot ask a name server a second time and be told something else. */
const answering = (addresses: readonly string[]): LookupFunction => {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) =>
    options.all === true ? callback(null, known) : callback(null, known[0]!.address, known[0]!.family);
};

function discard(socket: Socket): void {
  socket.on("error", () => undefined);
  socket.destroy();
}

const before = <T>(deadline: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    once(deadline, "abort").then(() => {
      throw deadline.reason;
    }),
  ]);
