import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { writeInitialCredentials } from "../../src/programs/server/initial-credentials.ts";
import { readSettings } from "../../src/config.ts";
import { isCnpj } from "../../src/orders/index.ts";
import { isoDateTime, realNow } from "../../src/platform/basics/clock.ts";
import { startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";

const SELLERS = "/operator/v1/sellers";
const AUDIT = "/operator/v1/audit";

let market: Marketplace;
let seller: Seller;
let admin: Client;
beforeAll(async () => {
  market = await startMarketplace({ settings: { ROLE: "api" } });
  seller = await market.seller();
  admin = await market.operator("admin");
});
afterAll(() => market.stop());

const credentialsOf = ({ sellerId }: Seller) => `${SELLERS}/${sellerId}/credentials`;
const detailsOf = ({ status, json }: Reply) => ({
  status,
  details: json.details.map(({ code, pointer }: { code: string; pointer: string }) => `${code} ${pointer}`),
});

describe("names of sellers, applications, credentials and keys", () => {
  it.each([" ", "\u00a0\u2003", "", "Loja\u0007", "\nLoja"])("refuse %j, which nobody can read", async (name) => {
    const refused = { status: 400, details: [expect.stringMatching(/^(name_unreadable|too_short) \/name$/)] };
    expect(detailsOf(await admin.post(SELLERS, { name }))).toEqual(refused);
    expect(detailsOf(await admin.request("PATCH", `${SELLERS}/${seller.sellerId}`, { json: { name } }))).toEqual(refused);
    expect(detailsOf(await admin.post(credentialsOf(seller), { name }))).toEqual(refused);
    expect(detailsOf(await admin.post("/operator/v1/applications", { name }))).toEqual(refused);
    expect(detailsOf(await admin.post("/operator/v1/operator-keys", { role: "support", name }))).toEqual(refused);
  });
  it.each(["L", "  Loja  do Zé ", "Calçados & Cia. 24h", "🏃"])("take %j", async (name) => {
    expect((await admin.post(SELLERS, { name })).json).toMatchObject({ name });
  });
});

describe("the CNPJ of a seller that is made without one", () => {
  it("is made up in the sandbox, valid, and no other than the one that was sent", async () => {
    const made = await Promise.all([1, 2].map(() => admin.post(SELLERS, { name: "Loja" })));
    for (const { json } of made) {
      expect(isCnpj(json.cnpj), json.cnpj).toBe(true);
      expect((await admin.get(`${SELLERS}/${json.sellerId}`)).json.cnpj).toBe(json.cnpj);
    }
    expect((await admin.post(SELLERS, { name: "Loja", cnpj: "12ABC34501DE35" })).json.cnpj).toBe("12ABC34501DE35");
  });
  it("is there for the ready seller too", async () => {
    const settings = readSettings({}, {});
    const dataDir = mkdtempSync(join(inject("scratch"), "ready-"));
    const addresses = { url: market.baseUrl, portalUrl: market.baseUrl };
    const file = await writeInitialCredentials(market.app, { settings, dataDir, ...addresses, at: realNow() });
    expect(isCnpj((await admin.get(`${SELLERS}/${file.seller!.sellerId}`)).json.cnpj)).toBe(true);
  });
  it("is nobody's in production", async () => {
    const production = await startMarketplace({ database: market.database, settings: { ENVIRONMENT: "production", ROLE: "api" } });
    try {
      const people = await production.operator("admin");
      expect((await people.post(SELLERS, { name: "Loja" })).json).not.toHaveProperty("cnpj");
    } finally {
      await production.stop();
    }
  });
});

describe("a credential's expiry", () => {
  const expiring = (expiresAt: unknown) => admin.post(credentialsOf(seller), { name: "breve", expiresAt });

  it("is refused when it is past: nobody could ever use the credential", async () => {
    const past = realNow() - 1_000;
    const reply = await expiring(past);
    expect([...Object.values(detailsOf(reply)), reply.json.type]).toEqual([422, ["expiry_past /expiresAt"], "Business_Logic_Error"]);
    expect(reply.json.details[0].received).toBe(isoDateTime(past));
    expect(reply.json.description).toContain("futura");
  });
  it("is told together with an application that is unknown", async () => {
    const reply = await admin.post(credentialsOf(seller), { name: "breve", expiresAt: "2020-01-01", clientId: "vta_nobody" });
    expect(detailsOf(reply)).toEqual({ status: 422, details: ["application_unknown /clientId", "expiry_past /expiresAt"] });
  });
  it("is taken when it is still to come", async () => {
    expect((await expiring(realNow() + 60_000)).status).toBe(201);
  });
});

describe("a credential that production does not admit", () => {
  it("leaves nothing behind: no application, no credential", async () => {
    const production = await startMarketplace({ settings: { ENVIRONMENT: "production", ROLE: "api" } });
    try {
      const people = await production.operator("admin");
      const { json } = await people.post(SELLERS, { name: "Loja" });
      const refused = await people.post(`${SELLERS}/${json.sellerId}/credentials`, { name: "sem relatório" });
      expect(detailsOf(refused)).toEqual({ status: 422, details: [expect.stringMatching(/^report_required/)] });
      expect((await people.get("/operator/v1/applications")).json.items).toEqual([]);
      expect((await people.get(`${SELLERS}/${json.sellerId}/credentials`)).json.items).toEqual([]);
    } finally {
      await production.stop();
    }
  });
});

describe("pages of the operator API (seed 2.8)", () => {
  const next = ({ json }: Reply): string | undefined =>
    json.links.find(({ rel }: { rel: string }) => rel === "next")?.href as string | undefined;
  const walk = async (path: string): Promise<readonly Reply[]> => {
    const pages: Reply[] = [];
    for (let at: string | undefined = path; at !== undefined && pages.length < 100; at = next(pages.at(-1)!))
      pages.push(await admin.get(at));
    return pages;
  };

  it("lead from one page of sellers to the next, as far as there is one", async () => {
    for (let i = 0; i < 4; i += 1) await admin.post(SELLERS, { name: `Loja ${i}` });
    const pages = await walk(`${SELLERS}?size=3`);
    const [first, second] = pages;
    expect(pages.flatMap(({ json }) => json.items)).toHaveLength(first!.json.total);
    expect(first!.json.links.map(({ rel }: { rel: string }) => rel)).toEqual(["self", "first", "next", "last"]);
    expect(second!.json.links.map(({ rel }: { rel: string }) => rel)).toContain("prev");
    expect(next(pages.at(-1)!)).toBeUndefined();
  });
  it("lead from one page of the audit log to the next, to its very end", async () => {
    const { json: all } = await admin.get(`${AUDIT}?size=100`);
    const before = all.items[0].auditId + 1;
    const pages = await walk(`${AUDIT}?before=${before}&size=${all.items.length / 2}`.replace(/size=(\d+)\.5/, "size=$1"));
    expect(pages.every(({ status }) => status === 200)).toBe(true);
    const ids = pages.flatMap(({ json }) => json.items.map(({ auditId }: { auditId: number }) => auditId));
    expect(ids).toEqual(all.items.map(({ auditId }: { auditId: number }) => auditId));
  });
});

describe("the audit log for the role support (decisions 8)", () => {
  it("shows which fields changed, and none of their values", async () => {
    const support = await market.operator("support");
    const body = { name: "Loja do Segredo", status: "active" };
    await admin.request("PATCH", `${SELLERS}/${seller.sellerId}`, { json: body });
    const changeAs = async (operator: Client) =>
      (await operator.get(AUDIT)).json.items.find(({ operation }: { operation: string }) => operation === "changeSeller").change as string;
    expect(JSON.parse(await changeAs(admin))).toEqual(body);
    expect(JSON.parse(await changeAs(support))).toEqual({ name: "***", status: "***" });
  });
  it("masks also a change that was cut", async () => {
    const support = await market.operator("support");
    await admin.post("/operator/v1/reviews", {
      items: Array.from({ length: 100 }, () => ({ sellerId: seller.sellerId, sku: "SEGREDO", decision: "approve" })),
    });
    const [row] = (await support.get(`${AUDIT}?size=1`)).json.items;
    expect(row.operation).toBe("reviewProducts");
    expect(row.change).not.toContain("SEGREDO");
  });
});
