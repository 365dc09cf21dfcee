import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { apiDocument } from "../../src/openapi/documents.ts";
import { readDeprecations } from "../../src/openapi/deprecations.ts";
import { parseDeprecations } from "../../src/platform/contract/deprecations.ts";
import { PRODUCT_EXAMPLE } from "../../src/catalog/contract.ts";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";

const DATES = { deprecatedAt: "2026-11-01T00:00:00-03:00", sunsetAt: "2027-06-01T00:00:00-03:00" };
const instead = { "pt-BR": "Use outra coisa.", en: "Use something else." };
const guide = "/docs/guides/pt-BR/changes.md";
const row = (code: string, operation: string, part?: object) => ({ code, operation, ...DATES, instead, guide, ...(part ? { part } : {}) });
const ROWS = [
  row("brands", "listBrands"),
  row("orders-expands", "listOrders", { in: "query", name: "expands" }),
  row("product-video", "postProduct", { in: "body", pointer: "/video" }),
  row("product-image", "postProduct", { in: "body", pointer: "/images/*/url" }),
  row("limits-answer", "getLimits", { in: "answer", pointer: "/links" }),
];

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace({ deprecations: parseDeprecations(ROWS, OPERATIONS) });
  seller = await market.seller();
});
afterAll(() => market.stop());

describe("what will be removed from the API is told where it is used", () => {
  it("tells of an operation by Deprecation (RFC 9745), Sunset (RFC 8594) and a link", async () => {
    const { headers } = await seller.get("/api/v1/brands");
    expect(headers.get("deprecation")).toBe(`@${Date.parse(DATES.deprecatedAt) / 1_000}`);
    expect(headers.get("sunset")).toBe("Tue, 01 Jun 2027 03:00:00 GMT");
    expect(headers.get("link")).toBe(`<${guide}>; rel="deprecation"; type="text/markdown"`);
    expect(headers.get("vitrine-warning")).toBeNull();
  });

  it("tells of a parameter only whoever sends it, beside what else is ignored", async () => {
    expect((await seller.get("/api/v1/orders?expand=items")).headers.get("link")).toBeNull();
    const { headers } = await seller.get("/api/v1/orders?expands=items&stauts=approved");
    expect(headers.get("deprecation")).toBeNull();
    expect(headers.get("link")).toContain('rel="deprecation"');
    const [ignored, deprecated] = headers.get("vitrine-warning")!.split(", ");
    expect(ignored).toContain("parameter_unknown");
    expect(deprecated).toBe('deprecated;parameter="expands";code="orders-expands";sunset="2027-06-01T00:00:00.000-03:00"');
  });

  it("tells of fields of a body, also within lists, and of refused calls too", async () => {
    const { status, headers } = await seller.post("/api/v2/products", { ...PRODUCT_EXAMPLE, video: "https://videos.example/a", price: 1 });
    expect(status).toBe(400);
    expect(headers.get("vitrine-warning")).toContain('pointer="/video";in="body";code="product-video"');
    expect(headers.get("vitrine-warning")).toContain('pointer="/images/*/url"');
    const without = await seller.post("/api/v2/products", { sku: "SEM-VIDEO", images: [], video: null });
    expect(without.headers.get("vitrine-warning")).toBeNull();
  });

  it("tells of a field of an answer with every call", async () => {
    expect((await seller.get("/api/v1/limits")).headers.get("vitrine-warning")).toContain('pointer="/links";in="answer"');
  });

  it("tells nothing where nothing is deprecated", async () => {
    const { headers } = await seller.get("/api/v1/colors");
    expect(["deprecation", "sunset", "link", "vitrine-warning"].map((name) => headers.get(name))).toEqual([null, null, null, null]);
  });
});

describe("GET /operator/v1/deprecations", () => {
  it("says who still uses what, from the log of calls", async () => {
    const integration = await market.operator("integration");
    const items = await eventually("the calls logged", async () => {
      const { json } = await integration.get("/operator/v1/deprecations");
      const found = json.items as { code: string; calls: number; applications: { clientId: string; sellers: number; calls: number }[] }[];
      return found.every(({ code, calls }) => code === "limits-answer" || calls > 0) && found;
    });
    const useOf = (code: string) => items.find((item) => item.code === code)!.applications;
    expect(useOf("brands")).toMatchObject([{ clientId: seller.clientId, sellers: 1, calls: 1 }]);
    expect(useOf("orders-expands")).toMatchObject([{ calls: 1 }]);
    expect(useOf("product-video")).toMatchObject([{ calls: 1 }]);
    const support = await market.operator("support");
    expect((await support.get("/operator/v1/deprecations")).status).toBe(403);
  });
});

describe("openapi/deprecations.json", () => {
  it("fits the contract", () => expect(Array.isArray(readDeprecations())).toBe(true));

  it("marks operations and parameters in the documents, and no other operation's parameter of that name", () => {
    const document = apiDocument("v1", undefined, parseDeprecations(ROWS, OPERATIONS)) as unknown as {
      paths: Record<string, { get: { deprecated?: true; "x-sunset"?: string; parameters: { name?: string; deprecated?: true }[] } }>;
    };
    const sunset = "2027-06-01T00:00:00.000-03:00";
    expect(document.paths["/api/v1/brands"]!.get).toMatchObject({ deprecated: true, "x-sunset": sunset });
    expect(document.paths["/api/v1/colors"]!.get.deprecated).toBeUndefined();
    const marked = Object.values(document.paths).filter(({ get }) => get?.parameters.some(({ deprecated }) => deprecated));
    expect(marked).toEqual([document.paths["/api/v1/orders"]]);
    expect(document.paths["/api/v1/orders"]!.get.parameters.find(({ deprecated }) => deprecated)).toMatchObject({ name: "expands" });
  });

  it.each([
    ["an operation that is not there", row("a", "listBrand"), /there is no operation listBrand/],
    ["a parameter that is not there", row("a", "listOrders", { in: "query", name: "expandz" }), /no query expandz/],
    ["a field that is not there", row("a", "postProduct", { in: "body", pointer: "/images/*/uri" }), /no body \/images\/\*\/uri/],
    ["a date that is none", { ...row("a", "listBrands"), sunsetAt: "soon" }, /sunsetAt is no date: soon/],
    ["a removal too soon", { ...row("a", "listBrands"), sunsetAt: "2026-12-01" }, /less than 90 days/],
    ["no advice", { ...row("a", "listBrands"), instead: { "pt-BR": "", en: "" } }, /instead needs/],
  ])("refuses %s", (_what, wrong, message) => expect(() => parseDeprecations([wrong], OPERATIONS)).toThrow(message));

  it("refuses a code twice, and says every mistake at once", () => {
    const wrong = [row("a", "gone"), row("a", "listBrands")];
    expect(() => parseDeprecations(wrong, OPERATIONS)).toThrow(/there is no operation gone; a: is there twice/);
  });
});
