import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";

/** A filter that is not one is told of: the answer stays as it is, and names what it ignored. */
let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
});
afterAll(() => market.stop());

const WARNING = "vitrine-warning";

describe("a call with query parameters that its operation does not have", () => {
  it.each([
    ["/api/v1/orders?orderStatus[]=approved", 'parameter_unknown;parameter="orderStatus[]";nearest="orderStatus"'],
    ["/api/v1/orders?OrderStatus=approved", 'parameter_unknown;parameter="OrderStatus";nearest="orderStatus"'],
    ["/api/v1/orders?status=approved", 'parameter_unknown;parameter="status";nearest="orderStatus"'],
    ["/api/v1/orders?orderStatus=approved&foo=1&foo=2", 'parameter_unknown;parameter="foo"'],
    [
      "/api/v2/products?Page=1&situa%C3%A7%C3%A3o=x",
      'parameter_unknown;parameter="Page";nearest="page", parameter_unknown;parameter=%"situa%c3%a7%c3%a3o"',
    ],
    ["/api/v1/orders?a%0d%0aset-cookie:%20b=1", 'parameter_unknown;parameter=%"a%0d%0aset-cookie: b"'],
    ["/api/v1/brands?_=1764000000", 'parameter_unknown;parameter="_"'],
    ["/api/v1/orders/cancellation-reasons?page=0", 'parameter_unknown;parameter="page"'],
    ["/api/v1/orders?page=x&status=1", 'parameter_unknown;parameter="status";nearest="orderStatus"'],
    ["/api/v1/orders?__proto__=1", 'parameter_unknown;parameter="__proto__"'],
    [`/api/v1/orders?${"n".repeat(100)}=1`, `parameter_unknown;parameter="${"n".repeat(60)}"`],
  ])("GET %s hears %s", async (path, warning) => {
    expect((await seller.get(path)).headers.get(WARNING)).toBe(warning);
  });

  it("is answered as if it had not sent them", async () => {
    const [with_, without] = [await seller.get("/api/v1/brands?foo=1"), await seller.get("/api/v1/brands")];
    expect([with_.status, with_.text]).toEqual([without.status, without.text]);
  });

  it("hears it whatever the method, the audience and the answer: refused, not modified, by its head alone", async () => {
    const { etag } = Object.fromEntries((await seller.get("/api/v1/brands")).headers);
    const held = await seller.get("/api/v1/brands?x=1", { headers: { "if-none-match": etag! } });
    const written = await seller.put("/api/v2/products/NADA/stocks?dryrun=true", { available: 1 });
    const broken = await seller.put("/api/v2/products/NADA/stocks?dryrun=true", undefined, { body: "{" });
    const headed = await seller.request("HEAD", "/api/v1/brands?x=1");
    const operators = await (await market.operator("admin")).get("/operator/v1/sellers?pagesize=1");
    expect([held.status, written.status, broken.status, headed.status, operators.status]).toEqual([304, 404, 400, 200, 200]);
    for (const reply of [held, written, broken, headed, operators]) expect(reply.headers.get(WARNING)).toContain("parameter_unknown;");
  });

  it("hears of ten at most", async () => {
    const { headers } = await seller.get(`/api/v1/brands?${Array.from({ length: 500 }, (_, i) => `x${i}`).join("&")}`);
    expect(headers.get(WARNING)!.split(", ")).toHaveLength(10);
  });
});

describe("nothing is told", () => {
  it("where every parameter is one, or a placeholder, or the caller is a stranger", async () => {
    for (const path of ["/api/v1/orders", "/api/v1/orders?page=0&size=1&orderStatus={orderStatus}&expands=items", "/api/v1/orders?"])
      expect((await seller.get(path)).headers.has(WARNING), path).toBe(false);
    const stranger = await market.request("GET", "/api/v1/orders?foo=1");
    expect([stranger.status, stranger.headers.has(WARNING)]).toEqual([401, false]);
  });
});
