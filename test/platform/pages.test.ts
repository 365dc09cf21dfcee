import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace } from "../harness.ts";
import { undocumented } from "../reliability/error-body.ts";

let marketplace: Marketplace;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { ROLE: "api" } });
});
afterAll(() => marketplace.stop());

const get = async (method: string, path: string) => {
  const { status, headers, text } = await marketplace.request(method, path, { headers: { "x-request-id": "page:1" } });
  return { status, headers: new Map(headers), body: text };
};

describe("pages beside the API (decisions 1.4, 1.9)", () => {
  it.each([
    "/livez",
    "/readyz",
    "/metrics",
    "/openapi/v2.json",
    "/docs/contract.md",
    "/docs/guides/operators.md",
    "/docs/guides/en/going-live.md",
    "/images/bag-black.jpg",
  ])("%s carries what every answer carries, by GET and HEAD", async (path) => {
    for (const method of ["GET", "HEAD"]) {
      const { status, headers, body } = await get(method, path);
      expect([status, body === ""]).toEqual([200, method === "HEAD"]);
      expect([headers.get("x-request-id"), headers.has("ratelimit"), headers.has("ratelimit-policy")]).toEqual(["page:1", true, true]);
      expect(headers.get("cache-control")).toMatch(/^(no-store|private, no-cache|public, max-age=86400)$/);
    }
  });

  it.each([
    "/openapi/v9.json",
    "/docs/nothing.md",
    "/docs/guides/nothing.md",
    "/docs/guides/en/nothing.md",
    "/docs/guides/..%2f..%2fREADME.md/README.md",
    "/docs/..%2fREADME.md",
    "/images/missing.jpg",
    "/images",
  ])("there is no %s, which is said in JSON", async (path) => {
    const answer = await get("GET", path);
    expect(answer.status).toBe(404);
    expect(undocumented(answer)).toEqual([]);
    expect(JSON.parse(answer.body).details[0]).toMatchObject({ code: "route_unknown", received: path });
  });
});
