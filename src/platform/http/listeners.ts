import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { type AddressInfo, createServer, type ListenOptions, type Server } from "node:net";

/**
 * From each of them Node takes one connection in a turn of its loop, and turns last the longer the more callers there are already: through one, the
 * last of 256 who came at once to Node's bare server waited about a second.
 */
const SOCKETS = 16;
/** As of an HTTP server's own. */
const OPTIONS = { allowHalfOpen: true, noDelay: true };
/** Where no two sockets may listen at one port, as on macOS. */
const UNSHARED = "ENOTSUP";

/** Where a server listens, through several sockets. */
export interface Listeners {
  /** Resolves to the port listened at, which it chooses for 0; rejects with `EADDRINUSE` when somebody listens there, and listens nowhere then. */
  listen(port: number, host: string): Promise<number>;
  /** Listens no more; ends when every connection has. */
  close(): Promise<void>;
}

/** Whoever connects is the server's, whichever socket took it. */
export function listenersOf(server: HttpServer): Listeners {
  const beside = Array.from({ length: SOCKETS - 1 }, () => createServer(OPTIONS, (socket) => void server.emit("connection", socket)));
  const close = async (): Promise<void> => {
    const open = [server, ...beside].filter((one) => one.listening);
    await Promise.all(open.map(closed));
  };
  return {
    async listen(port, host) {
      // Sockets that share a port would share it with another program's, too: first it is asked for alone.
      const free = port === 0 ? { port, host } : await freeAt(port, host);
      try {
        const at = await listening(server, { ...free, reusePort: true });
        const others = beside.map((one) => listening(one, { host: at.address, port: at.port, reusePort: true }));
        await Promise.allSettled(others);
        await Promise.all(others);
        return at.port;
      } catch (error) {
        // Some of them may listen.
        await close();
        if ((error as NodeJS.ErrnoException).code !== UNSHARED) throw error;
        return (await listening(server, free)).port;
      }
    },
    close,
  };
}

async function freeAt(port: number, host: string): Promise<{ readonly port: number; readonly host: string }> {
  const probe = createServer();
  const { address } = await listening(probe, { port, host });
  await closed(probe);
  return { port, host: address };
}

async function listening(server: Server, options: ListenOptions): Promise<AddressInfo> {
  server.listen(options);
  await once(server, "listening");
  return server.address() as AddressInfo;
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, "close");
}
