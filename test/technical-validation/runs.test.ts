import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client, eventually, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { buy, onSale } from "../orders/goods.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";

const RUNS = "/api/v1/technical-validations";
const DESK = "/operator/v1/technical-validations";

let market: Marketplace;
let other: Marketplace;
let desk: Client;
let shop: Wares;
beforeAll(async () => {
  market = await startMarketplace();
  // Its worker would have the images fetched from its own port.
  other = await startMarketplace({ database: market.database, clock: market.clock, settings: { ROLE: "api" } });
  desk = await market.operator("integration");
  shop = await wares(`${market.baseUrl}/images`);
});
afterAll(async () => {
  await other.stop();
  await market.stop();
});

interface Run {
  readonly id: string;
  readonly status: string;
  readonly checklist: readonly {
    code: string;
    count: number;
    done: boolean;
    missed: { requestId: string; why: string; message: string }[];
  }[];
}
const begin = async (seller: Seller): Promise<Run> => (await seller.post(RUNS, undefined)).json as Run;
const read = async (seller: Seller, { id }: Run): Promise<Run> => (await seller.get(`${RUNS}/${id}`)).json as Run;
const item = ({ checklist }: Run, code: string) => checklist.find((one) => one.code === code)!;

describe("a run of the technical validation (seed 5.3, decisions 6)", () => {
  it("begins once per credential, and says where it is", async () => {
    const seller = await market.seller();
    const reply = await seller.post(RUNS, undefined);
    expect(reply.status).toBe(201);
    expect(reply.headers.get("location")).toBe(`${RUNS}/${reply.json.id}`);
    expect(reply.json.id).toMatch(new RegExp(`^tvl_${seller.sellerId}_[0-9A-Za-z]{20}$`));
    expect(Object.keys(reply.json.checklist[0] as object)).toEqual(["code", "description", "required", "count", "done", "missed"]);
    const again = await seller.post(RUNS, undefined);
    expect([again.status, again.json.details[0].current]).toEqual([409, `${RUNS}/${reply.json.id}`]);
    expect((await seller.get(RUNS)).json.items.map((one: Run) => one.id)).toEqual([reply.json.id]);
  });

  it("is its application's alone: another one of the same seller has no such run", async () => {
    const seller = await market.seller();
    const run = await begin(seller);
    const admin = await market.operator("admin");
    const credentialFor = async (facts: object) => {
      const { json } = await admin.post(`/operator/v1/sellers/${seller.sellerId}/credentials`, { name: "segunda", ...facts });
      return client(market.baseUrl, { client_id: json.clientId as string, access_token: json.accessToken as string });
    };
    const stranger = await credentialFor({});
    const sibling = await credentialFor({ clientId: seller.clientId });
    expect((await stranger.get(RUNS)).status).toBe(204);
    for (const path of ["", "/report", "/watch"]) {
      const reply = await stranger.get(`${RUNS}/${run.id}${path}`);
      expect([path, reply.status, reply.json.details[0].code]).toEqual([path, 404, "validation_unknown"]);
    }
    expect((await sibling.get(RUNS)).json.items.map(({ id }: Run) => id)).toEqual([run.id]);
    expect((await sibling.get(`${RUNS}/${run.id}`)).status).toBe(200);
    // And it begins one of its own.
    const own = (await stranger.post(RUNS, undefined)).json as Run;
    expect((await stranger.get(RUNS)).json.items.map(({ id }: Run) => id)).toEqual([own.id]);
    expect((await seller.get(RUNS)).json.items.map(({ id }: Run) => id)).toEqual([run.id]);
  });

  it("begins once, however many ask at the same moment", async () => {
    const seller = await market.seller();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => seller.post(RUNS, undefined)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
  });

  it("fills itself within a second of a call, and says of another why it did not count", async () => {
    const seller = await market.seller();
    const run = await begin(seller);
    await publish(seller, shop.visor("VAL-A"));
    const wrong = await seller.put(pathOf("VAL-X", "stocks"), { available: 1 });
    await seller.get("/api/v1/brands");
    const since = performance.now();
    await eventually("the calls to be seen", async () => {
      const now = await read(seller, run);
      return item(now, "lookups").count === 1 && item(now, "update_stock").missed.length === 1;
    });
    expect(performance.now() - since).toBeLessThan(1_000);
    const [missed] = item(await read(seller, run), "update_stock").missed;
    expect(missed).toMatchObject({ requestId: wrong.headers.get("x-request-id"), why: "refused" });
    expect(missed!.message).toContain("404");
    await eventually("the product to be catalogued", async () => item(await read(seller, run), "create_products").count === 1);
  });

  it("goes on when a refused call names what no database can hold", async () => {
    const seller = await market.seller();
    const run = await begin(seller);
    expect((await seller.post("/api/v2/products", { ...shop.visor("VAL-N"), sku: "a\u0000b" })).status).toBe(400);
    expect((await seller.put("/api/v2/products/a%00b/stocks", { available: 1 })).status).toBe(400);
    await seller.get("/api/v1/flavors");
    const now = await read(seller, run);
    expect(item(now, "create_products").missed).toMatchObject([{ why: "refused" }]);
    expect(item(now, "update_stock").missed).toMatchObject([{ why: "refused" }]);
    expect(item(now, "lookups").count).toBe(1);
  });

  it("shows every call before it, also one that is being written", async () => {
    const seller = await market.seller();
    const run = await begin(seller);
    await market.database.query("begin");
    await market.database.query("lock table validation_calls in exclusive mode");
    await seller.get("/api/v1/flavors");
    await new Promise((resolve) => setTimeout(resolve, 500));
    const reading = read(seller, run);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await market.database.query("commit");
    expect(item(await reading, "lookups").count).toBe(1);
  });

  it("counts on whatever an integration repeated before", async () => {
    const seller = await market.seller();
    const run = await begin(seller);
    await market.database.query(
      `insert into validation_calls (seller_id, validation_id, at, request_id, operation, status, subject, facts)
       select $1::bigint, $2, i, 'old-' || i, case when i % 2 = 0 then 'putStock' else 'postOrder' end, 200 + 200 * (i % 2), 'OLD', '{}'
         from generate_series(1, 3000) as i`,
      [seller.sellerId, run.id],
    );
    await seller.get("/api/v1/flavors");
    const late = await seller.put("/api/v2/products/LATE/prices", {});
    const now = await read(seller, run);
    expect(item(now, "lookups").count).toBe(1);
    expect(item(now, "update_price").missed).toMatchObject([{ requestId: late.headers.get("x-request-id") }]);
    // Of what it repeats no more is kept.
    expect((await seller.post("/api/v1/orders", {})).status).toBe(422);
    const calls = (await desk.get(`${DESK}/${run.id}/calls`)).json.items as { operation: string }[];
    expect(calls.filter(({ operation }) => operation === "postOrder").length).toBe(1_500);
  });

  it("sees calls that other processes answer", async () => {
    const seller = await market.seller();
    const run = await begin(seller);
    await eventually("the other process to know", async () => {
      await other.request("GET", "/api/v1/colors", { headers: seller.headers });
      return item(await read(seller, run), "lookups").count === 1;
    });
    expect((await desk.get(`${DESK}/${run.id}/calls`)).json.items[0]).toMatchObject({ operation: "listColors", status: 200 });
  });

  it("counts nothing that the portal did, and nothing of another credential", async () => {
    const seller = await market.seller();
    const run = await begin(seller);
    await publish(seller, shop.visor("VAL-P"));
    await eventually("cataloguing", async () => (await seller.get(pathOf("VAL-P", "status"))).json.code === "CATALOGING");
    const catalog = await market.operator("catalog");
    const path = `/operator/v1/sellers/${seller.sellerId}/products/VAL-P/review`;
    expect((await catalog.post(path, { decision: "approve" })).status).toBe(200);
    const approval = await eventually("the portal's call", async () => item(await read(seller, run), "approve_products").missed[0]);
    expect(approval.why).toBe("made_by_the_portal");
    expect(item(await read(seller, run), "approve_products").count).toBe(0);
    const stranger = await market.seller();
    expect((await stranger.get(`${RUNS}/${run.id}`)).status).toBe(404);
  });

  it("is scheduled and refused by the marketplace, and ends with that", async () => {
    const seller = await market.seller();
    const run = await begin(seller);
    const past = await desk.post(`${DESK}/${run.id}/schedule`, { at: market.clock.now() - 1 });
    expect([past.status, past.json.details[0].code]).toEqual([422, "date_past"]);
    const scheduled = await desk.post(`${DESK}/${run.id}/schedule`, { at: market.clock.now() + 3_600_000 });
    expect(scheduled.json).toMatchObject({ id: run.id, status: "scheduled" });
    const early = await desk.post(`${DESK}/${run.id}/decision`, { decision: "approved" });
    expect([early.status, early.json.details[0].code]).toEqual([422, "validation_incomplete"]);
    expect(early.json.details[0].allowed).toContain("set_delivered");
    const refused = await desk.post(`${DESK}/${run.id}/decision`, { decision: "refused", reason: "Faltam pedidos" });
    expect(refused.json).toMatchObject({ status: "refused", reason: "Faltam pedidos" });
    const report = (await seller.get(`${RUNS}/${run.id}/report`)).text;
    market.clock.move(60_000);
    const again = await desk.post(`${DESK}/${run.id}/decision`, { decision: "refused", reason: "Faltam pedidos" });
    expect([again.status, again.json], again.text).toEqual([200, refused.json]);
    for (const another of [
      { decision: "refused" },
      { decision: "refused", reason: "Outra" },
      { decision: "approved", reason: "Faltam pedidos" },
    ])
      expect((await desk.post(`${DESK}/${run.id}/decision`, another)).json.details[0].code).toBe("validation_decided");
    market.clock.move(-60_000);
    expect((await seller.get(`${RUNS}/${run.id}/report`)).text).toBe(report);
    expect((await seller.get(`${RUNS}/${run.id}/report`)).json.report).toMatchObject({ decision: "refused", complete: false });
    expect((await begin(seller)).status).toBe("open");
    expect((await desk.get(`${DESK}?status=refused`)).json.items.map((one: Run) => one.id)).toContain(run.id);
    const several = await seller.get(`${RUNS}?status=refused&status=OPEN`);
    expect(several.json.items.map((one: Run) => one.status).toSorted()).toEqual(["open", "refused"]);
    expect(several.json.links).toEqual([{ rel: "self", href: `${RUNS}?status=open%2Crefused` }]);
    expect((await seller.get(`${RUNS}?status=approved,expired`)).status).toBe(204);
    expect((await desk.get(`${DESK}/tvl_1_nothing`)).status).toBe(404);
  });

  it("is watched live by the marketplace, until it is decided", async () => {
    const seller = await market.seller();
    const run = await begin(seller);
    const watching = desk.request("GET", `${DESK}/${run.id}/watch`);
    await seller.get("/api/v1/sizes");
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect((await desk.get(`${DESK}/${run.id}/calls`)).json.items).toMatchObject([{ operation: "listSizes", countsFor: "lookups" }]);
    await desk.post(`${DESK}/${run.id}/decision`, { decision: "refused" });
    const { status, headers, text } = await watching;
    expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const told = text
      .trim()
      .split("\n\n")
      .map((one) => JSON.parse(one.replace("event: validation\ndata: ", "")) as Run);
    expect(told.map((one) => [one.status, item(one, "lookups").count])).toEqual([
      ["open", 0],
      ["open", 1],
      ["refused", 1],
    ]);
  });

  it("is watched no longer than whoever watches is let in", { timeout: 8_000 }, async () => {
    const seller = await market.seller();
    const run = await begin(seller);
    const admin = await market.operator("admin");
    const made = await admin.post("/operator/v1/operator-keys", { role: "integration" });
    const watches = [
      seller.get(`${RUNS}/${run.id}/watch`),
      market.request("GET", `${DESK}/${run.id}/watch`, { headers: { authorization: `Bearer ${made.json.operatorKey}` } }),
    ];
    await new Promise((resolve) => setTimeout(resolve, 500));
    const since = performance.now();
    const [credential] = (await seller.get("/api/v1/credentials")).json.items;
    expect((await seller.request("DELETE", `/api/v1/credentials/${credential.id}`)).status).toBe(200);
    expect((await admin.request("DELETE", `/operator/v1/operator-keys/${made.json.id}`)).status).toBe(200);
    await Promise.all(watches);
    expect(performance.now() - since).toBeLessThan(5_000);
  });

  it("is watched by others however many asked for its head alone", async () => {
    const seller = await market.seller();
    const run = await begin(seller);
    const place = `${RUNS}/${run.id}/watch`;
    const asked = Array.from({ length: 101 }, () => market.request("HEAD", place, { headers: seller.headers }));
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
    const watching = seller.get(place);
    await desk.post(`${DESK}/${run.id}/decision`, { decision: "refused" });
    expect((await watching).status).toBe(200);
  });

  it("is over when nobody goes on with it", async () => {
    const seller = await market.seller();
    const run = await begin(seller);
    await market.database.query("update validations set started_at = started_at - 31 * 86400000::bigint where validation_id = $1", [
      run.id,
    ]);
    const third = await startMarketplace({ database: market.database, clock: market.clock });
    await eventually("the run to expire", async () => (await read(seller, run)).status === "expired");
    await third.stop();
    expect((await desk.post(`${DESK}/${run.id}/decision`, { decision: "refused" })).json.details[0].code).toBe("validation_decided");
  });
});

