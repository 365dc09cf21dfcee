import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendEvents } from "../../src/events/index.ts";
import { client, eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { feedEvent, seqsIn } from "./feeds.ts";

let marketplace: Marketplace;
let other: Marketplace;
beforeAll(async () => {
  marketplace = await startMarketplace();
  other = await startMarketplace({ database: marketplace.database, clock: marketplace.clock });
});
afterAll(async () => {
  await other.stop();
  await marketplace.stop();
});

const timed = async <T>(work: Promise<T>): Promise<readonly [T, number]> => {
  const from = performance.now();
  return [await work, performance.now() - from];
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** As many calls of the process wait for events as its figures say. */
const waiting = async (count: number, { request } = marketplace) =>
  eventually(`${count} waiting`, async () => (await request("GET", "/metrics")).text.includes(`vitrine_events_waiting ${count}\n`));
let nth = 0;
const append = ({ sellerId }: Seller, { app } = marketplace) => appendEvents(app.db, [feedEvent(sellerId, (nth += 1))]);

describe("GET /events with wait", () => {
  it.each([
    ["this process", () => marketplace],
    ["another process", () => other],
  ])("is answered as soon as %s appends", async (_, appender) => {
    const seller = await marketplace.seller();
    const reading = timed(seller.get("/api/v1/events?wait=20"));
    await waiting(1);
    await append(seller, appender());
    const [reply, ms] = await reading;
    expect(seqsIn(reply)).toEqual([1]);
    expect(ms).toBeLessThan(5_000);
    await waiting(0);
  });

  it("is answered at once when there is something, and with 204 when its time is up", async () => {
    const seller = await marketplace.seller();
    const [nothing, waited] = await timed(seller.get("/api/v1/events?wait=1"));
    expect(nothing.status).toBe(204);
    expect(waited).toBeGreaterThan(950);
    await append(seller);
    expect(seqsIn(await seller.get("/api/v1/events?wait=20"))).toEqual([1]);
  });

  it("does not wake for another seller's events", async () => {
    const [seller, neighbour] = [await marketplace.seller(), await marketplace.seller()];
    const reading = timed(seller.get("/api/v1/events?wait=1"));
    await waiting(1);
    await append(neighbour);
    const [reply, ms] = await reading;
    expect([reply.status, ms > 950]).toEqual([204, true]);
  });

  it("has four seats for an application and a seller, and says when there is none left", async () => {
    const [seller, neighbour] = [await marketplace.seller(), await marketplace.seller()];
    const reading = Array.from({ length: 4 }, () => seller.get("/api/v1/events?wait=20"));
    await waiting(4);
    const refused = await seller.get("/api/v1/events?wait=20");
    expect(refused.status).toBe(429);
    expect(refused.json.details).toMatchObject([{ code: "too_many_waiting", allowed: 4 }]);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect((await seller.get("/api/v1/events")).status).toBe(204);
    expect((await neighbour.get("/api/v1/events?wait=1")).status).toBe(204);
    await append(seller);
    expect((await Promise.all(reading)).map(seqsIn)).toEqual([[1], [1], [1], [1]]);
  });

  it("takes back the seat of a caller who hung up", async () => {
    const seller = await marketplace.seller();
    const hanging = new AbortController();
    const calls = Array.from({ length: 4 }, () =>
      fetch(`${marketplace.baseUrl}/api/v1/events?wait=30`, { headers: { ...seller.headers }, signal: hanging.signal }),
    );
    await waiting(4);
    hanging.abort();
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    await waiting(0);
  });

  it("misses nothing that is appended while it asks", async () => {
    const seller = await marketplace.seller();
    const seen: number[] = [];
    const appending = (async () => {
      for (let i = 0; i < 60; i += 1) {
        await append(seller, i % 2 === 0 ? marketplace : other);
        await pause(i % 7);
      }
    })();
    while (seen.length < 60) {
      const [reply, ms] = await timed(seller.get(`/api/v1/events?after=${seen.at(-1) ?? 0}&wait=20&limit=3`));
      expect(ms).toBeLessThan(5_000);
      seen.push(...seqsIn(reply));
    }
    await appending;
    expect(seen).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
  });
});

describe("a wait whose caller is not let in any more (decisions 6: within 5 s)", () => {
  const REACHES_ALL_MS = 5_000;
  const credentials = ({ sellerId }: Seller) => `/operator/v1/sellers/${sellerId}/credentials`;

  it.each([
    ["is revoked", 401, "credential_invalid", (seller: Seller) => seller.request("DELETE", `/api/v1/credentials/${seller.credentialId}`)],
    [
      "belongs to a seller that is suspended",
      403,
      "seller_suspended",
      async ({ sellerId }: Seller) =>
        (await marketplace.operator("admin")).request("PATCH", `/operator/v1/sellers/${sellerId}`, { json: { status: "suspended" } }),
    ],
    [
      "was replaced",
      401,
      "credential_invalid",
      async (seller: Seller) =>
        (await marketplace.operator("admin")).post(`${credentials(seller)}/${seller.credentialId}/rotate`, { overlapHours: 0 }),
    ],
  ])("ends here and at another process when its credential %s", async (_, status, code, shut) => {
    const seller = await marketplace.seller();
    const there = client(other.baseUrl, seller.headers);
    const reading = [seller, there].map((speaker) => speaker.get("/api/v1/events?wait=30"));
    await waiting(1);
    await waiting(1, other);
    expect((await shut(seller)).status).toBeLessThan(300);
    const [replies, ms] = await timed(Promise.all(reading));
    expect(replies.map((reply) => [reply.status, reply.json?.details[0].code])).toEqual([
      [status, code],
      [status, code],
    ]);
    expect(ms).toBeLessThan(REACHES_ALL_MS);
    await waiting(0);
  });

  it("ends no other: those of the seller's other credentials go on", async () => {
    const seller = await marketplace.seller();
    const { json } = await seller.post("/api/v1/credentials/rotate", {});
    const successor = client(marketplace.baseUrl, { client_id: seller.clientId, access_token: json.accessToken as string });
    const [old, next] = [timed(seller.get("/api/v1/events?wait=30")), timed(successor.get("/api/v1/events?wait=30"))];
    await waiting(2);
    await successor.request("DELETE", `/api/v1/credentials/${seller.credentialId}`);
    expect((await old)[0].status).toBe(401);
    await waiting(1);
    await append(seller);
    expect(seqsIn((await next)[0])).toEqual([1]);
  });
});

describe("a process that ends or is full", () => {
  it("answers those who wait 204 before it goes", async () => {
    const leaving = await startMarketplace({ database: marketplace.database, clock: marketplace.clock });
    const seller = await marketplace.seller();
    const reading = timed(client(leaving.baseUrl, seller.headers).get("/api/v1/events?wait=30"));
    await waiting(1, leaving);
    await leaving.stop();
    const [reply, ms] = await reading;
    expect(reply.status).toBe(204);
    expect(ms).toBeLessThan(10_000);
  });

  it("refuses more than it has seats for, and answers those who do not wait", async () => {
    const settings = { LONG_POLL_WAITERS: "1" };
    const small = await startMarketplace({ database: marketplace.database, clock: marketplace.clock, settings });
    const readers = await Promise.all([marketplace.seller(), marketplace.seller()]);
    const [first, second] = readers.map(({ headers }) => client(small.baseUrl, headers));
    const reading = first!.get("/api/v1/events?wait=2");
    await waiting(1, small);
    const refused = await second!.get("/api/v1/events?wait=2");
    expect([refused.status, refused.json.details[0].code, refused.headers.get("retry-after")]).toEqual([503, "waiting_full", "1"]);
    expect((await second!.get("/api/v1/events")).status).toBe(204);
    expect((await reading).status).toBe(204);
    await small.stop();
  });
});
