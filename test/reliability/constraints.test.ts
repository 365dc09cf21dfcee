import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, shipped, startMarketplace, type Marketplace, type Reply, type RequestOptions, type Seller } from "../harness.ts";
import { pathOf, publish, type Ware, wares, type Wares } from "../wares.ts";
import { BODIES, HOST_IT, image, images, MAXIMUM, MINIMUM, price, PRICES, type Refused, SEND, STOCKS, TAKEN } from "./constraint-rows.ts";
import { everything } from "./row-counts.ts";

/** Every bound the specification sets on products, prices, stocks and their lists: refused beyond it, taken at it. */
let quiet: Marketplace;
let seller: Seller;
let shop: Wares;
beforeAll(async () => {
  quiet = await startMarketplace({ settings: { ROLE: "api" } });
  seller = await quiet.seller();
  shop = await wares(`${quiet.baseUrl}/images`);
  await publish(seller, shop.visor("KEPT"));
});
afterAll(() => quiet.stop());

type Send = (options: RequestOptions) => Promise<Reply>;

/** Sends it in both languages and holds the answers to what is expected; answers what was stored before and after. */
async function refused(market: Marketplace, send: Send, expected: Refused): Promise<{ readonly before: object; readonly after: object }> {
  const { status = 400, type = "Bad_Request_Error", code, pointer, says = "", fix } = expected;
  const field = expected.field ?? pointer.split(/[/.]/).findLast((step) => /^[a-zA-Z]/.test(step)) ?? "";
  const before = await everything(market.database.query);
  for (const [index, lang] of ["pt-BR", "en"].entries()) {
    const { json, text, ...reply } = await send({ headers: { "accept-language": lang } });
    expect([reply.status, json?.type, json?.details.map((detail: Refused) => [detail.code, detail.pointer])], text).toEqual([
      status,
      type,
      [[code, pointer]],
    ]);
    const { message } = json.details[0];
    expect([json.description, json.notifications]).toEqual([message, [message]]);
    for (const part of [field, says, fix[index]!]) expect(message).toContain(part);
    expect(reply.headers.get("content-language")).toBe(lang);
  }
  return { before, after: await everything(market.database.query) };
}

/** The same within a product, where everything that is wrong comes in one 400. */
const within = (field: string, rows: typeof PRICES) =>
  rows.map(([what, body, { status: _status, type: _type, ...expected }]) => {
    return [`${field}: ${what}`, { [field]: body }, { ...expected, pointer: `/${field}${expected.pointer}` }] as const;
  });

describe("a product beyond a limit", () => {
  const rows = [...BODIES, ...within("price", PRICES), ...within("stock", STOCKS)];
  it.each(rows)("is refused: %s", async (_what, changes, expected) => {
    const { before, after } = await refused(
      quiet,
      (options) => seller.post("/api/v2/products", shop.visor("NEW", changes), options),
      expected,
    );
    expect(after).toEqual(before);
    if (expected.code.endsWith("_missing") && expected.pointer !== "/color") return;
    const { code, pointer } = expected;
    const put = await seller.put(pathOf("KEPT"), shop.visor("KEPT", changes));
    // A changed sku also differs from the address's.
    expect([put.status, put.json.details[0]]).toMatchObject([400, { code, pointer }]);
  });

  it("is refused when its images are on a drive, whichever it is", async () => {
    const { driveHosts } = (await shipped()).rules;
    expect(driveHosts.length).toBeGreaterThan(10);
    for (const host of [...driveHosts, `www.${driveHosts[0]}`, `${driveHosts[0]}.`]) {
      const ware = shop.visor("NEW", { images: [image(`https://${host}/a.jpg`)] });
      const expected = { code: "image_url_drive", pointer: "/images/0/url", says: host.replace(/\.$/, ""), fix: HOST_IT };
      const { before, after } = await refused(quiet, (options) => seller.post("/api/v2/products", ware, options), expected);
      expect(after).toEqual(before);
    }
    await publish(seller, shop.visor("NO-DRIVE", { images: [image(`https://not${driveHosts[0]}/a.jpg`)] }));
  });

  it("is told everything that is wrong at once", async () => {
    const changes = { name: "a".repeat(101), gender: "homem", height: 0, images: images(7), price: price(1, 2), stock: { available: -1 } };
    const reply = await seller.post("/api/v2/products", shop.visor("NEW", changes));
    const codes = reply.json.details.map(({ pointer }: Refused) => pointer).toSorted();
    expect(codes).toEqual(["/gender", "/height", "/images", "/name", "/price/salePrice", "/stock/available"]);
  });

  it("is told besides that its sku is taken", async () => {
    const reply = await seller.post("/api/v2/products", shop.visor("KEPT", { gender: "homem" }));
    expect(reply.status).toBe(400);
    expect(reply.json.details.map(({ code, pointer }: Refused) => `${code} ${pointer}`)).toEqual([
      "not_allowed /gender",
      "sku_registered /sku",
    ]);
  });
});

