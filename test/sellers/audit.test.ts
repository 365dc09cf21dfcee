import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opaqueToken } from "../../src/platform/basics/random.ts";
import { issueOperatorKey } from "../../src/sellers/index.ts";
import { startMarketplace, type Client, type Marketplace, type RequestOptions } from "../harness.ts";

const LIMIT_BYTES = 4_096;
const sellers = "/operator/v1/sellers";
const brands = "/operator/v1/reference/brands";

let marketplace: Marketplace;
let clients: Readonly<Record<"admin" | "support", Client>>;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { ROLE: "api", BODY_LIMIT_BYTES: String(LIMIT_BYTES), LOG_LEVEL: "silent" } });
  clients = { admin: await marketplace.operator("admin"), support: await marketplace.operator("support") };
  await marketplace.seller({ name: "Loja Aurora" });
});
afterAll(() => marketplace.stop());

interface Row {
  readonly actor: string;
  readonly role: string;
  readonly operation: string;
  readonly target: string;
  readonly status: number;
  readonly request_id: string;
  readonly change: string | null;
}
const rows = () => marketplace.database.query<Row>("select actor, role, operation, target, status, request_id, change from audit_log");

interface Case {
  readonly role?: "support";
  readonly call: readonly [method: string, path: string, options?: RequestOptions];
  readonly row: Partial<Row>;
}
const name = { name: "Loja Brisa" };
const CASES = {
  "one that is carried out": {
    call: ["POST", sellers, { json: name }],
    row: { operation: "createSeller", target: sellers, status: 201, change: JSON.stringify(name) },
  },
  "one that reads": {
    call: ["GET", `${sellers}/1001`],
    row: { operation: "getSeller", target: `${sellers}/1001`, status: 200, change: null },
  },
  "one that finds nothing": { call: ["GET", "/operator/v1/audit?before=1"], row: { operation: "listAudit", status: 204 } },
  "one that asks by HEAD": { call: ["HEAD", sellers], row: { operation: "listSellers", status: 200 } },
  "one of an item, with all of it": {
    call: ["PUT", `${brands}/7001`, { json: { name: "Brumácea", externalCode: "B1", code: 7001 } }],
    row: { target: `${brands}/7001`, status: 200, change: '{"name":"Brumácea","externalCode":"B1","code":7001}' },
  },
  "one refused by its handler": { call: ["GET", `${sellers}/999`], row: { target: `${sellers}/999`, status: 404 } },
  "one refused for its path": { call: ["GET", `${sellers}/abc`], row: { operation: "getSeller", target: `${sellers}/abc`, status: 400 } },
  "one with a path no text of the database has": {
    call: ["DELETE", `${brands}/%00%C3%A9`],
    row: { target: `${brands}/%00%C3%A9`, status: 400 },
  },
  "one refused for its query": {
    call: ["GET", `${sellers}?size=0`],
    row: { operation: "listSellers", target: `${sellers}?size=0`, status: 400 },
  },
  "one that is only rehearsed": {
    call: ["PUT", `${brands}/7002?dryRun=true`, { json: { name: "Brumal", externalCode: "B2" } }],
    row: { operation: "putReferenceItem", target: `${brands}/7002?dryRun=true`, status: 200 },
  },
  "one for a later date": {
    call: ["DELETE", `${brands}/7001?effectiveAt=2126-12-01`],
    row: { operation: "removeReferenceItem", target: `${brands}/7001?effectiveAt=2126-12-01`, status: 200 },
  },
  "one with a query no text of the database has": {
    call: ["GET", `${sellers}?size=20&x=%00`],
    row: { target: `${sellers}?size=20&x=%00`, status: 200 },
  },
  "one refused for its body": { call: ["POST", sellers, { json: { name: 5 } }], row: { status: 400, change: '{"name":5}' } },
  "one whose body is no JSON": { call: ["POST", sellers, { body: "{" }], row: { operation: "createSeller", status: 400, change: null } },
  "one whose body is of another type": {
    call: ["POST", sellers, { body: "name", headers: { "content-type": "text/plain" } }],
    row: { operation: "createSeller", status: 415, change: null },
  },
  "one that accepts no JSON": {
    call: ["GET", sellers, { headers: { accept: "text/html" } }],
    row: { operation: "listSellers", status: 406 },
  },
  "one whose body is too large": {
    call: ["POST", sellers, { body: " ".repeat(LIMIT_BYTES + 1) }],
    row: { operation: "createSeller", status: 413, change: null },
  },
  "one that the role may not make": {
    role: "support",
    call: ["PATCH", `${sellers}/1001`, { json: { status: "suspended" } }],
    row: { role: "support", operation: "changeSeller", target: `${sellers}/1001`, status: 403, change: null },
  },
} as const satisfies Readonly<Record<string, Case>>;

