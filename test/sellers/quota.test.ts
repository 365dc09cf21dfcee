import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client, eventually, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { buy, onSale } from "../orders/goods.ts";

/** A second without use, and one until somebody looks. */
const LONGEST_HELD_MS = 2_500;

describe("quotas over HTTP (decisions 6)", () => {
  let first: Marketplace;
  let second: Marketplace;
  beforeAll(async () => {
    first = await startMarketplace();
    second = await startMarketplace({ database: first.database, clock: first.clock, settings: { ROLE: "api" } });
  });
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });

  const rateLimit = ({ headers }: Reply) => headers.get("ratelimit") ?? "";
  const left = (reply: Reply) => Number(/r=(\d+)/.exec(rateLimit(reply))?.[1]);
  const through = ({ baseUrl }: Marketplace, { headers }: Seller) => client(baseUrl, headers);
  async function spend(callers: readonly Client[], calls: number): Promise<readonly Reply[]> {
    const replies: Reply[] = [];
    for (let nth = 0; nth < calls; nth += 1) replies.push(await callers[nth % callers.length]!.get("/api/v1/brands"));
    return replies;
  }
  /** Calls until one is refused: one may be let in that grew back meanwhile. */
  async function refused(caller: Client): Promise<Reply> {
    for (;;) {
      const reply = await caller.get("/api/v1/brands");
      if (reply.status === 429) return reply;
    }
  }
  const accepted = (replies: readonly Reply[]) => replies.filter(({ status }) => status === 200).length;

  it("tells with every answer what is left of which lane, counting down", async () => {
    const seller = await first.seller({ plan: 50 });
    const replies = await spend([seller], 3);
    expect(replies.map(left)).toEqual([49, 48, 47]);
    expect(replies[0]!.headers.get("ratelimit-policy")).toBe('"default";q=50;w=60, "orders";q=50;w=60, "bulk";q=50;w=60');
    expect(rateLimit(replies[0]!)).toBe('"default";r=49;t=2');
  });

  it("lets through as much over two processes as over one", async () => {
    const seller = await first.seller({ plan: 50 });
    const replies = await spend([through(first, seller), through(second, seller)], 70);
    expect(accepted(replies)).toBeGreaterThanOrEqual(50);
    // One call grows back in 1.2 s.
    expect(accepted(replies)).toBeLessThanOrEqual(55);
    const refusal = await refused(seller);
    expect(refusal.json).toMatchObject({ type: "Too_Many_Requests", details: [{ code: "quota_exceeded", allowed: 50 }] });
    expect(refusal.headers.get("retry-after")).toMatch(/^[12]$/);
  });

  it("lets the call in that waited as long as Retry-After says", async () => {
    const seller = await first.seller({ plan: 50 });
    await spend([seller], 50);
    const seconds = Number((await refused(seller)).headers.get("retry-after"));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    expect((await seller.get("/api/v1/brands")).status).toBe(200);
  });

  it("keeps the orders' lane for what moves orders", async () => {
    const seller = await first.seller();
    await onSale(first, seller, { CAMISETA: 10 });
    const order = await buy(seller, "CAMISETA", { paid: true });
    const plans = "update credentials set quota_per_minute = 50 where seller_id = $1";
    await first.database.query(plans, [seller.sellerId]);
    await eventually("the new plan", async () => (await seller.get("/api/v1/brands")).headers.get("ratelimit-policy")?.includes("q=50;"));
    await eventually("the end of the default lane", async () => (await seller.get("/api/v1/brands")).status === 429);
    const moved = await seller.put(order.path("status/canceled"), { reasonCancellationCode: 5 });
    expect([moved.status, rateLimit(moved)]).toEqual([200, '"orders";r=49;t=2']);
  });

  it("shares one quota between two live credentials, and one ceiling among an application's sellers", async () => {
    const one = await first.seller({ plan: 250 });
    const other = await first.seller({ plan: 250 });
    await first.database.query("update credentials set client_id = $1 where seller_id = $2", [one.clientId, other.sellerId]);
    await first.database.query("update applications set ceiling_per_minute = 30 where client_id = $1", [one.clientId]);
    const callers = [one, client(first.baseUrl, { ...other.headers, client_id: one.clientId })];
    const replies = await spend(callers, 40);
    expect(accepted(replies)).toBeGreaterThanOrEqual(30);
    expect(accepted(replies)).toBeLessThanOrEqual(33);
    const limits = await eventually("a call", async () => {
      const reply = await callers[1]!.get("/api/v1/limits");
      return reply.status === 200 && reply;
    });
    expect(limits.json.ceiling).toMatchObject({ limit: 30, burst: 30 });
  });

  it("tells the limits, lane by lane", async () => {
    const seller = await first.seller({ plan: 50, scopes: ["lookups"] });
    await spend([seller], 4);
    const { status, json } = await through(second, seller).get("/api/v1/limits");
    expect(status).toBe(200);
    expect(json).toMatchObject({ plan: 50, windowSeconds: 60, bodyLimitBytes: 1024 * 1024 });
    expect(json.lanes).toMatchObject([
      { lane: "default", limit: 50, burst: 50 },
      { lane: "orders", limit: 50, remaining: 50, resetSeconds: 0, burst: 50 },
      { lane: "bulk", limit: 50, remaining: 50, resetSeconds: 0, burst: 50 },
    ]);
    // Four calls and this one; what the first process holds and has not used, a lease of 5 and a call, counts as taken elsewhere.
    expect(json.lanes[0].remaining).toBeLessThanOrEqual(45);
    expect(json.lanes[0].remaining).toBeGreaterThanOrEqual(50 - 4 - 1 - 6);
  });

  /** Calls of a plan of 250 that the table has given to processes. A lease has 25; the next is taken when 6 are left of it. */
  const owed = async ({ sellerId }: Seller) => {
    const [row] = await first.database.query<{ calls: number }>(
      `select round((full_at - extract(epoch from now()) * 1000000) * 250 / 60000000)::integer as calls
         from quotas where seller_id = $1 and lane = 'default'`,
      [sellerId],
    );
    return row!.calls;
  };

  it("takes the next calls before somebody has to wait for one", async () => {
    const seller = await first.seller({ plan: 250 });
    await spend([seller], 18);
    expect(await owed(seller)).toBeLessThanOrEqual(25);
    await spend([seller], 1);
    await eventually("the next lease", async () => (await owed(seller)) > 40);
    expect(await owed(seller)).toBeLessThanOrEqual(50);
  });

  it("takes them too when many calls came at once, or somebody looked at the limits meanwhile", async () => {
    const [many, looking] = [await first.seller({ plan: 250 }), await first.seller({ plan: 250 })];
    await Promise.all(Array.from({ length: 20 }, () => many.get("/api/v1/brands")));
    await eventually("the next lease of many", async () => (await owed(many)) > 40);
    await looking.get("/api/v1/limits");
    await spend([looking], 18);
    await eventually("the next lease of who looked", async () => (await owed(looking)) > 40);
    for (const seller of [many, looking]) expect(await owed(seller)).toBeLessThanOrEqual(50);
  });

  it("leaves nothing taken when a process ends while it takes some", async () => {
    const settings = { ROLE: "api", QUOTA_LEASE_TIMEOUT_MS: "5000" };
    const third = await startMarketplace({ database: first.database, clock: first.clock, settings });
    const seller = await first.seller({ plan: 250 });
    await spend([through(third, seller)], 18);
    await first.database.query("begin");
    await first.database.query("select from quotas where seller_id = $1 for update", [seller.sellerId]);
    await spend([through(third, seller)], 1);
    // It takes 200 ms to drain, and then finds that it is still asking.
    const stopped = third.stop();
    await new Promise((resolve) => setTimeout(resolve, 600));
    await first.database.query("commit");
    await stopped;
    expect(await owed(seller)).toBeLessThanOrEqual(19);
  });

  it("gives back what nobody used", async () => {
    const seller = await first.seller({ plan: 250 });
    await spend([seller], 1);
    const asked = through(second, seller);
    await new Promise((resolve) => setTimeout(resolve, LONGEST_HELD_MS));
    const { json } = await asked.get("/api/v1/limits");
    expect(json.lanes[0].remaining).toBe(249);
  });

  it("lets a process meter for itself while the table does not answer, and meets it again afterwards", async () => {
    const seller = await first.seller({ plan: 50 });
    await seller.get("/api/v1/brands");
    await first.database.query("begin");
    await first.database.query("lock table quotas in access exclusive mode");
    const replies = await spend([seller], 60);
    await first.database.query("commit");
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(accepted(replies)).toBeLessThanOrEqual(52);
    await eventually("the shared quota", async () => (await through(second, seller).get("/api/v1/brands")).status === 200);
  });
});
