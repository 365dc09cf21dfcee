import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { exchange } from "./raw-http.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";
import { pause, tell } from "./traffic.ts";

const SLOW = budget(200, 900);
const DRIP_MS = 1_000;
/** Heads may take five seconds; whoever takes longer is looked for every second. */
const HEADS_END_WITHIN_MS = 9_000;
/** A whole request may take fifteen. */
const REQUESTS_END_WITHIN_MS = 19_000;
const LIMIT_MS = 90_000;

let market: Marketplace;
let seller: Seller;
/** A body that stops coming; it is waited for while the others are. */
let unending: ReturnType<typeof exchange>;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
  const head = Object.entries({ ...seller.headers, "content-type": "application/json", "content-length": "100", host: "test" });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const part = `PUT /api/v2/products/VISEIRA/stocks HTTP/1.1\r\n${lines}\r\n{"available":`;
  unending = exchange(Number(new URL(market.baseUrl).port), [part], { limitMs: REQUESTS_END_WITHIN_MS });
});
afterAll(() => market.stop());

const serve = (preload: readonly string[] = []) => startServer({ preload, variables: { ...onDatabase(market.database), ROLE: "api" } });
const portOf = ({ baseUrl }: ServerProcess) => Number(new URL(baseUrl).port);

/** Connections that begin a request and send a header now and then, but never the last one. */
async function drip(server: ServerProcess) {
  const sockets: Socket[] = [];
  for (let nth = 0; nth < SLOW; nth += 1) {
    const socket = connect(portOf(server), "127.0.0.1");
    socket.on("error", () => undefined).resume();
    socket.write("GET /api/v1/brands HTTP/1.1\r\nHost: test\r\n");
    sockets.push(socket);
  }
  const timer = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write("X-Slow: 1\r\n")), DRIP_MS);
  return {
    open: () => sockets.filter((socket) => !socket.closed).length,
    end() {
      clearInterval(timer);
      sockets.forEach((socket) => socket.destroy());
    },
  };
}

/** The longest a call took while the slow ones were there, and how many of those remained. */
async function beside(server: ServerProcess) {
  const slow = await drip(server);
  const untilMs = performance.now() + HEADS_END_WITHIN_MS;
  let longestMs = 0;
  while (performance.now() < untilMs && slow.open() > 0) {
    const { status, ms } = await tell(server.baseUrl, { path: "/api/v1/brands", headers: seller.headers });
    longestMs = Math.max(longestMs, status === 200 ? ms : Number.POSITIVE_INFINITY);
    await pause(100);
  }
  const open = slow.open();
  slow.end();
  return { longestMs, open };
}

describe(`T23: ${SLOW} clients that never end their requests`, () => {
  it(
    "are served by nobody else's time, and gone after theirs",
    async () => {
      const server = await serve();
      const { longestMs, open } = await beside(server);
      figures({ "slow clients": SLOW, "longest answer beside them, ms": longestMs, "still open": open });
      expect(longestMs).toBeLessThan(5_000);
      expect(open).toBe(0);
      await server.end("SIGTERM");
    },
    LIMIT_MS,
  );

  it(
    "sees a planted bug: heads may take for ever",
    async () => {
      const server = await serve([join(import.meta.dirname, "planted-endless-heads.ts")]);
      expect((await beside(server)).open).toBe(SLOW);
      await server.end("SIGTERM");
    },
    LIMIT_MS,
  );

  it(
    "hear 408 when their body stops coming",
    async () => {
      const { answers, closed } = await unending;
      expect(answers.map(({ status }) => status)).toEqual([408]);
      expect(closed).toBe(true);
    },
    LIMIT_MS,
  );
});