describe("the audit log (decisions 8)", () => {
  it.each(Object.entries<Case>(CASES))(
    "has one row of %s",
    async (what, { role = "admin" as const, call: [method, path, options = {}], row }) => {
      const before = (await rows()).length;
      const requestId = what.replaceAll(/\W/g, "-");
      const reply = await clients[role].request(method, path, { ...options, headers: { ...options.headers, "x-request-id": requestId } });
      expect(reply.status).toBe(row.status);
      if (reply.status === 204) expect([reply.text, reply.headers.has("content-length")]).toEqual(["", false]);
      const added = (await rows()).slice(before);
      expect(added).toHaveLength(1);
      expect(added[0]).toMatchObject({ role, request_id: requestId, ...row });
    },
  );

  it("has a row of a wrong key: mistyped, unknown or revoked", async () => {
    const before = (await rows()).length;
    const revoked = await issueOperatorKey(marketplace.app.db, { role: "admin", name: "former", at: 0 });
    await clients.admin.request("DELETE", `/operator/v1/operator-keys/${revoked.id}`);
    for (const key of [`vto_${"x".repeat(43)}`, opaqueToken("vto"), revoked.operatorKey]) {
      const options = { json: name, headers: { authorization: `Bearer ${key}` } };
      expect((await marketplace.request("POST", sellers, options)).status).toBe(401);
    }
    const [, ...added] = (await rows()).slice(before);
    const stranger = { actor: "stranger", role: "none", operation: "createSeller", target: sellers, status: 401, change: null };
    expect(added).toMatchObject([stranger, stranger, stranger]);
    const { items } = (await clients.admin.get("/operator/v1/audit")).json;
    expect(items[0]).toMatchObject({ actor: "stranger", operation: "createSeller", status: 401 });
  });

  it("is not filled by whoever tries keys without end", async () => {
    const before = (await rows()).length;
    for (let nth = 0; nth < 40; nth += 1) {
      const reply = await marketplace.request("GET", sellers, { headers: { authorization: `Bearer ${opaqueToken("vto")}` } });
      expect(reply.status).toBe(401);
    }
    expect((await rows()).length - before).toBeLessThanOrEqual(13);
  });

  it("has the row before the answer, and none of calls without a key or an operation, of sellers and of pages", async () => {
    const before = (await rows()).length;
    expect((await marketplace.request("GET", sellers)).status).toBe(401);
    expect((await clients.admin.request("PUT", sellers, { json: name })).status).toBe(405);
    expect((await clients.admin.get("/operator/v1/nowhere")).status).toBe(404);
    expect((await (await marketplace.seller()).get("/api/v1/brands")).status).toBe(200);
    expect((await clients.admin.get("/livez")).status).toBe(200);
    expect((await rows()).length).toBe(before);
  });

  it("has no answer without its row", async () => {
    await marketplace.database.query("alter table audit_log rename to audit_log_away");
    const reply = await clients.admin.post(sellers, name);
    await marketplace.database.query("alter table audit_log_away rename to audit_log");
    expect([reply.status, reply.json.type, reply.json.details[0].code]).toEqual([500, "Internal_Architecture_Error", "unexpected"]);
  });
});
