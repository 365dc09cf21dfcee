import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catalogPathAliases } from "../../src/catalog/index.ts";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { orderPathAliases } from "../../src/orders/index.ts";
import { createPathSuggester } from "../../src/platform/http/path-suggestions.ts";
import { referencePathAliases } from "../../src/reference/index.ts";
import { startMarketplace, type Marketplace } from "../harness.ts";

/** Who comes from another generation of such an interface is told where the same is done here. */
let market: Marketplace;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.stop());

const SHIPPING = "/api/v1/orders/217350000584167/shippings/1001";
const MOVES = ["approved", "invoiced", "shipped", "delivered", "canceled"];
const movesOf = (shipping: string) => MOVES.map((move) => `PUT ${shipping}/status/${move}`);

describe("an address of another generation is 404, and names what does it", () => {
  it.each([
    ["GET", "/api/v1/products", ["GET /api/v2/products"]],
    ["POST", "/api/v1/products/", ["POST /api/v2/products"]],
    ["PUT", "/api/v1/products/TEN%20BRISA", ["PUT /api/v2/products/TEN%20BRISA"]],
    ["GET", "/api/v1/products/ABC/status?x=1", ["GET /api/v2/products/ABC/status"]],
    ["POST", "/api/v1/products/GRUPO/skus", ["POST /api/v2/products"]],
    ["PUT", "/api/v1/products/GRUPO/skus/ABC", ["PUT /api/v2/products/ABC"]],
    ["PUT", "/api/v1/skus/ABC/prices", ["PUT /api/v2/products/ABC/prices"]],
    ["PUT", "/api/v2/skus/ABC/stocks", ["PUT /api/v2/products/ABC/stocks"]],
    ["PUT", "/api/v1/skus/ABC/bus/VE/status", ["PUT /api/v2/products/ABC/status"]],
    ["GET", "/api/v1/skus/ABC", ["GET /api/v2/products/ABC"]],
    ["DELETE", "/api/v1/skus/ABC", ["GET /api/v2/products/ABC", "PUT /api/v2/products/ABC"]],
    ["PUT", "/api/v2/products/ABC/stock", ["PUT /api/v2/products/ABC/stocks"]],
    ["PUT", "/api/v2/products/ABC/inventory", ["PUT /api/v2/products/ABC/stocks"]],
    ["PUT", "/api/v1/stocks/ABC", ["PUT /api/v2/products/ABC/stocks"]],
    ["PUT", "/api/v1/inventory/ABC", ["PUT /api/v2/products/ABC/stocks"]],
    ["PUT", "/api/v1/prices/ABC", ["PUT /api/v2/products/ABC/prices"]],
    ["PUT", "/v2/price/ABC", ["PUT /api/v2/products/ABC/prices"]],
    ["GET", "/api/v1/product-types", ["GET /api/v1/department/{departmentCode}/productType"]],
    ["GET", "/api/v1/departments/12/product-types", ["GET /api/v1/department/12/productType"]],
    ["POST", "/api/v1/skus/ABC/priceSchedules", ["POST /api/v2/products/ABC/prices"]],
    ["GET", "/products", ["GET /api/v2/products"]],
    ["GET", "/v1/orders", ["GET /api/v1/orders"]],
    ["GET", "/api/orders/217350000584167", ["GET /api/v1/orders/217350000584167"]],
    ["GET", "/api/v2/orders", ["GET /api/v1/orders"]],
    ["GET", "/api/v2/orders/217350000584167/shippings/1001", [`GET ${SHIPPING}`]],
    ["PUT", "/api/v2/orders/217350000584167/shippings/1001/status/invoiced", [`PUT ${SHIPPING}/status/invoiced`]],
    ["PUT", `${SHIPPING}/status`, movesOf(SHIPPING)],
    ["GET", `${SHIPPING}/status`, [`GET ${SHIPPING}`]],
    ["PUT", `${SHIPPING}/invoiced`, [`PUT ${SHIPPING}/status/invoiced`]],
    ["PUT", `${SHIPPING}/status/cancelled`, [`PUT ${SHIPPING}/status/canceled`]],
    ["PUT", `${SHIPPING}/status/ship`, [`PUT ${SHIPPING}/status/shipped`]],
    ["PUT", "/api/v1/orders/1/status", movesOf("/api/v1/orders/1/shippings/{shippingCode}")],
    ["PUT", "/api/v1/orders/1/status/invoiced", ["PUT /api/v1/orders/1/shippings/{shippingCode}/status/invoiced"]],
    ["GET", "/api/v2/brands", ["GET /api/v1/brands"]],
    ["GET", "/api/v1/departments", ["GET /api/v1/bus/{buId}/departments"]],
    ["GET", "/api/v1/departments/12/productTypes", ["GET /api/v1/department/12/productType"]],
    ["GET", "/api/v1/department/12/productType/7/attributes", ["GET /api/v1/department/12/productType/7/templates"]],
    ["GET", "/api/v3/products", ["GET /api/v2/products"]],
    ["GET", "//api//v1/orders", ["GET /api/v1/orders"]],
    ["GET", "/api/v1/api/v1/orders", ["GET /api/v1/orders"]],
    ["GET", "/API/V2/Orders/1", ["GET /api/v1/orders/1"]],
    ["GET", "/api/v1/department/12/producttype", ["GET /api/v1/department/12/productType"]],
    ["GET", "/operator/orders", ["GET /operator/v1/orders"]],
  ])("%s %s", async (method, path, allowed) => {
    const { status, json } = await market.request(method, path, { headers: { "accept-language": "en" } });
    expect(status).toBe(404);
    expect(json.type).toBe("Resource_Not_Found");
    expect(json.details).toMatchObject([{ code: "route_elsewhere", received: path.split("?")[0], allowed }]);
    expect(json.description).toBe(`The address ${path.split("?")[0]} does not exist here; what does this is ${allowed.join(", ")}.`);
  });

  it.each(["/", "/api/v1", "/api/v1/nowhere", "/skusage", "/api/v3/things", `/api/v1/skus/${"x".repeat(1_000)}`, "/%ff"])(
    "%s is nobody's, and nothing is made up for it",
    async (path) => {
      const { json } = await market.request("GET", path);
      expect(["route_unknown", "address_malformed"]).toContain(json.details[0].code);
    },
  );

  it("in Portuguese too", async () => {
    const { json } = await market.request("GET", "/api/v2/orders");
    expect(json.description).toBe("O endereço /api/v2/orders não existe aqui; quem faz isso é GET /api/v1/orders.");
  });
});

