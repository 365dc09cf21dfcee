import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

/** Stands before servers of a database as a proxy of theirs does: sessions go to one of them, until it points at another. */
export interface Proxy extends AsyncDisposable {
  readonly port: number;
  /** Cuts every session; new ones go there from now on. Undefined = nobody is there, and they are cut at once. */
  pointAt(target: NetConnectOpts | undefined): void;
  /** Cuts new sessions at once and leaves those there are. Until it points somewhere again. */
  refuse(): void;
  /** From now on no byte goes either way, and nobody is told: a network that is torn. Until it points somewhere again. */
  tear(): void;
  /** From now on nobody is told that the other side has ended or closed: its machine is gone. Until it points somewhere again. */
  hushEnds(): void;
  /** Sessions that are open. */
  sessions(): number;
}

/** Starts one on a port of this machine's. */
export async function startProxy(first: NetConnectOpts | undefined): Promise<Proxy> {
  let target = first;
  let isTorn = false;
  let areEndsHushed = false;
  const open = new Set<Socket>();
  const cut = () => open.forEach((socket) => socket.destroy());
  const pass = (from: Socket, to: Socket) => {
    open.add(from);
    from.on("error", () => undefined);
    from.on("data", (bytes) => void (isTorn || to.write(bytes)));
    from.on("end", () => void (isTorn || areEndsHushed || to.end()));
    from.on("close", () => {
      open.delete(from);
      if (!areEndsHushed) to.destroy();
    });
  };
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    client.on("error", () => undefined);
    if (target === undefined) return void client.destroy();
    const upstream = connect({ ...target, noDelay: true, allowHalfOpen: true } as NetConnectOpts);
    pass(client, upstream);
    pass(upstream, client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    pointAt(next) {
      target = next;
      isTorn = areEndsHushed = false;
      cut();
    },
    refuse() {
      target = undefined;
    },
    tear() {
      isTorn = true;
    },
    hushEnds() {
      areEndsHushed = true;
    },
    sessions: () => open.size / 2,
    async [Symbol.asyncDispose]() {
      areEndsHushed = false;
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
