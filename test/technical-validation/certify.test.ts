import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { systemClock } from "../../src/platform/basics/clock.ts";
import { verifierOf } from "../../src/platform/crypto/signing-key.ts";
import { dataFolderOf } from "../commands/instance.ts";
import { runCommand } from "../commands/terminal.ts";
import { eventually, startMarketplace, type Marketplace } from "../harness.ts";
import type { MovableClock } from "../movable-clock.ts";

/** The command's clock is the real one. */
const REAL: MovableClock = { ...systemClock, move: () => undefined, set: () => undefined };
let sandbox: Marketplace;
let data: string;
beforeAll(async () => {
  sandbox = await startMarketplace({
    settings: { QUOTA_PER_MINUTE: "250" },
    clock: REAL,
  });
  data = await dataFolderOf(sandbox);
});
afterAll(() => sandbox.stop());

describe("bin/vitrine certify (seed 4.4)", () => {
  it("goes from no credential to a signed, approved report within a minute", { timeout: 90_000 }, async () => {
    const report = join(mkdtempSync(join(inject("scratch"), "report-")), "report.jws");
    const began = performance.now();
    const { code, out } = await runCommand("certify", "--data", data, "--approve", "--report", report);
    expect(out).not.toContain("--  ");
    expect([code, performance.now() - began < 60_000]).toEqual([0, true]);
    const keys = (await sandbox.request("GET", "/.well-known/jwks.json")).json.keys;
    const opened = verifierOf([keys[0].x])(readFileSync(report, "utf8").trim());
    expect(opened).toMatchObject({ kid: keys[0].kid, claims: { complete: true, decision: "approved", environment: "sandbox" } });
  });

  it("tells the credential it was given, so that whoever waits for the decision gets the report", { timeout: 90_000 }, async () => {
    const { code, out } = await runCommand("certify", "--data", data, "--json");
    expect(code, out).toBe(0);
    const { clientId, accessToken } = JSON.parse(out) as Readonly<Record<"clientId" | "accessToken", string>>;
    const headers = { client_id: clientId, access_token: accessToken };
    const [run] = (await sandbox.request("GET", "/api/v1/technical-validations", { headers })).json.items;
    expect(run.status).toBe("open");
    const desk = await sandbox.operator("integration");
    await desk.post(`/operator/v1/technical-validations/${run.id}/decision`, { decision: "approved" });
    const { json } = await sandbox.request("GET", `/api/v1/technical-validations/${run.id}/report`, { headers });
    expect(json.report).toMatchObject({ decision: "approved", complete: true });
  });

  it("is approved by itself where the sandbox says so, and works within the usual quota", { timeout: 90_000 }, async () => {
    const market = await startMarketplace({ settings: { VALIDATION_AUTO_APPROVE: "true", QUOTA_PER_MINUTE: "250" }, clock: REAL });
    const { clientId, accessToken, ...seller } = await market.seller();
    const named = ["--url", market.baseUrl, "--client-id", clientId, "--access-token", accessToken];
    const { code, out } = await runCommand("certify", ...named);
    expect(code, out).toBe(0);
    const client = { request: seller.request, path: "/api/v1/technical-validations" };
    await eventually("the approval", async () => (await client.request("GET", client.path)).json.items[0].status === "approved");
    await market.stop();
  });

  it("ends its watchers when the process ends", async () => {
    const market = await startMarketplace();
    const seller = await market.seller();
    const { id } = (await seller.post("/api/v1/technical-validations", undefined)).json;
    const watching = seller.get(`/api/v1/technical-validations/${id}/watch`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await market.stop();
    expect((await watching).text).toMatch(/^event: validation\n/);
  });
});
