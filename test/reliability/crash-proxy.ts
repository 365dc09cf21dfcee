import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import type { TestDatabase } from "../harness.ts";

/**
 * Where a process dies: before the n-th thing it says to the database leaves it, or when the n-th that the database
 * answers was carried out and the answer has not arrived.
 */
export interface CrashPoint {
  readonly when: "before" | "after";
  /** From 1. */
  readonly call: number;
}

/**
 * Stands between a process and PostgreSQL and, at a chosen call, does to PostgreSQL what the death of the process does:
 * every connection ends there and then, and none is made any more. A call is one statement (`begin` and `commit` among
 * them) or the Sync that ends and commits an implicit transaction, however many are on the wire at once.
 */
export interface CrashProxy extends AsyncDisposable {
  /** Where to connect instead. */
  readonly socket: TestDatabase["socket"];
  /** Counts calls from here on and dies at this one. */
  arm(point: CrashPoint): void;
  /** How many calls were made since: how many it could have died before, and how many after. */
  calls(): Readonly<Record<CrashPoint["when"], number>>;
  /** Whether as many calls were made. */
  reached(): boolean;
  /** Whether the process died at it: not yet, while the answer that it is to miss has not come. */
  died(): boolean;
  /** Back to life, and harmless until armed again. */
  revive(): void;
}

export async function crashProxy(database: TestDatabase): Promise<CrashProxy> {
  const { host, port, user, database: name } = database.socket;
  const connections = new Set<Socket>();
  let point: CrashPoint | undefined;
  let calls = { before: 0, after: 0 };
  let dead = false;

  const die = () => {
    dead = true;
    for (const socket of connections) socket.destroy();
  };
  const server = createServer({ noDelay: true }, (client) => {
    if (dead) return void client.destroy();
    const upstream = connect(join(host, `.s.PGSQL.${port}`));
    for (const socket of [client, upstream]) {
      connections.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => connections.delete(socket));
    }
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    /** Answers until the process dies; undefined = it does not die at one of this connection. */
    let lastCalls: number | undefined;
    /** For which point it would. */
    let last: CrashPoint | undefined;
    let awaited = 0;

    const sent = messages(START_UP, (message, type) => {
      // While the last answer is awaited nothing more leaves the process.
      if (dead || lastCalls !== undefined) return;
      const isAnswered = type === SYNC || type === QUERY;
      if (isAnswered) calls.after += 1;
      if (isAnswered || type === EXECUTE) calls.before += 1;
      if (point !== undefined && (isAnswered || (type === EXECUTE && point.when === "before")) && calls[point.when] === point.call) {
        if (point.when === "before") return die();
        [lastCalls, last] = [awaited + 1, point];
      }
      if (isAnswered) awaited += 1;
      upstream.write(message);
    });
    const answered = messages(TYPED, (message, type) => {
      if (type === READY) {
        // The first one follows the start-up, not a call.
        if (awaited > 0) awaited -= 1;
        // Work in the background may answer when the subject is done with: then only its connection ends.
        if (lastCalls !== undefined && (lastCalls -= 1) === 0) return last === point ? die() : void client.destroy();
      }
      // The answers before the last one arrive; the last one does not.
      if (lastCalls === undefined || lastCalls > 1) client.write(message);
    });
    client.on("data", sent);
    upstream.on("data", answered);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    socket: { host: "127.0.0.1", port: (server.address() as AddressInfo).port, user, database: name },
    arm(chosen) {
      point = chosen;
      calls = { before: 0, after: 0 };
    },
    calls: () => ({ ...calls }),
    reached: () => point !== undefined && calls[point.when] >= point.call,
    died: () => dead,
    revive() {
      point = undefined;
      dead = false;
    },
    async [Symbol.asyncDispose]() {
      die();
      server.close();
      await once(server, "close");
    },
  };
}

const SYNC = "S".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);
const EXECUTE = "E".charCodeAt(0);
const READY = "Z".charCodeAt(0);
/** A process's first message has no type. */
const START_UP = 0;
const TYPED = 1;
const LENGTH_BYTES = 4;

/** Cuts a stream of PostgreSQL's protocol into its messages (PostgreSQL documentation, "Message Formats"). */
function messages(
  first: typeof START_UP | typeof TYPED,
  take: (message: Buffer, type: number | undefined) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let typeBytes: number = first;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= typeBytes + LENGTH_BYTES) {
      const length = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      const type = typeBytes === TYPED ? message[0] : undefined;
      typeBytes = TYPED;
      take(message, type);
    }
  };
}
