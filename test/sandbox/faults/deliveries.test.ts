import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../../harness.ts";
import { happen, receiver, register, type Received } from "../../notifications/receiver.ts";
import { troubleOf, type Trouble } from "./rules.ts";

let market: Marketplace;
let trouble: Trouble;
beforeAll(async () => {
  market = await startMarketplace();
  trouble = await troubleOf(market);
});
afterEach(() => trouble.off());
afterAll(() => market.stop());

/** A seller whose receiver has proven itself, so that nothing is held back for other reasons. */
async function listener(hook: { readonly url: string; readonly received: readonly Received[] }) {
  const seller = await market.seller();
  const endpoint = await register(seller, hook.url);
  await seller.post(`${endpoint.path}/test`, undefined);
  await eventually("the test", async () => hook.received.length === 1);
  return { seller, endpoint };
}
const seqsOf = (received: readonly Received[]) => received.flatMap(({ json }) => json.seq ?? []);
const markOf = ({ headers }: Received) => headers["vitrine-fault"];
const until = (what: string, check: () => boolean) => eventually(what, async () => check());
const settled = (seller: Seller, seq: number) =>
  eventually(`the endpoint of ${seller.sellerId} to have passed ${seq}`, async () => {
    const [row] = await market.database.query<{ cursor_seq: string }>(
      "select cursor_seq from notification_endpoints where seller_id = $1",
      [seller.sellerId],
    );
    return Number(row!.cursor_seq) >= seq;
  });
const times = (count: number, resource: string) => Array.from({ length: count }, () => resource);

describe("a notification that a fault loses", () => {
  it("never arrives, is dead in the log, can be sent again, and is missed by whoever looks at prevSeq", async () => {
    await using hook = await receiver();
    const { seller, endpoint } = await listener(hook);
    await trouble.events([{ kind: "drop", sellerId: seller.sellerId }]);
    await happen(market, seller.sellerId, ["order/1", "order/1"]);
    await settled(seller, 2);
    await trouble.off();
    await happen(market, seller.sellerId, ["order/1"]);
    await until("the third event", () => seqsOf(hook.received).includes(3));
    expect(seqsOf(hook.received)).toEqual([3]);
    expect(hook.received.at(-1)!.json.prevSeq).toBe(2);

    const { items } = (await seller.get(`${endpoint.path}/deliveries?size=10`)).json;
    const lost = items.filter(({ trouble: why }: { trouble?: string }) => why === "lost by a fault");
    expect(lost.map(({ seq, status, responseStatus }: Record<string, unknown>) => [seq, status, responseStatus])).toEqual([
      [2, "dead", undefined],
      [1, "dead", undefined],
    ]);
    const { json: whole } = await seller.get(`${endpoint.path}/deliveries/${lost[0].deliveryId}`);
    expect(whole.attempts[0].request).toMatch(/^vitrine-fault: drop\n\n\{/);
    expect((await seller.post(`${endpoint.path}/deliveries/${lost[0].deliveryId}/redeliver`, undefined)).status).toBe(202);
    await until("the second event", () => seqsOf(hook.received).includes(2));
    // The feed knows nothing of faults.
    const feed = (await seller.get("/api/v1/events?after=0")).json;
    expect(feed.items.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2, 3]);
  });
});

describe("a notification that a fault doubles", () => {
  it("arrives twice, alike and signed, and says so", async () => {
    await using hook = await receiver();
    const { seller, endpoint } = await listener(hook);
    await trouble.events([{ kind: "duplicate" }]);
    await happen(market, seller.sellerId, ["product/A", "product/B", "product/A"]);
    await settled(seller, 3);
    const pushed = hook.received.slice(1);
    expect(seqsOf(pushed).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2, 3, 3]);
    expect(seqsOf(pushed.filter(({ json }) => json.parameters.sku === "A"))).toEqual([1, 1, 3, 3]);
    for (const one of pushed) {
      expect(markOf(one)).toBe("duplicate");
      expect(new Webhook(endpoint.secret).verify(one.body, one.headers as Record<string, string>)).toMatchObject({ seq: one.json.seq });
    }
    const copies = Map.groupBy(pushed, ({ headers }) => headers["webhook-id"]);
    for (const [first, second] of copies.values()) expect(second!.body).toBe(first!.body);
  });

  it("is not sent more often than that when its receiver fails at first", async () => {
    await using hook = await receiver();
    const { seller, endpoint } = await listener(hook);
    let failures = 1;
    hook.answer(() => ((failures -= 1) >= 0 ? 500 : 204));
    await trouble.events([{ kind: "duplicate" }]);
    await happen(market, seller.sellerId, ["order/1"]);
    await eventually("the first try to be written down", async () => {
      const { status } = await seller.get(`${endpoint.path}/deliveries?status=failed`);
      return status === 200;
    });
    market.clock.move(60_000);
    await until("the second try", () => seqsOf(hook.received).length === 2);
    await happen(market, seller.sellerId, ["order/1"]);
    await settled(seller, 2);
    expect(seqsOf(hook.received)).toEqual([1, 1, 2, 2]);
  });
});

