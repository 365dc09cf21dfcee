import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { client, eventually, startMarketplace, testDatabase, type Reply, type Seller, type TestDatabase } from "../harness.ts";
import { receiver, register } from "../notifications/receiver.ts";
import { boughtIn, onSale } from "../orders/goods.ts";
import { onDatabase, startServer, type ServerProcess } from "../reliability/server-process.ts";
import { createConsumer, type Heard } from "./consumer.ts";
import { itemsIn } from "./feeds.ts";

/** Beyond M3: a hundred thousand events, a receiver that loses, repeats and shuffles, and a server that is killed twice. */
const EVENTS = budget(150, 100_000);
const LIMIT_MS = budget(180_000, 4 * 3_600_000);
const WRITERS = 16;
/** Cut before it was read, and read but forgotten: together 30 %. */
const CUT = 0.15;
const FORGOTTEN = 0.15;
const REPEATED = 0.1;
const SHUFFLED_MS = 50;
const SETTINGS = { NOTIFICATION_RETRY_SECONDS: "1,1,1,1,1,1,1,1,1", LOG_LEVEL: "silent" };

let database: TestDatabase;
let seller: Seller;
let server: ServerProcess;
beforeAll(async () => {
  database = await testDatabase();
  const publishing = await startMarketplace({ database });
  const made = await publishing.seller();
  await onSale(publishing, made, { CAOS: 1_000_000 });
  await publishing.stop();
  await start();
  seller = { ...made, ...speaking(made) };
}, 120_000);
afterAll(async () => {
  await server.end("SIGKILL");
  await database.drop();
});

const start = async () => {
  server = await startServer({ variables: { ...onDatabase(database), ...SETTINGS } });
};
async function killed(): Promise<void> {
  await server.end("SIGKILL");
  await start();
}

/** Speaks to whichever process serves now, until one answers. */
function speaking({ headers }: Pick<Seller, "headers">) {
  const request = async (...asked: Parameters<Seller["request"]>): Promise<Reply> => {
    for (;;) {
      const reply = await client(server.baseUrl, headers)
        .request(...asked)
        .catch(() => undefined);
      if (reply !== undefined && reply.status < 500 && reply.status !== 429) return reply;
      await sleep(50);
    }
  };
  return {
    request,
    get: (path: string) => request("GET", path),
    post: (path: string, json: unknown) => request("POST", path, { json }),
    put: (path: string, json: unknown) => request("PUT", path, { json }),
  };
}

const lastSeq = async () => {
  const [row] = await database.query<{ events: number }>("select events::integer as events from seller_counters where seller_id = $1", [
    seller.sellerId,
  ]);
  return row!.events;
};

let written = 0;
/** Buys and moves until so many events were written; a call whose answer was lost is made again and finds its effect. */
async function write(until: number, nth: number): Promise<void> {
  for (let made = 0; written < until; made += 1) {
    const orderNumber = `M3-${nth}-${until}-${made}`;
    await seller.post("/api/v1/orders", { orderNumber, items: [{ sku: "CAOS", quantity: 1 }], paid: true });
    const bought = boughtIn({ ...(await seller.get(`/api/v1/orders/${orderNumber}?expand=shippings`)), status: 201 });
    if (made % 3 === 0) await seller.put(bought.path("status/canceled"), { reasonCancellationCode: 1 });
    else await seller.put(bought.path("status/invoiced"), { issueDate: isoDateTime(Date.now()) });
    written += 2;
  }
}

/** What the server says of every order and of the product. */
async function standing(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>([["CAOS", (await seller.get("/api/v2/products/CAOS/status")).json.status as string]]);
  const rows = await database.query<{ order_number: string; status: string }>(
    "select order_number, status from orders where seller_id = $1",
    [seller.sellerId],
  );
  for (const { order_number, status } of rows) found.set(order_number, status);
  return found;
}

const inOrder = (copy: ReadonlyMap<string, string>) => [...copy].toSorted(([a], [b]) => (a < b ? -1 : 1));

describe("M3: a consumer of notifications and the feed loses nothing", () => {
  it(
    "while its messages are cut, forgotten, repeated and shuffled, and the server is killed twice",
    async () => {
      const before = await lastSeq();
      const consumer = createConsumer(async (after) => itemsIn(await seller.get(`/api/v1/events?after=${after}&limit=500`)));
      await consumer.catchUp();
      expect(consumer.cursor()).toBe(before);

      const arrived = new Set<number>();
      const heard: Heard[] = [];
      const chance = (likely: number) => Math.random() < likely;
      await using hook = await receiver(({ json }, response) => {
        if (chance(CUT)) return void response.destroy();
        const event = json as unknown as Heard;
        arrived.add(event.seq);
        if (chance(FORGOTTEN)) return 204;
        for (let times = chance(REPEATED) ? 2 : 1; times > 0; times -= 1) {
          setTimeout(() => {
            heard.push(event);
            consumer.hear(event);
          }, Math.random() * SHUFFLED_MS);
        }
        return 204;
      });
      await register(seller, hook.url);

      for (const part of [1 / 3, 2 / 3, 1]) {
        const until = Math.ceil(EVENTS * part);
        const writing = Promise.all(Array.from({ length: WRITERS }, (_, nth) => write(until, nth)));
        if (part < 1) {
          await eventually("the next kill", async () => written > until - EVENTS / 6, LIMIT_MS);
          await killed();
        }
        await writing;
      }
      const last = await lastSeq();
      expect(last - before).toBeGreaterThanOrEqual(EVENTS);
      await eventually("every event to arrive once", async () => arrived.size === last - before, LIMIT_MS);
      await sleep(SHUFFLED_MS * 2);
      await consumer.catchUp();

      figures({ events: last - before, "messages heard": heard.length, "events from the feed": consumer.fromFeed(), kills: 2 });
      const there = inOrder(await standing());
      expect(consumer.cursor()).toBe(last);
      expect(inOrder(consumer.copy)).toEqual(there);
      // The chaos was one: whoever only listens ends elsewhere.
      expect(consumer.fromFeed()).toBeGreaterThan(before);
      const deaf = createConsumer(async () => []);
      for (const event of heard) deaf.hear(event);
      expect(inOrder(deaf.copy)).not.toEqual(there);
    },
    LIMIT_MS,
  );
});
