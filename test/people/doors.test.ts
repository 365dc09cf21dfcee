import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRODUCT_EXAMPLE } from "../../src/catalog/contract.ts";
import { client, eventually, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { newPerson, PAGE, type Person } from "./people.ts";

/** A session opens the doors of sellers and operators (web 3). */
let market: Marketplace;
let seller: Seller;
let other: Seller;
let person: Person;
beforeAll(async () => {
  market = await startMarketplace({ settings: { SIGN_INS_PER_HOUR: "100000" } });
  [seller, other] = [await market.seller({ name: "Aurora" }), await market.seller({ name: "Boreal" })];
  person = await newPerson(market, { sellerId: seller.sellerId, role: "administrator" });
});
afterAll(() => market.stop());

const codeOf = ({ json }: Reply) => json?.details?.[0]?.code as string | undefined;
const BRANDS = "/api/v1/brands";
const plain = () => client(market.baseUrl, { cookie: person.cookie });

describe("at the sellers' door", () => {
  it("the header names the seller", async () => {
    const reply = await person.forSeller(seller.sellerId).get(BRANDS);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.headers.get("ratelimit-policy")).toContain('"default";q=600;w=60');
  });

  it.each([
    ["absent", {}, "seller_not_named"],
    ["no number", { "vitrine-seller": "Aurora" }, "seller_not_a_number"],
    ["a fraction", { "vitrine-seller": "1.5" }, "seller_not_a_number"],
    ["zero", { "vitrine-seller": "0" }, "seller_not_a_number"],
    ["two of them", { "vitrine-seller": "1, 2" }, "seller_ambiguous"],
    ["nobody's", { "vitrine-seller": "999999999" }, "membership_missing"],
  ])("is refused when the header is %s", async (_what, headers, code) => {
    const reply = await person.get(BRANDS, { headers });
    expect([reply.status, codeOf(reply)]).toEqual([403, code]);
  });

  it("a foreign seller is like one that does not exist", async () => {
    const [foreign, none] = await Promise.all([other.sellerId, 999_999_999].map((id) => person.forSeller(id).get(BRANDS)));
    const shown = (reply: Reply) => reply.text.replaceAll(/"requestId":"[^"]+"/g, "").replaceAll(/999999999|\b\d{4}\b/g, "N");
    expect([foreign!.status, shown(foreign!)]).toEqual([none!.status, shown(none!)]);
  });

  it("credentials win over a cookie, and need no mark", async () => {
    const both = { ...seller.headers, cookie: person.cookie };
    const body = { url: "https://example.com/hook", events: ["*"] };
    const reply = await client(market.baseUrl, both).post("/api/v1/notifications/endpoints", body);
    expect(codeOf(reply)).not.toBe("origin_foreign");
    expect((await client(market.baseUrl, { ...both, access_token: "vts_wrong" }).get(BRANDS)).status).toBe(401);
  });

  it("what concerns an application itself is for applications", async () => {
    for (const [method, path] of [
      ["POST", "/api/v1/technical-validations"],
      ["POST", "/api/v1/credentials/rotate"],
      ["GET", "/api/v1/coverage"],
    ] as const) {
      const reply = await person.forSeller(seller.sellerId).request(method, path);
      expect([reply.status, codeOf(reply)], path).toEqual([403, "application_only"]);
    }
  });

  it("counts people apart from applications, and every person apart", async () => {
    const small = await startMarketplace({
      database: market.database,
      settings: { ROLE: "api", PERSON_QUOTA_PER_MINUTE: "1" },
      clock: market.clock,
    });
    const at = client(small.baseUrl, seller.headers);
    const first = (await newPerson(market, { sellerId: seller.sellerId, role: "support" })).forSeller(seller.sellerId, small);
    expect([(await first.get(BRANDS)).status, (await first.get(BRANDS)).status]).toEqual([200, 429]);
    expect(codeOf(await first.get(BRANDS))).toBe("person_quota_exceeded");
    const second = await newPerson(market, { sellerId: seller.sellerId, role: "stock" });
    expect((await second.forSeller(seller.sellerId, small).get(BRANDS)).status).toBe(200);
    expect((await at.get(BRANDS)).status).toBe(200);
    await small.stop();
  });

  it("a suspended seller's people are refused like its applications", async () => {
    const suspended = await market.seller();
    const staff = await newPerson(market, { sellerId: suspended.sellerId, role: "support" });
    const admin = await market.operator("admin");
    await admin.request("PATCH", `/operator/v1/sellers/${suspended.sellerId}`, { json: { status: "suspended" } });
    const refused = await eventually(
      "the suspension",
      async () => {
        const reply = await staff.forSeller(suspended.sellerId).get(BRANDS);
        return reply.status === 403 && reply;
      },
      5_000,
    );
    expect(codeOf(refused)).toBe("seller_suspended");
  });
});

