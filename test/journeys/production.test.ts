import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opaqueToken } from "../../src/platform/basics/random.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";

let marketplace: Marketplace;
let seller: Seller;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { ENVIRONMENT: "production", ROLE: "api" } });
  seller = await marketplace.seller();
  await publish(seller, (await wares(`${marketplace.baseUrl}/images`)).visor("A"));
});
afterAll(() => marketplace.stop());

describe("production (decisions 3, 6)", () => {
  it.each(["APPROVED", "Aprovado", "READY_TO_SALE", "READY_FOR_SALE"])(
    "lets no seller approve a product by PUT status %s",
    async (status) => {
      const before = (await seller.get(pathOf("A", "status"))).json;
      const reply = await seller.put(pathOf("A", "status"), { status });
      expect([reply.status, reply.json.type, reply.json.details[0].code]).toEqual([403, "Permission_Error", "sandbox_only"]);
      expect((await seller.get(pathOf("A", "status"))).json).toEqual(before);
    },
  );

  it("says so for a product that does not exist too: it is the environment that is wrong", async () => {
    const reply = await seller.put(pathOf("NOT-THERE", "status"), { status: "APPROVED" });
    expect([reply.status, reply.json.details[0].code]).toEqual([403, "sandbox_only"]);
  });

  it("tells the sandbox's token that it is the sandbox's", async () => {
    const headers = { client_id: seller.clientId, access_token: opaqueToken("vts") };
    const { status, json } = await marketplace.request("GET", "/api/v2/products", { headers });
    expect([status, json.type, json.details[0].code]).toEqual([403, "Permission_Error", "environment_wrong"]);
  });

  it("has none of the sandbox's images", async () => {
    expect((await marketplace.request("GET", "/images/bag-black.jpg")).status).toBe(404);
  });
});
