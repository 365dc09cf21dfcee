import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface LocalServer extends AsyncDisposable {
  /** `127.0.0.1:PORT`, as the outbound allow-list takes it. */
  readonly authority: string;
  readonly port: number;
  /** Every request heard, in order. */
  readonly requests: readonly IncomingMessage[];
  /** TCP connections accepted, whether or not a request followed. */
  readonly connections: () => number;
}

/** A real HTTP server on a free port of `host`, closed with every connection when the test leaves its scope. */
export async function localServer(listener: RequestListener, { host = "127.0.0.1", port = 0 } = {}): Promise<LocalServer> {
  const requests: IncomingMessage[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(request);
    response.on("error", () => undefined);
    listener(request, response);
  });
  server.on("connection", (socket) => {
    connections++;
    socket.on("error", () => undefined);
  });
  server.listen(port, host);
  await once(server, "listening");
  const at = (server.address() as AddressInfo).port;
  return {
    authority: `${host}:${at}`,
    port: at,
    requests,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