describe("prices and stocks beyond a limit", () => {
  it.each([
    ["a malformed list price", price(10.001, 20), ["too_many_decimals /listPrice", "sale_price_above_list_price /salePrice"]],
    ["a list price with a comma", price("10,50", "20"), ["decimal_comma /listPrice", "sale_price_above_list_price /salePrice"]],
    ["a malformed sale price", price("10", 20.001), ["too_many_decimals /salePrice", "sale_price_above_list_price /salePrice"]],
  ])("a sale price above its list price is told with %s, in one 400", async (_what, body, expected) => {
    const { status, json } = await seller.put(pathOf("KEPT", "prices"), body);
    expect([status, json.type]).toEqual([400, "Bad_Request_Error"]);
    expect(json.details.map(({ code, pointer }: Refused) => `${code} ${pointer}`)).toEqual(expected);
    const product = await seller.post("/api/v2/products", shop.visor("NEW", { price: body }));
    expect(product.status).toBe(400);
    expect(product.json.details.map(({ code, pointer }: Refused) => `${code} ${pointer.replace("/price", "")}`)).toEqual(expected);
  });
  const rows = [...PRICES.map((row) => ["prices", ...row] as const), ...STOCKS.map((row) => ["stocks", ...row] as const)];
  it.each(rows)("%s: %s", async (part, _what, body, expected) => {
    for (const method of ["POST", "PUT"]) {
      const { before, after } = await refused(
        quiet,
        (options) => seller.request(method, pathOf("KEPT", part), { ...options, json: body }),
        expected,
      );
      expect(after).toEqual(before);
    }
  });
});

const UNKNOWN = { status: 404, type: "Resource_Not_Found", pointer: "path.sku", field: "", says: "NOBODY" } as const;
const PARAMETER = { type: "Parameter_Error" } as const;
const CALLS: readonly (readonly [what: string, send: Send, expected: Refused])[] = [
  [
    "a sku that is registered",
    (options) => seller.post("/api/v2/products", shop.visor("KEPT"), options),
    { code: "sku_registered", pointer: "/sku", says: "KEPT", fix: ["use PUT", "use PUT"] },
  ],
  [
    "a sku unlike the address's",
    (options) => seller.put(pathOf("KEPT"), shop.visor("OTHER"), options),
    { code: "sku_differs", pointer: "/sku", says: "OTHER", fix: ["envie o mesmo nos dois", "send the same in both"] },
  ],
  [
    "PUT of an unknown sku",
    (options) => seller.put(pathOf("NOBODY"), shop.visor("NOBODY"), options),
    { ...UNKNOWN, code: "product_unknown", fix: ["crie-o com POST", "create it with POST"] },
  ],
  [
    "GET of an unknown sku",
    (options) => seller.get(pathOf("NOBODY"), options),
    { ...UNKNOWN, code: "product_unknown", fix: ["crie-o com POST", "create it with POST"] },
  ],
  [
    "status of a sku in another case",
    (options) => seller.get(pathOf("kept", "status"), options),
    { ...UNKNOWN, says: "kept", code: "product_unknown", fix: ["confira maiúsculas", "check its letter case"] },
  ],
  ...["POST", "PUT"].flatMap((method): (readonly [string, Send, Refused])[] => [
    [
      `${method} price of an unknown sku`,
      (options) => seller.request(method, pathOf("NOBODY", "prices"), { ...options, json: price(2, 1) }),
      { ...UNKNOWN, code: "price_product_unknown", fix: ["crie-o em POST", "create it at POST"] },
    ],
    [
      `${method} stock of an unknown sku`,
      (options) => seller.request(method, pathOf("NOBODY", "stocks"), { ...options, json: { available: 1 } }),
      { ...UNKNOWN, code: "stock_product_unknown", fix: ["crie-o em POST", "create it at POST"] },
    ],
  ]),
  [
    "page -1",
    (options) => seller.get("/api/v2/products?page=-1", options),
    { ...PARAMETER, code: "parameter_below_minimum", pointer: "query.page", says: "-1", fix: MINIMUM(0) },
  ],
  [
    "page of words",
    (options) => seller.get("/api/v2/products?page=dois", options),
    { ...PARAMETER, code: "parameter_wrong_type", pointer: "query.page", says: "dois", fix: SEND("integer") },
  ],
  [
    "size 0",
    (options) => seller.get("/api/v2/products?size=0", options),
    { ...PARAMETER, code: "parameter_below_minimum", pointer: "query.size", says: "0", fix: MINIMUM(1) },
  ],
  [
    "size 101",
    (options) => seller.get("/api/v2/products?size=101", options),
    { ...PARAMETER, code: "parameter_over_maximum", pointer: "query.size", says: "101", fix: MAXIMUM(100) },
  ],
  [
    "size twice",
    (options) => seller.get("/api/v2/products?size=1&size=2", options),
    { ...PARAMETER, code: "parameter_repeated", pointer: "query.size", says: "1", fix: ["envie-o uma só vez", "send it once"] },
  ],
  [
    "another content type",
    ({ headers }) =>
      seller.request("POST", "/api/v2/products", { body: "<sku/>", headers: { ...headers, "content-type": "application/xml" } }),
    {
      status: 415,
      type: "Unsupported_Media_Type",
      code: "unsupported_media_type",
      pointer: "header.Content-Type",
      field: "",
      says: "application/xml",
      fix: ["envie Content-Type: application/json", "send Content-Type: application/json"],
    },
  ],
  [
    "another answer than JSON",
    ({ headers }) => seller.get("/api/v2/products", { headers: { ...headers, accept: "application/xml" } }),
    {
      status: 406,
      type: "Not_Acceptable",
      code: "not_acceptable",
      pointer: "header.Accept",
      field: "Accept",
      says: "application/xml",
      fix: ["apenas application/json", "application/json only"],
    },
  ],
];
describe("a call beyond a limit", () => {
  it.each(CALLS)("is refused: %s", async (_what, send, expected) => {
    const { before, after } = await refused(quiet, send, expected);
    expect(after).toEqual(before);
  });
});