const TABLE = [...catalogPathAliases, ...orderPathAliases, ...referencePathAliases];
const served = new Set(OPERATIONS.map(({ path }) => path));
const isServed = (path: string) => [...served].some((one) => new RegExp(`^${one.replace(/\{\w+\}/g, "[^/]+")}$`).test(path));

describe("the table of former addresses", () => {
  const meanings = createPathSuggester(TABLE, [...served]);
  /** What a row was, with something in place of the steps that follow. */
  const examples = (was: string) =>
    (was.endsWith("*") ? ["", "/1", "/1/prices", "/1/shippings/2", "/1/productType"] : [""]).map(
      (rest) => was.replace("*", "").replace("{part}", "status").replace("{move}", "approved") + rest,
    );

  it.each(TABLE)("$from leads somewhere", ({ from: was }) => {
    expect(examples(was).flatMap(meanings).filter(isServed)).not.toEqual([]);
  });

  it("is not needed for an address that is served", () => {
    for (const path of served) expect(TABLE.map(({ from: was }) => was)).not.toContain(path.replace(/^\/(api|operator)\/v\d/, ""));
  });

  it("answers soon, and for any path", () => {
    fc.assert(fc.property(fc.string(), (path) => void meanings(`/${path}`)));
    const startedMs = performance.now();
    for (const path of ["/a".repeat(250), "/skus".repeat(100), `/orders/${"/".repeat(400)}`, `/api/v1${"/api/v1".repeat(60)}`])
      meanings(path);
    expect(performance.now() - startedMs).toBeLessThan(200);
  });
});
