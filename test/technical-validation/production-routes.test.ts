import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { startMarketplace, type Client, type Marketplace } from "../harness.ts";

let marketplace: Marketplace;
let clients: Readonly<Record<string, Client>>;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { ENVIRONMENT: "production", ROLE: "api" } });
  clients = {
    seller: await marketplace.seller(),
    operator: await marketplace.operator("admin"),
    public: { ...(await marketplace.seller()), headers: {}, request: marketplace.request },
  };
});
afterAll(() => marketplace.stop());

const elsewhere = OPERATIONS.filter(({ environments }) => environments?.includes("production") === false);
/** An address of the operation; nothing stands there. */
const addressOf = (path: string) => path.replaceAll(/\{\w+\}/g, "1");

describe("what production does not have (decisions 3, 5, 6)", () => {
  it("is refused in three places that sellers know from the sandbox", () => {
    expect(elsewhere.flatMap(({ id, elsewhere: failure }) => (failure ? [`${id} ${failure.code}`] : [])).toSorted()).toEqual([
      "postOrder orders_sandbox_only",
      "putApproved approved_sandbox_only",
      "putProductStatus sandbox_only",
    ]);
  });

  it.each(elsewhere.map((operation) => [operation.id, operation] as const))("%s has no handler there", async (_id, operation) => {
    const { method, path, audience, elsewhere: failure } = operation;
    // The body would be refused by whoever reads it; nobody does.
    const options = method === "GET" || method === "DELETE" ? {} : { body: "{", headers: { "content-type": "application/json" } };
    const { status, json } = await clients[audience]!.request(method, addressOf(path), options);
    const expected = failure ? [failure.row.status, failure.code] : [404, "route_unknown"];
    expect([status, json.details[0].code]).toEqual(expected);
  });

  it("is behind the door: strangers are told nothing of it", async () => {
    const reply = await marketplace.request("POST", "/api/v1/orders", { json: {} });
    expect(reply.status).toBe(401);
  });
});
