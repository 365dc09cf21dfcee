import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWebhookReceiver, type WebhookReceiver } from "../../src/programs/scenarios/webhook-receiver.ts";
import { verifySignature } from "../../src/notifications/index.ts";
import { newSecret, secretBytes } from "../../src/notifications/secret.ts";
import { signatureHeaders } from "../../src/notifications/sign.ts";
import { realNow } from "../../src/platform/basics/clock.ts";

const secret = newSecret();
const body = JSON.stringify({ id: "evt_1_1", status: "approved", parameters: { orderNumber: "1" } });
const NOW = 1_795_186_800_000;

/** A notification as the marketplace signs it. */
const signed = (atMs: number, by = secret) => ({
  headers: signatureHeaders({ id: "evt_1_1", timestamp: Math.floor(atMs / 1_000), body }, [secretBytes(by)]),
  body,
});

describe("a signature", () => {
  const good = signed(NOW);
  const without = (name: string) => ({
    ...good,
    headers: Object.fromEntries(Object.entries(good.headers).filter(([key]) => key !== name)),
  });

  it("verifies by the secret that made it, also as one of several while a secret is replaced", () => {
    expect(verifySignature(good, secret, NOW)).toBe(true);
    const other = signed(NOW, newSecret());
    const both = `${other.headers["webhook-signature"]} ${good.headers["webhook-signature"]}`;
    expect(verifySignature({ ...good, headers: { ...good.headers, "webhook-signature": both } }, secret, NOW)).toBe(true);
  });

  it.each([
    ["by another secret", signed(NOW, newSecret()), NOW],
    ["of another body", { ...good, body: body.replace("approved", "canceled") }, NOW],
    ["of another id", { ...good, headers: { ...good.headers, "webhook-id": "evt_1_2" } }, NOW],
    ["more than five minutes old", good, NOW + 301_000],
    ["more than five minutes ahead", good, NOW - 301_000],
    ["without an id", without("webhook-id"), NOW],
    ["without a time", without("webhook-timestamp"), NOW],
    ["that is not there", without("webhook-signature"), NOW],
    ["with a time that is none", { ...good, headers: { ...good.headers, "webhook-timestamp": "1e9" } }, NOW],
  ])("is refused %s", (_, notification, now) => {
    expect(verifySignature(notification, secret, now)).toBe(false);
  });
});

describe("the receiver of scenarios and of the demo", () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await openWebhookReceiver([503, 500]);
  });
  afterEach(() => receiver[Symbol.asyncDispose]());
  const send = async ({ headers, body: text }: ReturnType<typeof signed>) =>
    (await fetch(receiver.url, { method: "POST", headers: { ...headers }, body: text })).status;

  it("answers as it is told to at first, and takes what follows", async () => {
    receiver.setSecret(secret);
    expect([await send(signed(realNow())), await send(signed(realNow())), await send(signed(realNow()))]).toEqual([503, 500, 204]);
    expect(receiver.deliveries.map(({ verified }) => verified)).toEqual([true, true, true]);
  });

  it("verifies what came before it knew the secret, and tells what somebody else sent", async () => {
    await send(signed(realNow()));
    await send(signed(realNow(), newSecret()));
    receiver.setSecret(secret);
    expect(receiver.deliveries.map(({ verified }) => verified)).toEqual([true, false]);
  });

  it("is not overrun, and not brought down by what is no notification", async () => {
    receiver.setSecret(secret);
    const flood = await fetch(receiver.url, { method: "POST", body: "x".repeat(2 * 1024 * 1024) });
    const scrap = await fetch(receiver.url, { method: "POST", body: "no JSON" });
    expect([flood.status, scrap.status]).toEqual([413, 400]);
    expect(receiver.deliveries).toEqual([]);
  });
});
