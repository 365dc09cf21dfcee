import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import type { TestDatabase } from "../harness.ts";

/** A database that is as far away as its answers take longer: what a server gets done does not depend on the machine it is tested on. */
export interface FarDatabase extends AsyncDisposable, Pick<TestDatabase, "socket"> {
  /** From now on each answer takes so much longer. */
  move(ms: number): void;
}

/** Stands between a database and whoever connects to it here; near, until it is moved. */
export async function farDatabase({ socket }: Pick<TestDatabase, "socket">): Promise<FarDatabase> {
  const connections = new Set<Socket>();
  let away = 0;
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect(join(socket.host, `.s.PGSQL.${socket.port}`));
    for (const one of [client, upstream]) {
      connections.add(one);
      one.on("error", () => undefined);
      one.on("close", () => connections.delete(one));
    }
    client.on("data", (bytes) => upstream.write(bytes));
    // Timers of one length fire in the order they were set.
    upstream.on("data", (bytes) => setTimeout(() => client.write(bytes), away));
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    socket: { ...socket, host: "127.0.0.1", port: (server.address() as AddressInfo).port },
    move(ms) {
      away = ms;
    },
    async [Symbol.asyncDispose]() {
      for (const one of connections) one.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