describe("at the operators' door", () => {
  it("the role is the membership's", async () => {
    const support = await newPerson(market, { role: "support" });
    expect((await support.get("/operator/v1/audit")).status).toBe(200);
    const reply = await support.post("/operator/v1/sellers", { name: "Nova" });
    expect([reply.status, codeOf(reply)]).toEqual([403, "role_missing"]);
  });

  it("is closed to sellers' people", async () => {
    const reply = await person.get("/operator/v1/sellers");
    expect([reply.status, codeOf(reply)]).toEqual([403, "not_of_marketplace"]);
  });

  it("the audit log names the person", async () => {
    const admin = await newPerson(market, { role: "admin" });
    expect((await admin.post("/operator/v1/sellers", { name: "Nova" })).status).toBe(201);
    const { items } = (await admin.get("/operator/v1/audit?size=100")).json as {
      items: { actor: string; operation: string; role: string }[];
    };
    expect(items).toContainEqual(expect.objectContaining({ actor: `person:${admin.personId}`, operation: "createSeller", role: "admin" }));
    expect(items).toContainEqual(expect.objectContaining({ actor: `person:${admin.personId}`, operation: "signIn", role: "person" }));
    expect(JSON.stringify(items)).not.toContain("quatro palavras");
  });
});

describe("a call that another site makes a browser send", () => {
  const changes: readonly (readonly [string, string, unknown])[] = [
    ["PATCH", "/portal/v1/me", { name: "Eva" }],
    ["DELETE", "/portal/v1/session", undefined],
    ["POST", "/operator/v1/sellers", { name: "Eva" }],
    ["POST", "/api/v1/notifications/endpoints", { url: "https://eva.example/", events: ["*"] }],
    ["POST", "/portal/v1/session", { email: "eva@eva.example", password: "a senha da própria Eva" }],
  ];
  const forged: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ["another site", { ...PAGE, "sec-fetch-site": "cross-site" }, "origin_foreign"],
    ["a sister host", { ...PAGE, "sec-fetch-site": "same-site" }, "origin_foreign"],
    ["a typed address", { ...PAGE, "sec-fetch-site": "none" }, "origin_foreign"],
    ["a form of ours", { "sec-fetch-site": "same-origin" }, "portal_header_missing"],
    ["an old browser", { "vitrine-portal": "1" }, "origin_foreign"],
    ["another origin", { "vitrine-portal": "1", origin: "https://eva.example" }, "origin_foreign"],
    ["the null origin", { "vitrine-portal": "1", origin: "null" }, "origin_foreign"],
    ["another mark", { ...PAGE, "vitrine-portal": "yes" }, "portal_header_missing"],
  ];
  it.each(forged)("is refused: from %s", async (_from, headers, code) => {
    for (const [method, path, json] of changes) {
      const reply = await plain().request(method, path, { json, headers: { ...headers, "vitrine-seller": String(seller.sellerId) } });
      expect([reply.status, codeOf(reply)], path).toEqual([403, code]);
    }
    expect((await plain().get("/portal/v1/me")).status).toBe(200);
  });

  it("is let in from our own origin, and reading needs no mark", async () => {
    const own = { origin: market.baseUrl, "vitrine-portal": "1" };
    expect((await plain().request("PATCH", "/portal/v1/me", { json: { name: "Ana" }, headers: own })).status).toBe(200);
    expect((await plain().get("/portal/v1/me", { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(200);
  });

  it("finds no door by CORS", async () => {
    const reply = await plain().get("/portal/v1/me", { headers: { origin: "https://eva.example" } });
    expect(reply.headers.get("access-control-allow-origin")).toBe(null);
  });
});

describe("who did it", () => {
  it("is the person, in the ledger, the events and the log of calls; and no validation counts it", async () => {
    const staff: Client = person.forSeller(seller.sellerId);
    const { sku } = PRODUCT_EXAMPLE;
    expect((await staff.post("/api/v2/products", PRODUCT_EXAMPLE)).status).toBe(202);
    const put = await staff.put(`/api/v2/products/${sku}/stocks`, { available: 42 });
    expect(put.status, put.text).toBe(202);
    expect((await staff.get(`/api/v2/products/${sku}/stocks/ledger`)).json.items[0]).toMatchObject({ by: "person" });
    const admin = await market.operator("admin");
    const events = await admin.get(`/operator/v1/events?sellerId=${seller.sellerId}`);
    // The validation may have told of the product meanwhile.
    const [told] = (events.json.items as readonly { readonly by: string }[]).filter(({ by }) => by !== "automatic validation");
    expect(told).toMatchObject({ by: "person", actor: `person:${person.personId}` });

    const requestId = put.headers.get("x-request-id")!;
    const logged = () => staff.get(`/api/v1/requests/${requestId}`);
    const seen = await eventually("the call in the log", async () => (await logged()).status === 200 && logged());
    expect(seen.json).toMatchObject({ operation: "putStock", credentialId: expect.stringMatching(/^ses_/) });
    expect(seen.text).not.toContain("vss_");
    expect((await admin.get(`/operator/v1/requests/${requestId}`)).json).toMatchObject({ clientId: `person:${person.personId}` });
    expect(await market.database.query("select from coverage where client_id like 'person%'")).toEqual([]);
  });
});
