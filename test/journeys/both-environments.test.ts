import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { PRODUCT_EXAMPLE } from "../../src/catalog/contract.ts";
import { systemClock } from "../../src/platform/basics/clock.ts";
import { dataFolderOf } from "../commands/instance.ts";
import { runCommand } from "../commands/terminal.ts";
import { eventually, client, startMarketplace, type Client, type Marketplace } from "../harness.ts";
import { movableClock, type MovableClock } from "../movable-clock.ts";

/** The commands' clock is the real one. */
const REAL: MovableClock = { ...systemClock, move: () => undefined, set: () => undefined };
/** Production's runs with it until it is moved. */
const later = movableClock();
const YEAR_MS = 366 * 86_400_000;
const folder = mkdtempSync(join(inject("scratch"), "going-live-"));
const REPORT = join(folder, "report.jws");

let sandbox: Marketplace;
let production: Marketplace;
let admin: Client;
let data: string;
beforeAll(async () => {
  sandbox = await startMarketplace({ clock: REAL });
  const { keys } = (await sandbox.request("GET", "/.well-known/jwks.json")).json;
  production = await startMarketplace({
    clock: later,
    settings: { ENVIRONMENT: "production", ROLE: "api", VALIDATION_PUBLIC_KEYS: keys[0].x },
  });
  data = await dataFolderOf(production);
  admin = await production.operator("admin");
});
afterAll(() => Promise.all([sandbox.stop(), production.stop()]));

interface Made {
  readonly sellerId: number;
  readonly clientId: string;
  readonly accessToken: string;
}
const asSeller = ({ clientId, accessToken }: Made, at = production) =>
  client(at.baseUrl, { client_id: clientId, access_token: accessToken });

describe("from no credential to production's first call, both environments on one machine", { timeout: 60_000 }, () => {
  let first: Made;
  const another = async (body: object) => {
    const { sellerId } = (await admin.post("/operator/v1/sellers", { name: "Loja Nova" })).json;
    const reply = await admin.post(`/operator/v1/sellers/${sellerId}/credentials`, { name: "integração", ...body });
    const detail = reply.status < 300 ? undefined : reply.json.details[0];
    return { status: reply.status, code: detail?.code, allowed: detail?.allowed as unknown };
  };

  it("certifies in the sandbox with a credential of its own making", async () => {
    const { code, out } = await runCommand("certify", "--data", await dataFolderOf(sandbox), "--approve", "--report", REPORT);
    expect(code, out).toBe(0);
    expect(out).toContain("completa, approved");
  });

  it("is let in by its report, and by nothing else", async () => {
    await expect(runCommand("seller", "create", "Loja Aurora", "--data", data)).rejects.toThrow("vitrine certify");
    const { out } = await runCommand("seller", "create", "Loja Aurora", "--report", REPORT, "--data", data, "--json");
    first = JSON.parse(out) as Made;
  });

  it("makes its first call there, and has its own feed of events", async () => {
    expect((await asSeller(first).get("/api/v1/brands")).status).toBe(200);
    expect((await asSeller(first).get("/api/v1/events")).status).toBe(204);
    const { json } = await asSeller(first).post("/api/v1/orders", { items: [] });
    expect(json.details[0].code).toBe("orders_sandbox_only");
  });

  it("has its catalogue imported by the marketplace, as the application that serves it", async () => {
    const file = join(folder, "one.ndjson");
    writeFileSync(file, `${JSON.stringify(PRODUCT_EXAMPLE)}\n`);
    // Nobody carries out bulk jobs here.
    const { code, out } = await runCommand("import", file, "--seller", String(first.sellerId), "--data", data, "--via", "calls");
    expect(code, out).toBe(0);
    expect((await asSeller(first).get(`/api/v2/products/${PRODUCT_EXAMPLE.sku}/status`)).json.status).toBe("Recebido");
  });

  it("keeps the environments' tokens apart", async () => {
    const made = (await sandbox.request("POST", "/api/v1/sandbox/credentials", { json: { name: "Hub Integra" } })).json as Made;
    expect((await asSeller(made, sandbox).get("/api/v1/brands")).status).toBe(200);
    expect((await asSeller(made).get("/api/v1/brands")).json.details[0].code).toBe("environment_wrong");
    expect((await asSeller(first, sandbox).get("/api/v1/brands")).json.details[0].code).toBe("environment_wrong");
    expect((await production.request("POST", "/api/v1/sandbox/credentials", { json: { name: "x" } })).status).toBe(404);
  });

  it("admits one application by one report, and no report that somebody wrote", async () => {
    const report = readFileSync(REPORT, "utf8").trim();
    expect(await another({ report })).toMatchObject({ status: 422, code: "report_used" });
    const [head, body = "", signature] = report.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, validationId: "tvl_1_other" })).toString("base64url");
    expect(await another({ report: `${head}.${forged}.${signature}` })).toMatchObject({ status: 422, code: "report_invalid" });
    expect(await another({ report: "nothing" })).toMatchObject({ status: 422, code: "report_invalid" });
    const undecided = await sandbox.seller();
    const { id } = (await undecided.post("/api/v1/technical-validations", undefined)).json;
    const { jws } = (await undecided.get(`/api/v1/technical-validations/${id}/report`)).json;
    expect(await another({ report: jws })).toMatchObject({ status: 422, code: "report_invalid" });
  });

  it("serves a second seller once the first has used every method, which is there to see", async () => {
    const { clientId } = first;
    const used = async () => ((await asSeller(first).get("/api/v1/coverage")).json.used as readonly object[]).length;
    await eventually("what was used to be noted", async () => (await used()) === 3);
    const refused = await another({ clientId });
    expect(refused).toMatchObject({ status: 422, code: "coverage_incomplete" });
    const seen = (await asSeller(first).get("/api/v1/coverage")).json;
    expect(seen).toMatchObject({ complete: false, missing: refused.allowed });
    expect(seen.used.map(({ operation }: { operation: string }) => operation)).toEqual(["listBrands", "postProduct", "getProductStatus"]);
    expect((await admin.get(`/operator/v1/applications/${clientId}/coverage`)).json.missing).toEqual(seen.missing);
    // Every method of an integration takes more than one test; what counts is what is noted of its calls.
    await production.database.query("insert into coverage select $1, $2, unnest($3::text[]), 1", [first.sellerId, clientId, seen.missing]);
    expect(await another({ clientId })).toMatchObject({ status: 201 });
  });

  it("rotates the first seller's token without a report", async () => {
    const { sellerId, clientId } = first;
    const body = { name: "rotação", clientId };
    expect((await admin.post(`/operator/v1/sellers/${sellerId}/credentials`, body)).status).toBe(201);
  });

  it("says of a report first that it was used, and then that it expired (decisions 9)", async () => {
    const unused = join(folder, "unused.jws");
    await runCommand("certify", "--data", await dataFolderOf(sandbox), "--approve", "--report", unused);
    later.move(YEAR_MS);
    expect(await another({ report: readFileSync(unused, "utf8") })).toMatchObject({ status: 422, code: "report_expired" });
    expect(await another({ report: readFileSync(REPORT, "utf8") })).toMatchObject({ status: 422, code: "report_used" });
  });
});
