import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressRefusal } from "../../src/notifications/address.ts";
import { attempt } from "../../src/notifications/dispatch/attempt.ts";
import { createOutbound } from "../../src/platform/outbound/client.ts";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { happen, receiver, register, type Receiver } from "./receiver.ts";

/** Receivers on the server's own machine are a seller's while the server is: on a laptop, and not where others reach it. */
const OWN = ["127.0.0.1", "127.0.0.2", "127.1", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "localhost", "LOCALHOST", "sub.localhost."];
const REACHED_BY_OTHERS = ["0.0.0.0", "::", "10.0.0.5", "192.0.2.7", "fd00::5", "vitrine", "sandbox.example.com", "localhost.example.com"];
const RECEIVERS = [
  "http://127.0.0.1:9000/",
  "http://127.0.0.2/",
  "http://2130706433:9000/",
  "http://localhost:9000/",
  "http://[::1]:9000/",
];

const reasonOf = (url: string, host: string, outboundHostsAllowed: readonly string[] = []) =>
  addressRefusal(url, { environment: "sandbox", host, outboundHostsAllowed });

describe("an endpoint on the sandbox's own machine", () => {
  it.each(OWN)("is taken while the sandbox listens on %s", (host) => {
    for (const url of RECEIVERS) expect(reasonOf(url, host), url).toBeUndefined();
  });

  it.each(REACHED_BY_OTHERS)("is refused, with the reason, while the sandbox listens on %s", (host) => {
    for (const url of RECEIVERS) expect(reasonOf(url, host)?.en, url).toMatch(/its own machine, not yours; use a public address/);
  });

  it("is taken where the operator exempted it, and nothing beside it", () => {
    expect(reasonOf("http://127.0.0.1:9000/", "0.0.0.0", ["127.0.0.1:9000"])).toBeUndefined();
    expect(reasonOf("http://127.0.0.1:9001/", "0.0.0.0", ["127.0.0.1:9000"])).toBeDefined();
    expect(reasonOf("http://localhost:9000/", "::", ["127.0.0.0/8"])).toBeUndefined();
  });

  it("is never the same as any other machine's private address", () => {
    for (const host of ["127.0.0.1", "0.0.0.0"])
      expect(reasonOf("http://10.0.0.5/", host)?.en).toBe("only public addresses, on ports 80 and 443");
  });
});

describe("a sandbox that others reach, HOST=0.0.0.0", () => {
  let market: Marketplace;
  let seller: Seller;
  let canary: Receiver;
  let exempted: Receiver;
  beforeAll(async () => {
    [canary, exempted] = await Promise.all([receiver(), receiver()]);
    market = await startMarketplace({ settings: { HOST: "0.0.0.0", OUTBOUND_HOSTS_ALLOWED: `127.0.0.1:${exempted.port}` } });
    seller = await market.seller();
  });
  afterAll(async () => {
    await market.stop();
    await Promise.all([canary, exempted].map((one) => one[Symbol.asyncDispose]()));
  });
  const body = (url: string) => ({ name: "x", url, events: ["order"] });

  it("refuses one at registration and at every change", async () => {
    const { path } = await register(seller, "https://hub.example.com/hook");
    for (const url of [canary.url, `http://localhost:${canary.port}/`, `http://[::1]:${canary.port}/`]) {
      for (const asked of [seller.post("/api/v1/notifications/endpoints", body(url)), seller.put(path, body(url))]) {
        const reply = await asked;
        expect([reply.status, reply.json.details[0].code, reply.json.details[0].pointer]).toEqual([
          422,
          "endpoint_address_refused",
          "/url",
        ]);
        expect(reply.json.details[0].message).toContain("este sandbox atende também a outras máquinas");
      }
    }
  });

  it.each([
    [
      "pt-BR",
      "este sandbox atende também a outras máquinas, e este endereço é a máquina dele, não a sua; use um endereço público, nas portas 80 e 443, ou um sandbox na sua máquina",
    ],
    [
      "en",
      "this sandbox serves other machines too, and this address is its own machine, not yours; use a public address, on ports 80 and 443, or a sandbox on your machine",
    ],
  ])("says the whole reason in %s", async (lang, reason) => {
    const url = "http://127.0.0.1:8182/h";
    const reply = await seller.post("/api/v1/notifications/endpoints", body(url), { headers: { "accept-language": lang } });
    const start = lang === "en" ? "Notifications cannot go to" : "Notificações não podem ir para";
    expect([reply.status, reply.json.details[0].message]).toEqual([422, `${start} ${url}: ${reason}.`]);
  });

  it("delivers nothing to one that was registered before, and goes on with the one the operator exempted", async () => {
    const { path, id } = await register(seller, "https://hub.example.com/before");
    await market.database.query("update notification_endpoints set url = $2, version = version + 1 where endpoint_id = $1", [
      id,
      canary.url,
    ]);
    await register(seller, exempted.url);
    await happen(market, seller.sellerId, ["product/A"]);
    await eventually("the exempted receiver to hear", async () => exempted.received.length > 0);
    const { json } = await seller.post(`${path}/test`, undefined);
    const tried = await eventually("a try", async () => {
      const reply = await seller.get(`${path}/deliveries/${json.deliveryId}`);
      return reply.json.attempts.length > 0 && (reply.json.attempts[0] as { readonly trouble: string });
    });
    expect(tried).toMatchObject({ outcome: "failed", trouble: "address_refused" });
    const { items } = (await seller.get(`${path}/deliveries`)).json as { readonly items: readonly object[] };
    expect(items).toContainEqual(expect.objectContaining({ deliveryId: json.deliveryId, trouble: "address_refused" }));
    expect(canary.received).toHaveLength(0);
  });
});