describe("a call of a run, carried out again by an operator (M6)", () => {
  interface Listed {
    readonly requestId: string;
    readonly operation: string;
    readonly links: readonly { rel: string; href: string }[];
  }
  const callsOf = async (run: Run) => (await desk.get(`${DESK}/${run.id}/calls`)).json.items as Listed[];
  const hrefOf = ({ links }: Listed, rel: string) => links.find((link) => link.rel === rel)!.href;

  it("acts now, with the credential's permissions and in the operator's name, and does not count", async () => {
    const seller = await market.seller();
    await publish(seller, shop.visor("REPETE"));
    const run = await begin(seller);
    const asked = await seller.put(pathOf("REPETE", "stocks"), { available: 41 });
    const call = await eventually("the call", async () => (await callsOf(run)).find(({ operation }) => operation === "putStock"));
    expect(call.requestId).toBe(asked.headers.get("x-request-id"));
    const support = await market.operator("support");
    await eventually("it in the log", async () => (await support.get(hrefOf(call, "request"))).status === 200);
    await seller.put(pathOf("REPETE", "stocks"), { available: 2 });
    const again = await desk.post(hrefOf(call, "replay"), undefined, { headers: { "x-request-id": "replay-of-the-desk" } });
    expect([again.status, again.json]).toMatchObject([200, { operation: "putStock", status: 202 }]);
    expect((await seller.get(pathOf("REPETE", "stocks"))).json.physical).toBe(41);
    const [row] = await market.database.query<{ actor: string }>(
      "select actor from stock_ledger where seller_id = $1 order by version desc limit 1",
      [seller.sellerId],
    );
    expect(row!.actor).toMatch(/^operator:/);
    await seller.get("/api/v1/brands");
    await eventually("later calls", async () => item(await read(seller, run), "lookups").count === 1);
    expect((await callsOf(run)).map(({ operation }) => operation).filter((operation) => operation === "putStock")).toHaveLength(2);
  });

  it("shows no customer, and repeats nothing that the run did not see", async () => {
    const seller = await market.seller();
    await onSale(market, seller, { VENDIDA: 5 });
    const before = await seller.get("/api/v2/products/VENDIDA");
    const run = await begin(seller);
    const order = await buy(seller, "VENDIDA", { paid: true });
    const shipped = { carrier: "Correios", trackingNumber: "AA123456785BR" };
    expect((await seller.put(order.path("status/shipped"), shipped)).status).toBe(400);
    const invoiced = await seller.put(order.path("status/invoiced"), { issueDate: "2026-11-20T12:00:00-03:00" });
    expect(invoiced.json.customer.document).not.toContain("*");
    const early = await eventually("the call", async () => (await callsOf(run)).find(({ operation }) => operation === "putShipped"));
    const shown = await eventually("its repetition", async () => {
      const reply = await desk.post(hrefOf(early, "replay"), undefined);
      return reply.status === 200 && reply;
    });
    expect(shown.json).toMatchObject({ status: 200, body: { status: "shipped", customer: { document: "***", customerName: "***" } } });
    expect(shown.text).not.toContain(invoiced.json.customer.document);
    const replayOf = (id: string, requestId: string) => desk.post(`${DESK}/${id}/calls/${requestId}/replay`, undefined);
    const codeOf = async (reply: ReturnType<typeof replayOf>) => (await reply).json.details[0].code as string;
    expect(await codeOf(replayOf(run.id, before.headers.get("x-request-id")!))).toBe("request_unknown");
    expect(await codeOf(replayOf(`tvl_${seller.sellerId}_00000000000000000000`, early.requestId))).toBe("validation_unknown");
    expect(await codeOf(replayOf("tvl_nobody", early.requestId))).toBe("validation_unknown");
    const masked = await seller.post("/api/v1/orders", { items: [{ sku: "VENDIDA" }], customer: { customerName: "Ana Canário" } });
    await eventually("it in the log", async () => {
      const reply = await replayOf(run.id, masked.headers.get("x-request-id")!);
      return reply.status === 422 && reply.json.details[0].code === "not_replayable";
    });
  });
});

