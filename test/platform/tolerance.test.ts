import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opaqueToken } from "../../src/platform/basics/random.ts";
import { startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { exchange, type Part } from "../reliability/raw-http.ts";
import { pathOf, publish, wares } from "../wares.ts";

let marketplace: Marketplace;
let seller: Seller;
let catalog: Client;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { ROLE: "api" } });
  seller = await marketplace.seller();
  catalog = await marketplace.operator("catalog");
  await publish(seller, (await wares(`${marketplace.baseUrl}/images`)).visor("A"));
});
afterAll(() => marketplace.stop());

const stock = JSON.stringify({ available: 5 });

describe("the type of a body (decisions 1.3)", () => {
  const send = (type: string) => seller.request("PUT", pathOf("A", "stocks"), { body: stock, headers: { "content-type": type } });

  it.each([
    "application/json",
    "application/json;charset=UTF-8",
    'Application/JSON; Charset="utf-8"',
    "application/json; odata=verbose",
    "application/json; odata=verbose; charset=utf8; q=1",
    "application/json;",
    'application/vnd.loja.v2+json; profile="x"',
  ])("takes %s", async (type) => expect((await send(type)).status).toBe(202));

  it.each([
    "text/plain",
    "application/jsonp",
    "application/json-seq",
    "application/xml; type=application/json",
    "application/json; charset=iso-8859-1",
    "application/json; odata=verbose; charset=utf-16",
    "application/json; charset=utf-8; charset=latin1",
  ])("refuses %s", async (type) => {
    const { status, json } = await send(type);
    expect([status, json.details[0]]).toMatchObject([
      415,
      { code: "unsupported_media_type", pointer: "header.Content-Type", received: type },
    ]);
  });

  /** A PUT in chunks. */
  const chunked = async (path: string, headers: Readonly<Record<string, string>>, parts: readonly Part[]) => {
    const lines = Object.entries({ ...seller.headers, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `PUT ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n${lines.join("")}\r\n`;
    const { answers } = await exchange(Number(new URL(marketplace.baseUrl).port), [head, ...parts]);
    return { status: answers[0]!.status, code: JSON.parse(answers[0]!.body).details[0].code };
  };

  it("is asked of bytes only: chunks that bring none are {}", async () => {
    const answered = { status: 400, code: "status_unknown" };
    expect(await chunked(pathOf("A", "status"), {}, ["0\r\n\r\n"])).toEqual(answered);
    expect(await chunked(pathOf("A", "status"), { "Content-Type": "text/plain" }, ["0\r\n\r\n"])).toEqual(answered);
    const refused = { status: 415, code: "unsupported_media_type" };
    expect(await chunked(pathOf("A", "status"), {}, ["2\r\n{}\r\n0\r\n\r\n"])).toEqual(refused);
    expect(await chunked(pathOf("A", "status"), { "Content-Type": "text/plain" }, ["2\r\n{}\r\n0\r\n\r\n"])).toEqual(refused);
  });
});

describe("words of a fixed set (decisions 1.12, 3)", () => {
  it.each([" APPROVED", "Aprovado\n", "\u00a0ready_for_sale"])("are not found with white space around them: %j", async (status) => {
    const refused = await seller.put(pathOf("A", "status"), { status });
    expect([refused.status, refused.json.details[0]]).toMatchObject([400, { code: "status_unknown", pointer: "/status" }]);
  });
});

describe("what an answer may be (decisions 1.4)", () => {
  const asked = async (accept: string) => {
    const { status, json } = await seller.get("/api/v2/products", { headers: { ...seller.headers, accept } });
    return status === 200 ? 200 : [status, json.details[0].code, json.details[0].pointer];
  };

  it.each(["*/*", "*", "*; q=.2", "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "application/*", "application/problem+json"])(
    "is JSON for %s",
    async (accept) => expect(await asked(accept)).toBe(200),
  );
  it.each(["text/html", "*;q=0", "application/json;q=0"])("is not JSON for %s", async (accept) =>
    expect(await asked(accept)).toEqual([406, "not_acceptable", "header.Accept"]),
  );
});

describe("a credential that is not whole (decisions 1.2)", () => {
  const asked = async (path: string, headers: Readonly<Record<string, string>>) => {
    const { status, json } = await marketplace.request("GET", path, { headers });
    const details = json.details as readonly { readonly code: string; readonly pointer: string }[];
    return [status, ...details.map(({ code, pointer }) => `${code} ${pointer}`)];
  };
  const [idMissing, tokenMissing] = ["credential_missing header.client_id", "credential_missing header.access_token"];

  it("is told of every header that is missing or came with two values", async () => {
    const { client_id = "", access_token = "" } = seller.headers;
    const of = (headers: Readonly<Record<string, string>>) => asked("/api/v1/orders", headers);
    expect(await of({})).toEqual([401, idMissing, tokenMissing]);
    expect(await of({ client_id })).toEqual([401, tokenMissing]);
    expect(await of({ access_token })).toEqual([401, idMissing]);
    expect(await of({ client_id: "a, b" })).toEqual([401, "credential_ambiguous header.client_id", tokenMissing]);
    expect(await of({ client_id, access_token: opaqueToken("vtp") })).toEqual([403, "environment_wrong header.access_token"]);
    expect(await of({ client_id, access_token: `${access_token}x` })).toEqual([401, "credential_invalid "]);
  });

  it("has a description that says all of it", async () => {
    const headers = { client_id: "a, b", access_token: "c, d" };
    const { status, json } = await marketplace.request("GET", "/api/v1/orders", { headers });
    expect([status, json.details.length, json.description]).toEqual([401, 2, json.notifications.join(" ")]);
    expect(json.description).toMatch(/client_id.*access_token/);
  });

  it("is told of its header at the operators' door", async () => {
    const of = (headers: Readonly<Record<string, string>>) => asked("/operator/v1/sellers", headers);
    expect(await of({})).toEqual([401, "operator_key_missing header.Authorization"]);
    expect(await of({ authorization: "Bearer vto_no" })).toEqual([401, "operator_key_invalid header.Authorization"]);
  });
});

describe("expand (decisions 1.10, 1.12)", () => {
  const shown = async (query: string, path = "/api/v2/products/A") => {
    const { status, json } = await seller.get(`${path}?${query}`);
    expect(status).toBe(200);
    const product = json.items?.[0] ?? json;
    return ["images", "attributes", "status"].filter((name) => name in product).join();
  };

  it.each([
    ["expand=images,attributes", "images,attributes"],
    ["expands=images,attributes", "images,attributes"],
    ["expand=images&expands=status", "images,status"],
    ["expand=Images,ATTRIBUTES", "images,attributes"],
    ["expand=images&expand=attributes", "images,attributes"],
    ["expand=images,%20status&expand=&expand=nothing,{nothing}", "images,status"],
    ["expand={expand}", ""],
    ["expand=", ""],
    ["expand=nothing", ""],
  ])("%s shows %j", async (query, names) => {
    expect(await shown(query)).toBe(names);
    expect(await shown(query, "/api/v2/products")).toBe(names);
  });
});

describe("placeholders nobody filled in (decisions 1.8)", () => {
  it("are no filter where something is read", async () => {
    expect((await seller.get("/api/v2/products?page={page}&size={size}&expand={expand}")).status).toBe(200);
  });

  const rule = "/operator/v1/rules/familySettleSeconds";
  const brand = "/operator/v1/reference/brands/10001";
  it.each([
    ["PUT", rule, "dryRun={dryRun}"],
    ["PUT", rule, "dryRun={}"],
    ["PUT", rule, "dryRun="],
    ["DELETE", brand, "dryRun={dryRun}"],
    ["DELETE", brand, "effectiveAt={effectiveAt}"],
    ["DELETE", brand, "effectiveAt="],
  ])("are refused where something is changed: %s %s?%s", async (method, path, query) => {
    const before = (await catalog.get(path)).json;
    const { status, json } = await catalog.request(method, `${path}?${query}`, method === "PUT" ? { json: { value: 61 } } : {});
    expect([status, json.type, json.details[0]?.pointer]).toEqual([400, "Parameter_Error", `query.${query.split("=")[0]}`]);
    expect((await catalog.get(path)).json).toEqual(before);
  });
});

describe("parameters (decisions 2)", () => {
  it("are told of at once, those of the path and those of the query", async () => {
    const { status, json } = await catalog.request("DELETE", "/operator/v1/reference/brands/%00?dryRun=1");
    const details = json.details as readonly { readonly pointer: string }[];
    expect([status, json.type, details.map(({ pointer }) => pointer)]).toEqual([400, "Parameter_Error", ["path.code", "query.dryRun"]]);
  });
});
