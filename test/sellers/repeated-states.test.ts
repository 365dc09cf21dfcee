import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";

let marketplace: Marketplace;
let admin: Client;
let seller: Seller;
beforeAll(async () => {
  marketplace = await startMarketplace();
  admin = await marketplace.operator("admin");
  seller = await marketplace.seller();
});
afterAll(() => marketplace.stop());

const self = () => `/operator/v1/sellers/${seller.sellerId}`;
const credential = async () => (await admin.post(`${self()}/credentials`, { name: "De reserva" })).json.id as string;
const operatorKey = async () => (await admin.post("/operator/v1/operator-keys", { role: "support" })).json.id as string;

describe("a state that is set again (decisions 9)", () => {
  it.each<[string, () => Promise<() => Promise<Reply>>]>([
    ["a suspended seller, suspended", async () => () => admin.request("PATCH", self(), { json: { status: "suspended" } })],
    ["an active seller, let in", async () => () => admin.request("PATCH", self(), { json: { status: "active" } })],
    [
      "a revoked credential, revoked by the marketplace",
      async () => {
        const id = await credential();
        return () => admin.request("DELETE", `${self()}/credentials/${id}`);
      },
    ],
    [
      "a revoked credential, revoked by its integration",
      async () => {
        const { json } = await admin.post(`${self()}/credentials`, { name: "Do aplicativo", clientId: seller.headers["client_id"] });
        return () => seller.request("DELETE", `/api/v1/credentials/${json.id}`);
      },
    ],
    [
      "a revoked operator key, revoked",
      async () => {
        const id = await operatorKey();
        return () => admin.request("DELETE", `/operator/v1/operator-keys/${id}`);
      },
    ],
  ])("is answered as it is: %s", async (_what, make) => {
    const set = await make();
    const first = await set();
    marketplace.clock.move(60_000);
    const again = await set();
    marketplace.clock.move(-60_000);
    expect([first.status, again.status, again.json], again.text).toEqual([200, 200, first.json]);
  });
});