describe("self-service (decisions 6)", () => {
  it("makes a seller that can work at once, so often per hour and address", async () => {
    const ask = (json: object) => market.request("POST", "/api/v1/sandbox/credentials", { json });
    expect((await ask({ name: " " })).status).toBe(400);
    const made = await ask({ name: "Hub Integra" });
    expect([made.status, Object.keys(made.json as object)]).toEqual([201, ["sellerId", "name", "clientId", "accessToken", "links"]]);
    const headers = { client_id: made.json.clientId as string, access_token: made.json.accessToken as string };
    expect((await market.request("GET", RUNS, { headers })).status).toBe(204);
    const rest = [];
    for (let i = 0; i < 5; i += 1) rest.push(await ask({ name: `Hub ${i}` }));
    expect(rest.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429]);
    expect(rest[4]!.json.details[0].code).toBe("address_quota_exceeded");
    expect(Number(rest[4]!.headers.get("retry-after"))).toBeGreaterThan(3_500);
  });

  it("leads to the guide in the caller's language", async () => {
    const small = await startMarketplace();
    for (const language of ["pt-BR", "en"]) {
      const made = await small.request("POST", "/api/v1/sandbox/credentials", {
        json: { name: "Hub" },
        headers: { "accept-language": language },
      });
      const guide = (made.json.links as { rel: string; href: string }[]).find(({ rel }) => rel === "docs")!.href;
      expect(guide).toBe(`/docs/guides/${language}/going-live.md`);
      expect((await small.request("GET", guide)).status).toBe(200);
    }
    await small.stop();
  });

  it("makes one under an Idempotency-Key, and tells it again without counting it again", async () => {
    const small = await startMarketplace({ settings: { SELF_SERVICE_PER_ADDRESS: "1" } });
    const ask = (name: string, key: string) =>
      small.request("POST", "/api/v1/sandbox/credentials", { json: { name }, headers: { "idempotency-key": key } });
    const many = await Promise.all([ask("Hub", "k-1"), ask("Hub", "k-1"), ask("Hub", "k-1")]);
    // Who came while the first was at work is told to come again.
    const made = many.find(({ status, headers }) => status === 201 && headers.get("idempotent-replayed") === null)!;
    expect(many.every(({ status, text }) => status === 409 || text === made.text)).toBe(true);
    const again = await ask("Hub", "k-1");
    expect([again.status, again.text, again.headers.get("idempotent-replayed")]).toEqual([201, made.text, "true"]);
    expect(again.headers.get("location")).toBe(RUNS);
    const reused = await ask("Outro", "k-1");
    expect([reused.status, reused.json.details[0].code]).toEqual([422, "idempotency_key_reused"]);
    expect((await ask("Hub", "k-2")).json.details[0].code).toBe("address_quota_exceeded");
    expect((await ask("Hub", "k 3")).json.details[0].code).toBe("idempotency_key_malformed");
    expect(await small.database.query("select from sellers")).toHaveLength(1);
    await small.stop();
  });

  it("stops for everybody when a process has made enough", async () => {
    const small = await startMarketplace({ settings: { SELF_SERVICE_PER_HOUR: "1" } });
    const ask = () => small.request("POST", "/api/v1/sandbox/credentials", { json: { name: "Hub" } });
    expect((await ask()).status).toBe(201);
    const refused = await ask();
    expect([refused.status, refused.json.details[0].code]).toEqual([429, "self_service_exhausted"]);
    await small.stop();
  });
});
