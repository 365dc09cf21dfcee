import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../../src/openapi/all-operations.ts";
import { undocumented } from "../../contract/answers.ts";
import { eventually, startMarketplace, type Marketplace, type Reply, type Seller } from "../../harness.ts";
import { pathOf, publish, wares } from "../../wares.ts";
import { FAULTS, outcomeOf, troubleOf, type Trouble } from "./rules.ts";

const SKU = "VISEIRA-A";
const STOCKS = pathOf(SKU, "stocks");

let market: Marketplace;
let seller: Seller;
let other: Seller;
let trouble: Trouble;
beforeAll(async () => {
  market = await startMarketplace();
  [seller, other] = [await market.seller(), await market.seller()];
  const { visor } = await wares(`${market.baseUrl}/images`);
  for (const one of [seller, other]) await publish(one, visor(SKU));
  trouble = await troubleOf(market);
});
afterEach(() => trouble.off());
afterAll(() => market.stop());

/** In the figures, which take no place themselves. */
const NOBODY = /^vitrine_http_in_flight 0$/m;
const mark = (reply: Reply) => reply.headers.get("vitrine-fault");
const operationOf = (id: string) => OPERATIONS.find((one) => one.id === id)!;
/** The stock on record, whatever is set to go wrong. */
async function recorded(of = seller): Promise<number> {
  const { json } = await of.get(`${STOCKS}/ledger`);
  return (json as { readonly items: readonly { readonly physical: number }[] }).items[0]!.physical;
}
let sent = 10;
const sendStock = (headers: Readonly<Record<string, string>> = {}) => seller.put(STOCKS, { available: (sent += 1) }, { headers });

describe("a status on purpose", () => {
  it.each([
    [401, "Authentication_Error", "credential_invalid"],
    [403, "Permission_Error", "seller_suspended"],
    [429, "Too_Many_Requests", "quota_exceeded"],
    [500, "Internal_Architecture_Error", "unexpected"],
    [503, "Internal_Architecture_Error", "database_unavailable"],
  ])("%i is answered in its documented shape, says that it is one, and nothing was done", async (status, type, code) => {
    const before = await recorded();
    await trouble.http([{ kind: "status", status, operation: "putStock" }]);
    const reply = await sendStock();
    expect([reply.status, reply.json.type, reply.json.details[0].code, mark(reply)]).toEqual([status, type, code, `status=${status}`]);
    expect(undocumented(operationOf("putStock"), reply)).toEqual([]);
    expect(reply.json.notifications[0]).not.toMatch(/[{}]/);
    expect(await recorded()).toBe(before);
  });

  it("429 and 503 tell when to come back, and the quota of a 429 is empty until then", async () => {
    const rules = (status: number) => [{ kind: "status", status, retryAfterSeconds: 7 }];
    await trouble.http(rules(503));
    expect((await seller.get(STOCKS)).headers.get("retry-after")).toBe("7");
    await trouble.http(rules(429));
    const { headers } = await seller.get(STOCKS);
    expect([headers.get("retry-after"), headers.get("ratelimit")]).toEqual(["7", '"default";r=0;t=7']);
  });

  it.each([500, 503])("%i after the call was carried out leaves its effect, and an Idempotency-Key its answer", async (status) => {
    await trouble.http([{ kind: "status", status, when: "after", operation: "putStock" }]);
    const key = { "idempotency-key": randomUUID() };
    const reply = await sendStock(key);
    expect([reply.status, mark(reply), await recorded()]).toEqual([status, `status=${status}=after`, sent]);
    await trouble.off();
    const again = await seller.put(STOCKS, { available: sent }, { headers: key });
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([202, "true"]);
  });
});

describe("a cut connection", () => {
  it.each([
    ["before", false],
    ["after", true],
  ] as const)("%s the call: carried out is %s", async (when, isDone) => {
    const before = await recorded();
    await trouble.http([{ kind: "cut", when, operation: "putStock" }]);
    expect(await outcomeOf(sendStock())).toBe("cut");
    await trouble.off();
    // What hung up may still be at it.
    if (isDone) await eventually("its effect", async () => (await recorded()) === sent);
    else expect(await recorded()).toBe(before);
  });

  it("counts among the calls as one that was never answered", async () => {
    await trouble.http([{ kind: "cut", operation: "getStock" }]);
    expect(await outcomeOf(seller.get(STOCKS))).toBe("cut");
    const metrics = async () => (await market.request("GET", "/metrics")).text;
    const told = /vitrine_http_requests_total\{operation="getStock",status="499"\} [1-9]/;
    await eventually("the call in the figures", async () => told.test(await metrics()));
    await eventually("its place given back", async () => NOBODY.test(await metrics()));
    await eventually("the call in the log", async () => {
      const { items = [] } = (await seller.get("/api/v1/requests")).json ?? {};
      return items.some(({ operation, status }: { operation: string; status: number }) => operation === "getStock" && status === 499);
    });
  });
});