describe("a notification the guard stops", () => {
  const WAITS = { connectTimeoutMs: 2_000, headersTimeoutMs: 2_000, bodyTimeoutMs: 2_000, totalTimeoutMs: 2_000 };
  const troubleOf = async (url: string, address: string) => {
    const outbound = createOutbound({ ...WAITS, allowedHosts: [], resolve: async () => [address] });
    const isRefused = (one: string) => reasonOf(one, "0.0.0.0") !== undefined;
    try {
      expect(await outbound.fetch({ url, method: "POST", body: "{}", maxBodyBytes: 1, maxRedirects: 0 })).toEqual({ kind: "blocked" });
      return (
        await attempt({ outbound, isRefused }, { url, signed: { id: "x", timestamp: 0, body: "{}" }, keys: [], faultLabel: undefined }, 0)
      ).trouble;
    } finally {
      await outbound.close();
    }
  };

  it.each(["http://127.0.0.1:8182/h", "http://10.0.0.5/", "http://localhost/", "http://203.0.113.9:9000/", "http://u:p@hub.example.com/"])(
    "is told as address_refused at %s",
    async (url) => expect(await troubleOf(url, "127.0.0.1")).toBe("address_refused"),
  );

  it("is told as any unreachable one where only its name resolves to somebody's network", async () => {
    for (const address of ["10.0.0.5", "127.0.0.1", "169.254.169.254"])
      expect(await troubleOf("http://hub.example.com/", address), address).toBe("unreachable");
  });
});

describe("an endpoint taken on a laptop, after a restart with HOST=0.0.0.0", () => {
  const URL_OF_BEFORE = "http://127.0.0.1:8182/h";
  let laptop: Marketplace;
  let hosted: Marketplace;
  let seller: Seller;
  beforeAll(async () => {
    laptop = await startMarketplace({ settings: { HOST: "127.0.0.1" } });
    hosted = await startMarketplace({ settings: { HOST: "0.0.0.0" }, database: laptop.database, clock: laptop.clock });
    seller = await laptop.seller();
  });
  afterAll(async () => {
    await hosted.stop();
    await laptop.stop();
  });
  const put = async (path: string, more: object) => {
    const reply = await hosted.request("PUT", path, {
      headers: seller.headers,
      body: JSON.stringify({ name: "receptor", url: URL_OF_BEFORE, events: ["order"], ...more }),
    });
    return [reply.status, reply.json.status ?? reply.json.details[0].code];
  };
  const REFUSED = [422, "endpoint_address_refused"];

  it("is disabled, stays so under another name, and is not enabled again", async () => {
    const { path } = await register(seller, URL_OF_BEFORE);
    expect(await put(path, { enabled: false })).toEqual([200, "paused"]);
    expect(await put(path, { enabled: false, name: "outro" })).toEqual([200, "paused"]);
    expect(await put(path, { enabled: true })).toEqual(REFUSED);
    expect(await put(path, {})).toEqual(REFUSED);
    expect((await seller.get(path)).json).toMatchObject({ status: "paused", name: "outro" });
  });

  it("is changed in all but its address, and goes on to a public one", async () => {
    const { path } = await register(seller, URL_OF_BEFORE);
    expect(await put(path, { events: ["product"] })).toEqual([200, "enabled"]);
    for (const enabled of [true, false]) expect(await put(path, { url: "http://127.0.0.1:8183/h", enabled })).toEqual(REFUSED);
    expect((await seller.get(path)).json).toMatchObject({ status: "enabled", url: URL_OF_BEFORE });
    expect(await put(path, { url: "https://hub.example.com/hook", enabled: false })).toEqual([200, "paused"]);
    expect(await put(path, { url: "https://hub.example.com/hook" })).toEqual([200, "enabled"]);
  });

  it("that was disabled for its failures is paused, not enabled", async () => {
    const { path, id } = await register(seller, URL_OF_BEFORE);
    await laptop.database.query(
      "update notification_endpoints set status = 'disabled', disabled_reason = 'failing', version = version + 1 where endpoint_id = $1",
      [id],
    );
    expect(await put(path, {})).toEqual(REFUSED);
    expect(await put(path, { enabled: false })).toEqual([200, "paused"]);
  });

  it("that is not there is not there, whatever its address", async () => {
    expect(await put("/api/v1/notifications/endpoints/nep_none", {})).toEqual([404, "endpoint_unknown"]);
  });
});

describe("a sandbox on a laptop, HOST=localhost", () => {
  it("delivers to its own machine", async () => {
    const market = await startMarketplace({ settings: { HOST: "localhost" } });
    try {
      const seller = await market.seller();
      await using hook = await receiver();
      await register(seller, hook.url);
      await happen(market, seller.sellerId, ["product/A"]);
      await eventually("the receiver to hear", async () => hook.received.length > 0);
      expect(hook.received).toMatchObject([{ json: { sellerId: seller.sellerId } }]);
    } finally {
      await market.stop();
    }
  });
});
