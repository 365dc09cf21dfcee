import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buy, onSale } from "../orders/goods.ts";
import { client, eventually, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";

/** Beyond M13: what was asked and answered is found within 2 seconds, by its application and by the marketplace's people. */
let market: Marketplace;
let seller: Seller;
let support: Client;
let admin: Client;
beforeAll(async () => {
  market = await startMarketplace();
  [seller, support, admin] = [await market.seller(), await market.operator("support"), await market.operator("admin")];
  await onSale(market, seller, { VISEIRA: 1_000 });
});
afterAll(() => market.stop());

const FOUND_MS = 2_000;
const at = (id: string) => `/api/v1/requests/${encodeURIComponent(id)}`;
const idOf = (reply: Reply) => reply.headers.get("x-request-id")!;
const found = (speaker: Client, path: string) =>
  eventually(
    `${path} to be found`,
    async () => {
      const reply = await speaker.get(path);
      return reply.status === 200 && reply;
    },
    FOUND_MS,
  );

describe("a call in the log (M13)", () => {
  it("is found within 2 s with request, response, events and the way to repeat it", async () => {
    const asked = await seller.put("/api/v2/products/VISEIRA/stocks", { available: 7 }, { headers: { "idempotency-key": "k1" } });
    const { json } = await found(seller, at(idOf(asked)));
    expect(json).toMatchObject({
      requestId: idOf(asked),
      operation: "putStock",
      method: "PUT",
      target: "/api/v2/products/VISEIRA/stocks",
      status: asked.status,
      codes: [],
      request: {
        headers: { "content-type": "application/json", "idempotency-key": expect.stringMatching(/^sha256:/) as string },
        body: { available: 7 },
      },
      replayable: true,
      credentialId: seller.credentialId,
    });
    expect(json.curl).toContain(`curl -X PUT "$VITRINE_URL"'/api/v2/products/VISEIRA/stocks'`);
    expect(JSON.stringify(json)).not.toContain(seller.accessToken);
  });

  it("shows the events it caused, by the clock of the marketplace", async () => {
    market.clock.move(3 * 86_400_000);
    const { orderNumber } = await buy(seller, "VISEIRA");
    const moved = await admin.post(`/operator/v1/sellers/${seller.sellerId}/orders/${orderNumber}/approve-payment`, {});
    expect(moved.status).toBe(200);
    const asked = await seller.post("/api/v1/orders", { items: [{ sku: "VISEIRA" }] });
    const { json } = await found(seller, at(idOf(asked)));
    expect(json.events.length).toBeGreaterThan(0);
    expect(json.events[0]).toMatchObject({ resource: `order/${asked.json.orderNumber}` });
  });

  it("shows what a refusal found, item by item, and repeats nothing that is personal", async () => {
    const customer = { document: "390.533.447-05", customerName: "Ana Canário" };
    const asked = await seller.post("/api/v1/orders", { items: [{ sku: "NADA" }], customer });
    expect(asked.status).toBe(422);
    const { json, text } = await found(seller, at(idOf(asked)));
    expect(json.trace).toMatchObject([{ code: asked.json.details[0].code }]);
    expect(json.request.body).toEqual({ items: [{ sku: "NADA" }], customer: { document: "***", customerName: "***" } });
    expect(json.replayable).toBe(false);
    const wrong = await seller.post("/api/v1/orders", { items: [{ sku: "VISEIRA", quantity: "1.5" }] });
    const { trace } = (await found(seller, at(idOf(wrong)))).json;
    expect(trace).toEqual(wrong.json.details);
    expect(text).not.toMatch(/390\.?533|Canário/);
  });

  it("is listed, newest first, by operation, status and code", async () => {
    const asked = await seller.get("/api/v2/products/NADA/stocks");
    await found(seller, at(idOf(asked)));
    const code = asked.json.details[0].code as string;
    const { json } = await seller.get(`/api/v1/requests?operation=getStock&status=404&code=${code}&size=1`);
    expect(json.items).toMatchObject([{ requestId: idOf(asked), operation: "getStock", status: 404, codes: [code] }]);
    expect((await seller.get("/api/v1/requests?operation=getStock&status=418")).status).toBe(204);
    const priced = await seller.get("/api/v2/products/NADA/prices");
    await found(seller, at(idOf(priced)));
    const both = [idOf(priced), idOf(asked)];
    const other = priced.json.details[0].code as string;
    for (const query of [
      "operation=getStock,getPrice",
      `code=${code}&code=${other}`,
      "status=404,418&operation=getPrice&operation=getStock",
    ]) {
      const listed = await seller.get(`/api/v1/requests?${query}&size=2`);
      expect(
        listed.json.items.map(({ requestId }: { requestId: string }) => requestId),
        query,
      ).toEqual(both);
      expect((await admin.get(`/operator/v1/requests?sellerId=${seller.sellerId}&${query}&size=2`)).json.items).toMatchObject(
        listed.json.items.map(({ requestId }: { requestId: string }) => ({ requestId })),
      );
    }
    const errors = await seller.get("/api/v1/requests/errors");
    expect(errors.json.items).toContainEqual(expect.objectContaining({ code, operation: "getStock", count: 1, example: idOf(asked) }));
  });

  it("is its own application's alone", async () => {
    const asked = await seller.get("/api/v2/products/VISEIRA/stocks");
    await found(seller, at(idOf(asked)));
    const other = await market.seller();
    expect((await other.get(at(idOf(asked)))).json.details).toMatchObject([{ code: "request_unknown" }]);
    expect((await other.get("/api/v1/requests?operation=getStock")).status).toBe(204);
    expect((await other.post(`${at(idOf(asked))}/replay`, {})).status).toBe(404);
  });
});

describe("the calls of a hub (M13: all its sellers in one list)", () => {
  const HUB = "/api/v1/application/requests";
  interface Item {
    readonly sellerId: number;
    readonly requestId: string;
  }
  /** Another seller that the same application works for. */
  async function ofHub({ clientId }: Seller): Promise<Seller & { readonly path: string }> {
    const other = await market.seller();
    const { json } = await admin.post(`/operator/v1/sellers/${other.sellerId}/credentials`, { name: "hub", clientId });
    const headers = { client_id: clientId, access_token: json.accessToken as string };
    const path = `/operator/v1/sellers/${other.sellerId}/credentials/${json.id as string}`;
    return { ...other, ...client(market.baseUrl, headers), path };
  }

  it("are those for every seller it works for, newest first, and nobody else's", async () => {
    const first = await market.seller();
    const second = await ofHub(first);
    const [own] = [await market.seller(), await market.seller()];
    const asked: Reply[] = [];
    for (const speaker of [first, second, first, own, second]) asked.push(await speaker.get("/api/v2/products/NADA/stocks"));
    await found(second, at(idOf(asked[4]!)));
    const { json } = await first.get(`${HUB}?operation=getStock&size=3`);
    expect(json.items.map(({ sellerId, requestId }: Item) => [sellerId, requestId])).toEqual([
      [second.sellerId, idOf(asked[4]!)],
      [first.sellerId, idOf(asked[2]!)],
      [second.sellerId, idOf(asked[1]!)],
    ]);
    const next = json.links.find(({ rel }: { rel: string }) => rel === "next").href;
    expect((await second.get(next)).json.items.map(({ requestId }: Item) => requestId)).toEqual([idOf(asked[0]!)]);
    const { code } = asked[0]!.json.details[0];
    expect((await first.get(`${HUB}?operation=getStock&status=404&code=${code}`)).json.items).toHaveLength(4);
    expect((await first.get(`${HUB}?operation=getStock&status=418`)).status).toBe(204);

    const groups = (await second.get(`${HUB}/errors`)).json.items;
    expect(groups).toContainEqual(expect.objectContaining({ code, operation: "getStock", count: 4, sellers: 2, example: idOf(asked[4]!) }));
    expect((await own.get(`${HUB}?operation=getStock`)).json.items.map(({ requestId }: Item) => requestId)).toEqual([idOf(asked[3]!)]);
  });

  it("are no longer those for a seller it has no live credential for", async () => {
    const first = await market.seller();
    const second = await ofHub(first);
    const asked = await second.get("/api/v2/products/NADA/stocks");
    await found(second, at(idOf(asked)));
    expect((await first.get(`${HUB}?operation=getStock`)).json.items).toMatchObject([{ sellerId: second.sellerId }]);
    expect((await admin.request("DELETE", second.path)).status).toBe(200);
    expect((await first.get(`${HUB}?operation=getStock`)).status).toBe(204);
    expect((await first.get(`${HUB}/errors`)).json.items).toEqual([]);
  });
});

describe("a repetition (M13)", () => {
  it("does again what was done, as whoever asks", async () => {
    const asked = await seller.put("/api/v2/products/VISEIRA/stocks", { available: 41 });
    await found(seller, at(idOf(asked)));
    await seller.put("/api/v2/products/VISEIRA/stocks", { available: 2 });
    const again = await seller.post(`${at(idOf(asked))}/replay`, {});
    expect(again.json).toMatchObject({ operation: "putStock", status: asked.status });
    expect((await seller.get("/api/v2/products/VISEIRA/stocks")).json).toMatchObject({ physical: 41 });
  });

  it("is refused like any other call", async () => {
    const asked = await seller.get("/api/v2/products/NADA/stocks?x=1");
    await found(seller, at(idOf(asked)));
    const again = await seller.post(`${at(idOf(asked))}/replay`, {});
    expect(again.json).toMatchObject({ status: 404, body: { details: [{ code: asked.json.details[0].code }] } });
  });

  it("needs the permission of what is repeated", async () => {
    const asked = await seller.put("/api/v2/products/VISEIRA/stocks", { available: 3 });
    await found(seller, at(idOf(asked)));
    const made = await admin.post(`/operator/v1/sellers/${seller.sellerId}/credentials`, {
      name: "leitura",
      clientId: seller.clientId,
      scopes: ["lookups"],
    });
    const headers = { client_id: made.json.clientId as string, access_token: made.json.accessToken as string };
    const again = await market.request("POST", `${at(idOf(asked))}/replay`, { headers });
    expect([again.status, again.json.details[0].code]).toEqual([403, "scope_missing"]);
  });

  it("is refused of what changes credentials: the audit log tells of every such call", async () => {
    const rotating = await market.seller();
    const asked = await rotating.post("/api/v1/credentials/rotate", { overlapHours: 1 });
    expect(asked.status).toBe(201);
    expect((await found(rotating, at(idOf(asked)))).json.replayable).toBe(false);
    const again = await rotating.post(`${at(idOf(asked))}/replay`, {});
    expect(again.json.details).toMatchObject([{ code: "not_replayable" }]);
  });

  it("is refused where something was masked, and of a repetition", async () => {
    const bought = await seller.post("/api/v1/orders", { items: [{ sku: "VISEIRA" }], customer: { customerName: "Ana" } });
    await found(seller, at(idOf(bought)));
    expect((await seller.post(`${at(idOf(bought))}/replay`, {})).json.details).toMatchObject([{ code: "not_replayable" }]);
    const circle = await seller.request("POST", `${at("roda")}/replay`, { headers: { "x-request-id": "roda" } });
    expect(circle.status).toBe(404);
    await found(seller, at("roda"));
    expect((await seller.post(`${at("roda")}/replay`, {})).json.details).toMatchObject([{ code: "not_replayable" }]);
  });
});

describe("the log for the marketplace's people", () => {
  it("shows every seller's calls, to support without values", async () => {
    const asked = await seller.put("/api/v2/products/VISEIRA/stocks", { available: 1234 });
    const path = `/operator/v1/requests/${idOf(asked)}`;
    const [whole, masked] = [await found(admin, path), await found(support, path)];
    expect(whole.json).toMatchObject({ sellerId: seller.sellerId, clientId: seller.clientId, request: { body: { available: 1234 } } });
    expect(masked.json).toMatchObject({ target: "/api/v2/products/{sku}/stocks", request: { body: { available: "***" } } });
    expect(masked.text).not.toContain("VISEIRA");
    const listed = await support.get(`/operator/v1/requests?sellerId=${seller.sellerId}&operation=putStock&size=1`);
    expect(listed.json.items).toMatchObject([{ requestId: idOf(asked), target: "/api/v2/products/{sku}/stocks" }]);
    expect((await support.get("/operator/v1/requests/errors")).json.items.length).toBeGreaterThan(0);
  });

  it("has their own calls too, and those of strangers", async () => {
    const own = await admin.get("/operator/v1/health");
    expect((await found(admin, `/operator/v1/requests/${idOf(own)}`)).json).toMatchObject({ operation: "getHealth", status: 200 });
    const strange = await market.request("GET", "/api/v1/orders", { headers: { client_id: "x", access_token: "y" } });
    const { json } = await found(admin, `/operator/v1/requests/${idOf(strange)}`);
    expect([json.status, json.codes, "sellerId" in json]).toEqual([401, ["credential_invalid"], false]);
  });
});

describe("health", () => {
  it("tells how each part is", async () => {
    const { json } = await support.get("/operator/v1/health");
    expect(json).toMatchObject({
      validation: { dueFamilies: expect.any(Number) as number, familiesSetAside: 0 },
      orders: { dueSellers: expect.any(Number) as number },
      partitions: { furthestDay: expect.any(Number) as number },
      requestLog: { kept: expect.any(Number) as number, dropped: 0, thinned: 0 },
      database: { open: expect.any(Number) as number },
    });
  });
});
