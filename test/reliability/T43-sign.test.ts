import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { Webhook as OtherWebhook } from "svix";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realNow } from "../../src/platform/basics/clock.ts";
import { secretBytes, newSecret } from "../../src/notifications/secret.ts";
import { signatureHeaders } from "../../src/notifications/sign.ts";
import { budget, SEED } from "../budget.ts";
import { figures } from "../figures.ts";
import { eventually, startMarketplace, type Marketplace } from "../harness.ts";
import { happen, receiver, register, type Received } from "../notifications/receiver.ts";

const LIBRARIES = [
  {
    name: "standardwebhooks",
    verify: (secret: string, body: string, headers: Record<string, string>) => new Webhook(secret).verify(body, headers),
  },
  {
    name: "svix",
    verify: (secret: string, body: string, headers: Record<string, string>) => new OtherWebhook(secret).verify(body, headers),
  },
] as const;
const nowSeconds = () => Math.floor(realNow() / 1_000);
const signed = (body: string, secrets: readonly string[], timestamp = nowSeconds()) => ({
  ...signatureHeaders({ id: "evt_1001_7", timestamp, body }, secrets.map(secretBytes)),
});
/** Libraries throw at what does not verify, each in its own words. */
function holds(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}
const BODY = JSON.stringify({ id: "evt_1001_7", eventMessage: "Produto alterado: calçado", seq: 7 });

/** Reliability T43: whoever verifies is not us. */
describe.each(LIBRARIES)("T43 a signature, as $name verifies it", ({ verify }) => {
  it("holds for any body, of any characters", () => {
    const secret = newSecret();
    const bodies = budget(100, 20_000);
    figures({ seed: SEED, bodies });
    fc.assert(
      fc.property(fc.json(), (body) => {
        verify(secret, body, signed(body, [secret]));
      }),
      { numRuns: bodies, seed: SEED },
    );
  });

  it("holds for the new secret and for the previous one while both sign", () => {
    const [next, previous] = [newSecret(), newSecret()];
    const headers = signed(BODY, [next, previous]);
    expect(headers["webhook-signature"]!.split(" ").length).toBe(2);
    for (const secret of [next, previous]) expect(holds(() => verify(secret, BODY, headers))).toBe(true);
    expect(holds(() => verify(previous, BODY, signed(BODY, [next])))).toBe(false);
  });

  it("does not hold when a byte, the id or the time was changed", () => {
    const secret = newSecret();
    const headers = signed(BODY, [secret]);
    expect(holds(() => verify(secret, BODY.replace("7", "8"), headers))).toBe(false);
    expect(holds(() => verify(secret, BODY, { ...headers, "webhook-id": "evt_1001_8" }))).toBe(false);
    expect(holds(() => verify(secret, BODY, { ...headers, "webhook-timestamp": String(nowSeconds() + 1) }))).toBe(false);
    expect(holds(() => verify(newSecret(), BODY, headers))).toBe(false);
  });

  it("does not hold six minutes before or after", () => {
    const secret = newSecret();
    for (const aside of [-360, 360]) expect(holds(() => verify(secret, BODY, signed(BODY, [secret], nowSeconds() + aside)))).toBe(false);
  });

  it("sees the planted bug: a body that was parsed and written anew", () => {
    const secret = newSecret();
    const spaced = '{ "a": 1.0 }';
    expect(holds(() => verify(secret, JSON.stringify(JSON.parse(spaced)), signed(spaced, [secret])))).toBe(false);
  });
});

describe("T43 notifications on the wire", () => {
  let market: Marketplace;
  beforeAll(async () => {
    market = await startMarketplace();
  });
  afterAll(() => market.stop());
  const verifies = (secret: string, { body, headers }: Received) =>
    LIBRARIES.map(({ verify }) => holds(() => verify(secret, body, headers as Record<string, string>)));

  it("verify with the secret that was shown once; while it is replaced, with the new and the old", async () => {
    const seller = await market.seller();
    await using hook = await receiver();
    const { path, secret } = await register(seller, hook.url);
    await happen(market, seller.sellerId, ["product/A"]);
    await eventually("the first", async () => hook.received.length === 1);
    expect(verifies(secret, hook.received[0]!)).toEqual([true, true]);
    expect(hook.received[0]!.headers["webhook-id"]).toBe(hook.received[0]!.json.id);
    const rotated = await seller.post(`${path}/rotate-secret`, undefined);
    expect(rotated.status).toBe(200);
    const next = (rotated.json as { readonly secret: string }).secret;
    await happen(market, seller.sellerId, ["product/A"]);
    await eventually("the second", async () => hook.received.length === 2);
    expect(hook.received[1]!.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
    expect([verifies(secret, hook.received[1]!), verifies(next, hook.received[1]!)]).toEqual([
      [true, true],
      [true, true],
    ]);
    expect((await seller.get(path)).json).toHaveProperty("previousSecretUntil");
    await market.database.query("update notification_endpoints set previous_until = 1, version = version + 1 where seller_id = $1", [
      seller.sellerId,
    ]);
    await eventually("the old one to be forgotten", async () => {
      await happen(market, seller.sellerId, ["product/A"]);
      return !hook.received.at(-1)!.headers["webhook-signature"]!.includes(" ");
    });
    expect([verifies(secret, hook.received.at(-1)!), verifies(next, hook.received.at(-1)!)]).toEqual([
      [false, false],
      [true, true],
    ]);
    figures({ notifications: hook.received.length, libraries: LIBRARIES.length });
    // What is over is not told any more.
    expect((await seller.get(path)).json).not.toHaveProperty("previousSecretUntil");
  });

  it("are kept sealed: no secret is in the database", async () => {
    const seller = await market.seller();
    const { secret, id } = await register(seller, "http://127.0.0.1:1/");
    const [row] = await market.database.query<{ secret: Buffer }>("select secret from notification_endpoints where endpoint_id = $1", [id]);
    expect(row!.secret.includes(secretBytes(secret))).toBe(false);
    expect(row!.secret.toString("latin1")).not.toContain(secret);
  });
});
