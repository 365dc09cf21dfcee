import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, brotliCompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Marketplace, startMarketplace } from "../harness.ts";
import { rawCall } from "./raw-call.ts";

const SCRIPT = `console.log(${JSON.stringify("x".repeat(2_000))})`;
const PAGE = '<!doctype html><script src="/portal/assets/a-1.js" nonce="{{nonce}}"></script><meta nonce="{{nonce}}">';

/** A folder as the build leaves it. */
function builtFolder(): string {
  const folder = mkdtempSync(join(inject("scratch"), "pages-"));
  mkdirSync(join(folder, "assets"));
  for (const portal of ["portal", "backoffice"]) writeFileSync(join(folder, `index.${portal}.html`), PAGE);
  writeFileSync(join(folder, "assets", "a-1.js"), SCRIPT);
  writeFileSync(join(folder, "assets", "a-1.js.br"), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, "assets", "a-1.js.gz"), gzipSync(SCRIPT));
  writeFileSync(join(folder, "assets", "b-2.woff2"), "font");
  return folder;
}

describe("the portals' pages", () => {
  let market: Marketplace;
  beforeAll(async () => void (market = await startMarketplace({ pages: builtFolder(), settings: { ROLE: "api" } })));
  afterAll(() => market.stop());
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
    rawCall(market.baseUrl + path, { method, headers });

  it.each(["/portal", "/portal/", "/portal/pedidos/217857136570962", "/backoffice", "/backoffice/revisao"])(
    "are shown at %s",
    async (path) => {
      const { status, headers, body } = await get(path);
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-store");
      expect(body.toString()).toContain("<!doctype html>");
    },
  );

  it("have a nonce of their own in every answer, and a policy that lets only it and our own files through", async () => {
    const answers = [await get("/portal"), await get("/portal")];
    const nonces = answers.map(({ body }) => [...body.toString().matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce!));
    expect(nonces.map((all) => new Set(all).size)).toEqual([1, 1]);
    expect(nonces[0]![0]).not.toBe(nonces[1]![0]);
    const policy = answers[0]!.headers["content-security-policy"] as string;
    expect(policy.split("; ").toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "object-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonces[0]![0]}'`,
    ]);
  });

  it.each([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["gzip, br;q=0", "gzip", gunzipSync],
    ["identity", undefined, (body: Buffer) => body],
  ] as const)("send their files as they were compressed by the build: %s", async (accepted, coding, read) => {
    const { status, headers, body } = await get("/portal/assets/a-1.js", { "accept-encoding": accepted });
    expect([status, headers["content-encoding"]]).toEqual([200, coding]);
    expect(read(body).toString()).toBe(SCRIPT);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(headers["vary"]).toBe("Accept-Encoding");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  it("send a file again only if it is another one", async () => {
    const first = await get("/backoffice/assets/a-1.js", { "accept-encoding": "br" });
    const etag = first.headers["etag"] as string;
    const again = await get("/backoffice/assets/a-1.js", { "accept-encoding": "br", "if-none-match": etag });
    expect([again.status, again.body.length, again.headers["etag"]]).toEqual([304, 0, etag]);
    expect((await get("/backoffice/assets/a-1.js", { "accept-encoding": "gzip" })).headers["etag"]).not.toBe(etag);
  });

  it("answer HEAD with what GET would send, without it", async () => {
    const { status, headers, body } = await get("/portal/assets/b-2.woff2", {}, "HEAD");
    expect([status, body.length, headers["content-length"], headers["content-type"]]).toEqual([200, 0, "4", "font/woff2"]);
    expect((await get("/portal", {}, "HEAD")).status).toBe(200);
  });

  it.each(["/portal/assets/gone-3.js", "/portal/assets/", "/portal/assets/..%2Findex.portal.html", "/portal/v1/nothing", "/backoffice/v1"])(
    "say that nothing is at %s, in the API's own words",
    async (path) => {
      const { status, body } = await get(path);
      expect([status, JSON.parse(body.toString()).details[0].code]).toEqual([404, "route_unknown"]);
    },
  );

  it("are read only", async () => {
    expect((await get("/portal/pedidos", {}, "POST")).status).toBe(404);
    expect((await get("/portal", {}, "POST")).status).toBe(405);
  });

  it("are where a browser is sent that asks for the root; a program is told that nothing is there", async () => {
    const browser = await get("/", { accept: "text/html,application/xhtml+xml" });
    expect([browser.status, browser.headers["location"]]).toEqual([303, "/portal"]);
    expect((await get("/", { accept: "application/json" })).status).toBe(404);
  });
});

it("pages that were not built say so, and the API answers", async () => {
  const { baseUrl, stop } = await startMarketplace({ pages: join(inject("scratch"), "never-built"), settings: { ROLE: "api" } });
  const page = await rawCall(`${baseUrl}/portal/pedidos`, {});
  expect([page.status, page.body.toString()]).toEqual([503, expect.stringContaining("bin/setup")]);
  expect((await rawCall(`${baseUrl}/portal/v1/me`, {})).status).toBe(401);
  await stop();
});