describe("latency on purpose", () => {
  it("comes before the answer, which stays what it is, and adds up with what ends a call", async () => {
    await trouble.http([
      { kind: "latency", latencyMs: 60, operation: "getStock" },
      { kind: "latency", latencyMs: 60 },
    ]);
    const startedMs = performance.now();
    const late = await seller.get(STOCKS);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(119);
    expect([late.status, late.json.physical, mark(late)]).toEqual([200, sent, "latency=60, latency=60"]);
    await trouble.http([
      { kind: "status", status: 503 },
      { kind: "latency", latencyMs: 1 },
    ]);
    expect(mark(await seller.get(STOCKS))).toBe("status=503, latency=1");
  });

  it("does not keep what a caller who hung up asked for from being done, nor its place", async () => {
    await trouble.http([{ kind: "latency", latencyMs: 200, operation: "putStock" }]);
    const hungUp = fetch(market.baseUrl + STOCKS, {
      method: "PUT",
      headers: { ...seller.headers, "content-type": "application/json" },
      body: JSON.stringify({ available: (sent += 1) }),
      signal: AbortSignal.timeout(50),
    });
    await expect(hungUp).rejects.toThrow("timeout");
    await eventually("its effect", async () => (await recorded()) === sent);
    await eventually("its place", async () => NOBODY.test((await market.request("GET", "/metrics")).text));
  });
});

describe("how often, and whom", () => {
  const struck = async (calls: number) => {
    const marks: boolean[] = [];
    for (let i = 0; i < calls; i += 1) marks.push(mark(await seller.get(STOCKS)) !== null);
    return marks;
  };

  it("strikes the same calls of the same seed, about as many as its share says, and others of another seed", async () => {
    const rules = [{ kind: "status", status: 500, share: 0.3 }];
    const runs: (readonly boolean[])[] = [];
    for (const seed of [5, 5, 6]) {
      await trouble.http(rules, seed);
      runs.push(await struck(100));
    }
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).not.toEqual(runs[2]);
    for (const run of runs) expect(Math.abs(run.filter(Boolean).length - 30)).toBeLessThan(15);
  });

  it("strikes one seller, and one operation, when told so", async () => {
    await trouble.http([{ kind: "status", status: 500, sellerId: seller.sellerId, operation: "getStock" }]);
    const statuses = await Promise.all([seller.get(STOCKS), other.get(STOCKS), seller.get(pathOf(SKU))]);
    expect(statuses.map(({ status }) => status)).toEqual([500, 200, 200]);
  });

  it("strikes neither strangers, nor operators, nor pages: whoever set it can take it back", async () => {
    await trouble.http([{ kind: "cut" }]);
    expect((await market.request("GET", STOCKS)).status).toBe(401);
    expect((await market.request("GET", "/readyz")).status).toBe(200);
    expect((await trouble.operator.get(FAULTS)).json.http.rules).toEqual([{ kind: "cut" }]);
    expect((await trouble.off()).json.http.rules).toEqual([]);
    expect((await seller.get(STOCKS)).status).toBe(200);
  });

  it("lets the first of several that would end a call end it", async () => {
    await trouble.http([{ kind: "status", status: 429 }, { kind: "status", status: 500 }, { kind: "cut" }]);
    const reply = await seller.get(STOCKS);
    expect([reply.status, mark(reply)]).toEqual([429, "status=429"]);
  });
});

describe("every process of the environment", () => {
  it("sees what another one set, and one that starts later too", async () => {
    await trouble.http([{ kind: "status", status: 503 }]);
    const second = await startMarketplace({ database: market.database, clock: market.clock });
    try {
      const there = (status: number) => async () => (await second.request("GET", STOCKS, { headers: seller.headers })).status === status;
      await eventually("the fault in the other process", there(503));
      await trouble.off();
      await eventually("no fault in the other process", there(200));
      expect((await second.request("GET", FAULTS, { headers: trouble.operator.headers })).json).toEqual(
        (await trouble.operator.get(FAULTS)).json,
      );
    } finally {
      await second.stop();
    }
  });
});

describe("rules that cannot be", () => {
  it("are refused with everything that is wrong, and nothing changes", async () => {
    const rules = [
      { kind: "status" },
      { kind: "status", status: 418 },
      { kind: "status", status: 429, when: "after" },
      { kind: "latency", latencyMs: 5, status: 500 },
      { kind: "cut", operation: "getStok", sellerId: 999_999 },
      { kind: "cut", operation: "getFaults" },
    ];
    const { status, json } = await trouble.operator.put(`${FAULTS}/http`, { rules });
    expect([status, json.details.map(({ code, pointer }: { code: string; pointer: string }) => `${pointer} ${code}`)]).toEqual([
      422,
      [
        "/rules/0/status fault_field_missing",
        "/rules/1/status fault_status_unknown",
        "/rules/2/when fault_status_tells_nothing_done",
        "/rules/3/status fault_field_misplaced",
        "/rules/4/sellerId fault_seller_unknown",
        "/rules/4/operation fault_operation_unknown",
        "/rules/5/operation fault_operation_unknown",
      ],
    ]);
    expect(json.details[5].suggestions).toContain("getStock");
    expect((await trouble.operator.get(FAULTS)).json.http.rules).toEqual([]);
  });

  it.each([
    [{ kind: "cut", share: 0 }, "/rules/0/share"],
    [{ kind: "cut", share: 1.1 }, "/rules/0/share"],
    [{ kind: "slow" }, "/rules/0/kind"],
    [{ kind: "latency", latencyMs: 30_001 }, "/rules/0/latencyMs"],
  ])("%j is refused at %s", async (rule, pointer) => {
    const { status, json } = await trouble.operator.put(`${FAULTS}/http`, { rules: [rule] });
    expect([status, json.details[0].pointer]).toEqual([400, pointer]);
  });
});
