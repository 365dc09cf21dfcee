import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Marketplace } from "../harness.ts";
import { happen, receiver, register } from "../notifications/receiver.ts";

let market: Marketplace;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.stop());

const MINUTE = 60_000;
const MISSED = 300;
/** Nothing changes over so many looks: nothing is under way. */
const LOOKS = 20;

describe("outage and catch-up", () => {
  it("a receiver that was down gets everything it missed, by itself, and an outage leaves few rows", async () => {
    const seller = await market.seller();
    await using hook = await receiver();
    const { path } = await register(seller, hook.url);
    const state = async () =>
      (await seller.get(path)).json as { readonly circuitOpenSince?: string; readonly behind: number; readonly failingSince?: string };
    await happen(market, seller.sellerId, ["product/BEFORE"]);
    await eventually("the first", async () => hook.received.length === 1);

    hook.answer(() => 503);
    for (let i = 0; i < MISSED; i += 50)
      await happen(
        market,
        seller.sellerId,
        Array.from({ length: 50 }, (_, k) => `product/P${i + k}`),
      );
    await eventually("the circuit to open", async () => (await state()).circuitOpenSince !== undefined);
    const rows = async () =>
      (await market.database.query<{ rows: number }>("select count(*)::integer as rows from notification_retries"))[0]!.rows;
    // What was under way when it opened is still written down.
    let settled = { rows: 0, tries: 0, looks: 0 };
    await eventually("what was under way to end", async () => {
      const [now, tries] = [await rows(), hook.received.length];
      settled = { rows: now, tries, looks: now === settled.rows && tries === settled.tries ? settled.looks + 1 : 0 };
      return settled.looks === LOOKS;
    });
    const [before, tried] = [settled.rows, settled.tries];
    expect(before).toBeLessThan(60);
    market.clock.move(MINUTE);
    await eventually("a try of one new event", async () => hook.received.length > tried);
    expect(await rows()).toBeLessThanOrEqual(before + 1);
    expect((await state()).behind).toBeGreaterThan(MISSED / 2);

    hook.answer(() => 204);
    market.clock.move(2 * MINUTE);
    const all = Array.from({ length: MISSED + 1 }, (_, i) => `evt_${seller.sellerId}_${i + 1}`);
    const got = new Set<string>();
    await eventually("everything", async () => {
      const since = hook.received.slice(tried);
      for (const { json } of since) got.add(json.id);
      got.add(all[0]!);
      return got.size === all.length;
    });
    await eventually("the books to be closed", async () => (await rows()) === 0 && (await state()).behind === 0);
    expect(await state()).not.toHaveProperty("failingSince");
  });
});