describe("a product at the limit", () => {
  const skus = ["A".repeat(50), "7", "a.b_c-d", "0.-_"];
  it.each(skus)("is taken under the sku %s", async (sku) => {
    expect((await taken(shop.visor(sku))).json).toMatchObject({ sku });
  });
  it.each(TAKEN.map(([what, changes], nth) => [what, changes, `TAKEN-${nth}`] as const))("is taken: %s", async (_what, changes, sku) => {
    const ware = shop.visor(sku, changes);
    expect((await taken(ware)).json).toMatchObject({ sku, name: ware["name"] });
  });
  it.each([1, 50, 100])("lists with size %d", async (size) => {
    const { json } = await seller.get(`/api/v2/products?size=${size}`);
    expect([json.size, json.items.length]).toEqual([size, Math.min(size, json.total)]);
  });
});

/** Creates the product, replaces it by itself, and answers what is read then. */
async function taken(ware: Ware): Promise<Reply> {
  const posted = await seller.post("/api/v2/products", ware);
  expect([posted.status, posted.json.code], posted.text).toEqual([202, "RECEIVED"]);
  expect((await seller.put(pathOf(ware.sku), ware)).status).toBe(202);
  return seller.get(pathOf(ware.sku));
}

describe("a product that can no longer be changed", () => {
  let whole: Marketplace;
  beforeAll(async () => {
    whole = await startMarketplace();
  });
  afterAll(() => whole.stop());

  it("is refused with the reason, and its price and stock stay free", async () => {
    const owner = await whole.seller();
    const { visor } = await wares(`${whole.baseUrl}/images`);
    await publish(owner, visor("DONE"));
    await eventually("DONE in cataloguing", async () => (await owner.get(pathOf("DONE", "status"))).json.code === "CATALOGING");
    for (const status of ["Em catalogação", "Aprovado"]) {
      if (status === "Aprovado") expect((await owner.put(pathOf("DONE", "status"), { status: "APPROVED" })).status).toBe(200);
      const { before, after } = await refused(
        whole,
        (options) => owner.put(pathOf("DONE"), visor("DONE", { name: "Viseira Outra" }), options),
        {
          type: "Business_Logic_Error",
          code: "change_request_needed",
          pointer: "path.sku",
          field: "DONE",
          says: status,
          fix: ["abra um pedido de mudança", "open a change request"],
        },
      );
      expect(after).toEqual(before);
      expect((await owner.put(pathOf("DONE", "prices"), price(20, 20))).status).toBe(202);
      expect((await owner.put(pathOf("DONE", "stocks"), { available: 3 })).status).toBe(202);
    }
  });
});
