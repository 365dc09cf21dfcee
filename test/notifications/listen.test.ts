import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataFolderOf } from "../commands/instance.ts";
import { runCommand } from "../commands/terminal.ts";
import { eventually, startMarketplace, type Marketplace } from "../harness.ts";
import { happen, receiver } from "./receiver.ts";

let market: Marketplace;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.stop());

describe("bin/vitrine listen (decisions 8)", () => {
  it("sends what happens to an address, signed with the secret it prints, and leaves nothing behind", async () => {
    const seller = await market.seller();
    await using hook = await receiver();
    const data = await dataFolderOf(market);
    const ids = ["--seller", String(seller.sellerId)];
    const running = runCommand("listen", "--forward-to", hook.url, ...ids, "--count", "2", "--json", "--data", data);
    await eventually("its endpoint", async () => {
      const { json } = await seller.get("/api/v1/notifications/endpoints");
      return json.items.length === 1;
    });
    await happen(market, seller.sellerId, ["product/A", "order/1"]);
    const { code, out } = await running;
    const [opened, ...attempts] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly secret?: string; readonly deliveryId?: string; readonly status?: string });
    expect([code, attempts.map(({ status }) => status)]).toEqual([0, ["delivered", "delivered"]]);
    const [first] = hook.received;
    expect(new Webhook(opened!.secret!).verify(first!.body, first!.headers as Record<string, string>)).toMatchObject({
      sellerId: seller.sellerId,
    });
    expect((await seller.get("/api/v1/notifications/endpoints")).json.items).toEqual([]);
  });

  it("says what it needs", async () => {
    await expect(runCommand("listen", "--seller", "1")).rejects.toThrow("--forward-to");
  });
});