/** How often a later event of a resource came before an earlier one. */
const inversions = (received: readonly Received[]) => {
  const highest = new Map<string, number>();
  let found = 0;
  for (const { json } of received) {
    const resource = json.parameters.orderNumber ?? json.parameters.sku ?? "";
    const before = highest.get(resource) ?? 0;
    if (json.resourceVersion < before) found += 1;
    highest.set(resource, Math.max(before, json.resourceVersion));
  }
  return found;
};

describe("notifications that faults hold", () => {
  it("overtake each other when shuffled: each once, of one resource too, one at a time", async () => {
    await using hook = await receiver();
    const { seller } = await listener(hook);
    await trouble.events([{ kind: "shuffle", withinMs: 600 }]);
    await happen(market, seller.sellerId, times(12, "order/1"));
    await settled(seller, 12);
    const pushed = hook.received.slice(1);
    expect(seqsOf(pushed).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    expect(inversions(pushed)).toBeGreaterThan(0);
    expect(new Set(pushed.map(markOf))).toEqual(new Set(["shuffle"]));
  });

  it("come late in their order when delayed, whatever share of them is, and others are not held up", async () => {
    await using hook = await receiver();
    const { seller } = await listener(hook);
    await trouble.events([{ kind: "delay", delayMs: 400, share: 0.5 }]);
    const resources = [...times(12, "order/1"), "order/2"];
    const startedMs = performance.now();
    await happen(market, seller.sellerId, resources);
    await settled(seller, resources.length);
    const pushed = hook.received.slice(1);
    expect(inversions(pushed)).toBe(0);
    const late = pushed.filter((one) => markOf(one) === "delay");
    expect(late.length).toBeGreaterThan(0);
    expect(late.length).toBeLessThan(pushed.length);
    for (const { atMs } of late) expect(atMs - startedMs).toBeGreaterThanOrEqual(400);
  });

  it("are sent when the fault is taken back, once and unmarked, whatever else was to befall them", async () => {
    await using hook = await receiver();
    const { seller } = await listener(hook);
    const own = { sellerId: seller.sellerId };
    await trouble.events([
      { kind: "drop", share: 0.5, ...own },
      { kind: "duplicate", ...own },
      { kind: "delay", delayMs: 600_000, ...own },
    ]);
    await happen(market, seller.sellerId, times(10, "product/A"));
    const leased = "select from notification_endpoints where seller_id = $1 and lease_until is not null";
    await eventually("a lease on its endpoint", async () => (await market.database.query(leased, [seller.sellerId])).length > 0);
    await trouble.off();
    await settled(seller, 10);
    expect(seqsOf(hook.received)).toEqual(Array.from({ length: 10 }, (_, nth) => nth + 1));
    expect(hook.received.map(markOf)).toEqual(hook.received.map(() => undefined));
  });

  it("are sent when the fault is taken back, once, also by whoever took the endpoint over meanwhile", async () => {
    await using hook = await receiver();
    const { seller } = await listener(hook);
    const lease = async () => {
      const [row] = await market.database.query<{ fence: string; held: boolean }>(
        "select fence, lease_until is not null as held from notification_endpoints where seller_id = $1",
        [seller.sellerId],
      );
      return row!;
    };
    await trouble.events([{ kind: "delay", delayMs: 600_000, sellerId: seller.sellerId }]);
    await happen(market, seller.sellerId, ["order/1", "order/1"]);
    const before = await eventually("a lease on its endpoint", async () => {
      const row = await lease();
      return row.held && row;
    });
    await market.database.query("update notification_endpoints set version = version + 1 where seller_id = $1", [seller.sellerId]);
    await eventually("another lease", async () => {
      const row = await lease();
      return row.held && Number(row.fence) > Number(before.fence);
    });
    expect(seqsOf(hook.received)).toEqual([]);
    await trouble.off();
    await settled(seller, 2);
    expect(seqsOf(hook.received)).toEqual([1, 2]);
  });
});

describe("a consumer that trusts the feed alone", () => {
  it("has the server's state after losses, doubles and disorder; one that trusts what is pushed has not", async () => {
    await using hook = await receiver();
    const { seller } = await listener(hook);
    await trouble.events(
      [
        { kind: "drop", share: 0.3 },
        { kind: "duplicate", share: 0.1 },
        { kind: "shuffle", withinMs: 400 },
      ],
      7,
    );
    const resources = Array.from({ length: 40 }, (_, i) => `order/${i % 4}`);
    await happen(market, seller.sellerId, resources);
    await settled(seller, resources.length);
    const server = new Map(["0", "1", "2", "3"].map((number) => [number, 10]));
    const naive = new Map<string, number>();
    const careful = new Map<string, number>();
    const versions = hook.received.slice(1).map(({ json }) => [json.parameters.orderNumber!, json.resourceVersion] as const);
    for (const [number, version] of versions) naive.set(number, version);
    const { items } = (await seller.get("/api/v1/events?after=0&limit=100")).json;
    for (const { parameters, resourceVersion } of items)
      careful.set(parameters.orderNumber, Math.max(resourceVersion, careful.get(parameters.orderNumber) ?? 0));
    expect(careful).toEqual(server);
    expect(naive).not.toEqual(server);
    expect(new Set(seqsOf(hook.received)).size).toBeLessThan(resources.length);
    expect(seqsOf(hook.received).length).toBeGreaterThan(new Set(seqsOf(hook.received)).size);
  });
});

describe("rules for notifications", () => {
  it("strike one endpoint when told so, and the same events again for the same seed", async () => {
    await using hook = await receiver();
    await using calm = await receiver();
    const { seller, endpoint } = await listener(hook);
    await register(seller, calm.url);
    await trouble.events([{ kind: "drop", share: 0.5, endpointId: endpoint.id }], 3);
    await happen(market, seller.sellerId, times(20, "product/A"));
    await settled(seller, 20);
    await until("all of them where nothing was set", () => seqsOf(calm.received).length === 20);
    const first = seqsOf(hook.received);
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(20);
    await using later = await receiver();
    const again = await listener(later);
    await trouble.events([{ kind: "drop", share: 0.5, sellerId: again.seller.sellerId }], 3);
    await happen(market, again.seller.sellerId, times(20, "product/A"));
    await settled(again.seller, 20);
    await until("as many as before", () => seqsOf(later.received).length === first.length);
    expect(seqsOf(later.received)).toEqual(first);
  });

  it("are refused with everything that is wrong", async () => {
    const endpoint = await register(await market.seller(), "http://127.0.0.1:9/");
    const { sellerId: other } = await market.seller();
    const rules = [
      { kind: "delay" },
      { kind: "drop", delayMs: 5 },
      { kind: "duplicate", sellerId: 999_999 },
      { kind: "drop", endpointId: "nep_gone" },
      { kind: "drop", endpointId: endpoint.id, sellerId: other },
      { kind: "drop", endpointId: endpoint.id },
    ];
    const { status, json } = await trouble.operator.put("/operator/v1/faults/events", { rules });
    expect([status, json.details.map(({ code, pointer }: { code: string; pointer: string }) => `${pointer} ${code}`)]).toEqual([
      422,
      [
        "/rules/0/delayMs fault_field_missing",
        "/rules/1/delayMs fault_field_misplaced",
        "/rules/2/sellerId fault_seller_unknown",
        "/rules/3/endpointId fault_endpoint_unknown",
        "/rules/4/endpointId fault_endpoint_unknown",
      ],
    ]);
  });
});
