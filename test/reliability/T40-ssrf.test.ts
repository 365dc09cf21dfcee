import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figures } from "../figures.ts";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { localServer, type LocalServer } from "../local-server.ts";
import { happen, receiver, register } from "../notifications/receiver.ts";

/** Spellings of what is not public (reliability 5.4), `PORT` standing for the canary's. */
const VECTORS = [
  "http://127.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://2130706433:PORT/",
  "http://0x7f000001:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://0.0.0.0:PORT/",
  "http://[::1]:PORT/",
  "http://[::]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://[::7f00:1]:PORT/",
  "http://[64:ff9b::7f00:1]:PORT/",
  "http://[2002:7f00:1::]:PORT/",
  "http://[fe80::1]:PORT/",
  "http://[fc00::1]:PORT/",
  "http://localhost:PORT/",
  "http://localhost.:PORT/",
  "http://LOCALHOST:PORT/",
  "http://10.0.0.1/",
  "http://172.16.0.1/",
  "http://192.168.0.1/",
  "http://100.64.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://192.0.2.1/",
  "http://198.18.0.1/",
  "http://224.0.0.1/",
  "http://255.255.255.255/",
  "http://user:pass@127.0.0.1:PORT/",
  "http://127.0.0.1:PORT@127.0.0.1:PORT/",
  "https://127.0.0.1:PORT/",
  "http://127。0。0。1:PORT/",
] as const;
/** Ports of other things than the web. */
const PORTS = [22, 25, 5432, 6379] as const;

let canary: LocalServer;
let production: Marketplace;
let seller: Seller;
beforeAll(async () => {
  canary = await localServer((_request, response) => void response.writeHead(204).end());
  production = await startMarketplace({ settings: { ENVIRONMENT: "production" } });
  seller = await production.seller();
});
afterAll(async () => {
  await production.stop();
  await canary[Symbol.asyncDispose]();
});
const urlOf = (vector: string) => vector.replaceAll("PORT", String(canary.port));

describe("T40 no notification goes where it must not (reliability 1.5, 5.4)", () => {
  it.each([...VECTORS, ...PORTS.map((port) => `https://hub.example.com:${port}/`)])("%s is not registered", async (vector) => {
    for (const url of [urlOf(vector), urlOf(vector).replace("http:", "https:")]) {
      const reply = await seller.post("/api/v1/notifications/endpoints", { name: "x", url, events: ["order"] });
      expect([reply.status, reply.json.details[0].code]).toEqual([422, "endpoint_address_refused"]);
    }
  });

  it("is judged again at each delivery, which tells no more than its registration would", async () => {
    const { path, id } = await register(seller, "https://hub.example.com/");
    for (const vector of VECTORS) {
      await production.database.query("update notification_endpoints set url = $2, version = version + 1 where endpoint_id = $1", [
        id,
        urlOf(vector),
      ]);
      const { json } = await seller.post(`${path}/test`, undefined);
      const tried = await eventually(vector, async () => {
        const reply = await seller.get(`${path}/deliveries/${json.deliveryId}`);
        return reply.json.attempts.length > 0 && (reply.json.attempts[0] as { readonly trouble: string });
      });
      // A name with a dot goes to the name servers, which do not know it.
      const trouble = vector.includes("localhost.") ? "unreachable" : "address_refused";
      expect(tried, vector).toMatchObject({ outcome: "failed", trouble });
      // Its second of probation.
      await production.database.query("update notification_endpoints set proven = true, version = version + 1 where endpoint_id = $1", [
        id,
      ]);
    }
    figures({ "addresses put in past registration": VECTORS.length, "connections to the canary": canary.connections() });
    expect(canary.connections()).toBe(0);
  }, 120_000);

  it("follows no redirect to it", async () => {
    const sandbox = await startMarketplace();
    try {
      const own = await sandbox.seller();
      await using hook = await receiver(
        (_received, response) => void response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end(),
      );
      await register(own, hook.url);
      await happen(sandbox, own.sellerId, ["product/A"]);
      await eventually("the redirect", async () => hook.received.length > 0);
      figures({ redirects: hook.received.length, "connections to the canary": canary.connections() });
      expect(canary.connections()).toBe(0);
      // The canary would have seen it: the sandbox lets its own sellers have receivers on this machine.
      await register(own, `http://127.0.0.1:${canary.port}/`);
      await happen(sandbox, own.sellerId, ["product/A"]);
      await eventually("the canary", async () => canary.connections() > 0);
    } finally {
      await sandbox.stop();
    }
  });
});
