import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { buy, onSale } from "../orders/goods.ts";
import { receiver, register } from "./receiver.ts";

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
  await onSale(market, seller, { LINHA: 10 });
});
afterAll(() => market.stop());

interface Told {
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly status: string;
  readonly attempts: readonly unknown[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}
const deliveriesOf = async (orderNumber: string): Promise<readonly (readonly Told[])[]> =>
  (await seller.get(`/api/v1/orders/${orderNumber}/timeline`)).json.items.map(
    ({ deliveries }: { readonly deliveries: readonly Told[] }) => deliveries,
  );

describe("the timeline of an order (beyond M8)", () => {
  it("says how each of its events was told, attempt by attempt, and to no endpoint when there is none", async () => {
    const unheard = await buy(seller, "LINHA", { paid: true });
    expect(await deliveriesOf(unheard.orderNumber)).toEqual([[]]);

    await using good = await receiver();
    await using bad = await receiver(() => 500);
    const [heard, failing] = [await register(seller, good.url), await register(seller, bad.url)];
    const order = await buy(seller, "LINHA", { paid: true });
    await seller.put(order.path("status/canceled"), { reasonCancellationCode: 5 });
    const events = await eventually("both told of both", async () => {
      const told = await deliveriesOf(order.orderNumber);
      return told.length === 2 && told.every((each) => each.length === 2) && told;
    });
    const idOf = ({ path }: { readonly path: string }) => path.split("/").at(-1);
    for (const [nth, deliveries] of events.entries()) {
      expect(new Set(deliveries.map(({ endpointId }) => endpointId))).toEqual(new Set([idOf(heard), idOf(failing)]));
      expect(deliveries).toHaveLength(2);
      const [done] = deliveries.filter(({ endpointId }) => endpointId === idOf(heard));
      expect(done).toMatchObject({ status: "delivered", attempts: [{ attempt: 1, outcome: "delivered", responseStatus: 204 }] });
      const [waiting] = deliveries.filter(({ endpointId }) => endpointId === idOf(failing));
      expect(waiting).toMatchObject({ status: "pending" });
      // The second event waits behind the first one of its order.
      if (nth === 0) expect(waiting!.attempts[0]).toMatchObject({ attempt: 1, outcome: "failed", responseStatus: 500 });
      const whole = await seller.get(done!.links.find(({ rel }) => rel === "self")!.href);
      expect(whole.json.deliveryId).toBe(done!.deliveryId);
    }
  });

  it("is shown without them to a credential that may not read of notifications", async () => {
    await using hook = await receiver();
    await register(seller, hook.url);
    const order = await buy(seller, "LINHA", { paid: true });
    const told = await eventually("told", async () => {
      const [deliveries] = await deliveriesOf(order.orderNumber);
      return deliveries!.length > 0 && deliveries;
    });
    expect(told).not.toEqual([]);
    const admin = await market.operator("admin");
    const asked = { name: "pedidos", clientId: seller.clientId, scopes: ["orders"] };
    const { json } = await admin.post(`/operator/v1/sellers/${seller.sellerId}/credentials`, asked);
    const headers = { client_id: json.clientId, access_token: json.accessToken };
    const limited = await market.request("GET", `/api/v1/orders/${order.orderNumber}/timeline`, { headers });
    expect([limited.status, limited.json.items.map((item: { readonly deliveries: unknown }) => item.deliveries)]).toEqual([200, [[]]]);
  });

  it("tells nobody of another seller's", async () => {
    const other = await market.seller();
    await onSale(market, other, { LINHA: 10 });
    await using hook = await receiver();
    await register(seller, hook.url);
    const order = await buy(other, "LINHA", { paid: true });
    const { json } = await other.get(`/api/v1/orders/${order.orderNumber}/timeline`);
    expect(json.items[0].deliveries).toEqual([]);
  });
});
