import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusedAddress } from "../../src/notifications/address.ts";
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
  refusedAddress(url, { environment: "sandbox", host, outboundHostsAllowed });

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
    expect(tried).toMatchObject({ outcome: "failed", trouble: "unreachable" });
    expect(canary.received).toHaveLength(0);
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
