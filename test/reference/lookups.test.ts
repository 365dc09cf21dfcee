import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSnapshot, productJsonSchema } from "../../src/reference/index.ts";
import { renderedListsOf } from "../../src/reference/response-cache.ts";
import { eventually, shipped, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { sample } from "./sample.ts";

let marketplace: Marketplace;
let seller: Seller;
let catalog: Client;
beforeAll(async () => {
  marketplace = await startMarketplace({ reference: sample });
  seller = await marketplace.seller();
  catalog = await marketplace.operator("catalog");
});
afterAll(() => marketplace.stop());

const self = (href: string) => ({ rel: "self", href });

describe("the lookups (seed 4.2, decisions 4)", () => {
  it.each([
    ["brands", [{ code: 1, name: "Aurivento", externalCode: "AURIVENTO" }]],
    [
      "colors",
      [
        { code: 1, name: "Preto", externalCode: "PRETO" },
        { code: 2, name: "Azul (royal)", externalCode: "AZUL-ROYAL" },
      ],
    ],
    ["flavors", [{ code: 1, name: "Baunilha", externalCode: "BAUNILHA" }]],
    ["sizes", sample.sizes],
  ])("answer %s as {code, name, externalCode, links}", async (list, rows) => {
    const reply = await seller.get(`/api/v1/${list}`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(reply.json).toEqual({
      items: rows.map((row) => ({ ...row, links: [self(`/api/v1/${list}#${row.code}`)] })),
      links: [self(`/api/v1/${list}`)],
    });
  });

  it("answer the stores, and the departments of each", async () => {
    expect((await seller.get("/api/v1/bus")).json).toEqual({
      items: [
        {
          code: "VE",
          name: "Vitrine Esportes",
          links: [self("/api/v1/bus#VE"), { rel: "departments", href: "/api/v1/bus/VE/departments" }],
        },
        { code: "VM", name: "Vitrine Moda", links: [self("/api/v1/bus#VM"), { rel: "departments", href: "/api/v1/bus/VM/departments" }] },
      ],
      links: [self("/api/v1/bus")],
    });
    const casual = (store: string) => ({
      code: 1,
      name: "Casual",
      links: [self(`/api/v1/bus/${store}/departments#1`), { rel: "productType", href: "/api/v1/department/1/productType" }],
    });
    expect((await seller.get("/api/v1/bus/VM/departments")).json).toEqual({
      items: [casual("VM")],
      links: [self("/api/v1/bus/VM/departments"), { rel: "bus", href: "/api/v1/bus" }],
    });
    expect((await seller.get("/api/v1/bus/VE/departments")).json.items).toEqual([
      casual("VE"),
      {
        code: 2,
        name: "Suplementos",
        links: [self("/api/v1/bus/VE/departments#2"), { rel: "productType", href: "/api/v1/department/2/productType" }],
      },
    ]);
  });

  it("take a store by code or name, in any letter case", async () => {
    const { text } = await seller.get("/api/v1/bus/VE/departments");
    for (const buId of ["ve", "Ve", "Vitrine%20Esportes", "VITRINE%20esportes", "vitrine%20esportes%20"]) {
      const reply = await seller.get(`/api/v1/bus/${buId}/departments`);
      expect([buId, reply.status, reply.text]).toEqual([buId, 200, text]);
    }
  });

  it("answer the product types of a department, with the way to their templates and schema", async () => {
    const type = "/api/v1/department/1/productType";
    const links = (code: number) => [
      self(`${type}#${code}`),
      { rel: "templates", href: `${type}/${code}/templates` },
      { rel: "schema", href: `${type}/${code}/schema` },
    ];
    expect((await seller.get(type)).json).toEqual({
      items: [
        { code: 1, name: "Camiseta", links: links(1) },
        { code: 2, name: "Whey Protein", links: links(2) },
      ],
      links: [self(type)],
    });
    expect((await seller.get("/api/v1/department/2/productType")).json.items).toHaveLength(1);
  });

  it("answer the attributes of a product type: required or not, listed or free", async () => {
    const path = "/api/v1/department/1/productType/1/templates";
    const reply = await seller.get(path);
    expect(reply.json).toEqual({
      items: sample.templates[0]!.attributes.map((attribute) => ({ ...attribute, links: [self(`${path}#${attribute.code}`)] })),
      links: [
        self(path),
        { rel: "schema", href: "/api/v1/department/1/productType/1/schema" },
        { rel: "productType", href: "/api/v1/department/1/productType" },
      ],
    });
    expect(reply.json.items[2]).toMatchObject({ typeSelection: "FREE_TEXT", values: [] });
  });

  it("answer the JSON Schema of a product type as the validator's data prints it", async () => {
    const reply = await seller.get("/api/v1/department/1/productType/2/schema");
    const snapshot = buildSnapshot(sample, 1);
    expect(reply.json).toEqual(productJsonSchema(snapshot.typeRules("Casual", "Whey Protein")!, snapshot));
    expect(reply.json.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  });

  it.each([
    ["/api/v1/bus/XX/departments", "store_list_unknown", "path.buId", '"XX"'],
    ["/api/v1/bus/Vitrine/departments", "store_list_unknown", "path.buId", '"Vitrine"'],
    ["/api/v1/department/99/productType", "department_list_unknown", "path.departmentCode", "99"],
    ["/api/v1/department/99/productType/1/templates", "department_list_unknown", "path.departmentCode", "99"],
    ["/api/v1/department/2/productType/1/templates", "product_type_list_unknown", "path.productTypeCode", "1"],
    ["/api/v1/department/2/productType/1/schema", "product_type_list_unknown", "path.productTypeCode", "1"],
    ["/api/v1/department/0/productType", "department_list_unknown", "path.departmentCode", "0"],
    ["/api/v1/department/-1/productType", "department_list_unknown", "path.departmentCode", "-1"],
    ["/api/v1/department/2147483648/productType", "department_list_unknown", "path.departmentCode", "2147483648"],
    ["/api/v1/department/9007199254740991/productType", "department_list_unknown", "path.departmentCode", "9007199254740991"],
    ["/api/v1/department/1/productType/2147483648/templates", "product_type_list_unknown", "path.productTypeCode", "2147483648"],
  ])("refuse %s with 404 List_Not_Found", async (path, code, pointer, received) => {
    const reply = await seller.get(path);
    expect(reply.status).toBe(404);
    expect(reply.json).toMatchObject({ type: "List_Not_Found", details: [{ code, pointer }] });
    expect(reply.json.description).toContain(received);
    expect(reply.json.description).not.toMatch(/\{\w+\}/);
  });

  it.each(["/api/v1/department/abc/productType", "/api/v1/department/1.5/productType"])(
    "refuse %s, which is no code, with 400 Parameter_Error",
    async (path) => {
      const reply = await seller.get(path);
      expect([reply.status, reply.json.type]).toEqual([400, "Parameter_Error"]);
    },
  );

  it("need the permission lookups", async () => {
    const narrow = await marketplace.seller({ scopes: ["products"] });
    expect((await narrow.get("/api/v1/brands")).status).toBe(403);
    expect((await marketplace.request("GET", "/api/v1/brands")).status).toBe(401);
  });

  it("lead from link to link to everything there is", async () => {
    const seen = new Set<string>();
    const walk = async (href: string): Promise<void> => {
      const path = href.split("#")[0]!;
      if (seen.has(path)) return;
      seen.add(path);
      const reply = await seller.get(path);
      expect([path, reply.status]).toEqual([path, 200]);
      for (const [, next] of reply.text.matchAll(/"href":"([^"]+)"/g)) await walk(next!);
    };
    await walk("/api/v1/bus");
    // Two stores, two departments of one and of two types, each with its templates and its schema.
    expect(seen.size).toBe(1 + 2 + 2 + 3 * 2);
  });
});

describe("the lookups' ETag", () => {
  it("is strong, the same for the same list, and answers 304 without a body", async () => {
    const first = await seller.get("/api/v1/brands");
    const etag = first.headers.get("etag")!;
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const value of [etag, `W/${etag}`, "*", `${etag}, "other"`]) {
      const again = await seller.get("/api/v1/brands", { headers: { "if-none-match": value } });
      expect([value, again.status, again.text, again.headers.get("etag")]).toEqual([value, 304, "", etag]);
    }
    for (const value of ['"other"', etag.slice(1, -1)]) {
      expect((await seller.get("/api/v1/brands", { headers: { "if-none-match": value } })).status).toBe(200);
    }
    expect((await seller.get("/api/v1/colors", { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("changes with the list, and only then", async () => {
    const brands = (await seller.get("/api/v1/brands")).headers.get("etag")!;
    const colors = (await seller.get("/api/v1/colors")).headers.get("etag")!;
    expect((await catalog.put("/operator/v1/reference/brands/2", { name: "Brumacor", externalCode: "BRUMACOR" })).status).toBe(200);
    const after = await seller.get("/api/v1/brands", { headers: { "if-none-match": brands } });
    expect(after.status).toBe(200);
    expect(after.json.items.map((item: { name: string }) => item.name)).toEqual(["Aurivento", "Brumacor"]);
    expect((await seller.get("/api/v1/colors", { headers: { "if-none-match": colors } })).status).toBe(304);
  });

  it("and the text are made once per version and list, when first asked for", async () => {
    const snapshot = buildSnapshot(await shipped(), 1);
    const shelf = renderedListsOf(snapshot);
    expect(renderedListsOf(snapshot)).toBe(shelf);
    const ready = shelf.get("/api/v1/brands")!();
    expect(shelf.get("/api/v1/brands")!()).toBe(ready);
    expect(shelf.get("/api/v1/bus/ve/departments")!()).toBe(shelf.get("/api/v1/bus/vitrine esportes/departments")!());
    expect(renderedListsOf(buildSnapshot(sample, 2)).get("/api/v1/brands")!()).not.toBe(ready);
  });
});

describe("GET /api/v1/reference/changes", () => {
  it("tells what changed since a version, in order, page by page, and what is announced, but not by whom", async () => {
    const own = await startMarketplace({ reference: sample });
    try {
      const [reader, operator] = [await own.seller(), await own.operator("catalog")];
      expect((await reader.get("/api/v1/reference/changes")).status).toBe(204);
      await operator.put("/operator/v1/reference/brands/2", { name: "Brumacor", externalCode: "BRUMACOR" });
      await operator.request("DELETE", "/operator/v1/reference/colors/2");
      await operator.put("/operator/v1/rules/familySettleSeconds", { value: 60 });
      await operator.put("/operator/v1/reference/brands/1", { name: "Aurora", externalCode: "AURORA", effectiveAt: "2026-12-01" });

      const counted = { skus: 0, families: 0, computedAt: "2026-11-20T12:00:00.000-03:00" };
      const widens = { breaking: false, affected: counted, links: [] };
      const narrows = (changeId: number) => ({
        breaking: true,
        links: [{ rel: "affected", href: `/api/v1/reference/changes/${changeId}/affected` }],
      });
      await eventually("the changes that narrow counted", async () => {
        const { json } = await reader.get("/api/v1/reference/changes?since=1");
        return [json.items[1], json.announced[0]].every(({ affected }) => affected !== undefined);
      });
      const changes = [
        {
          changeId: 1,
          version: 2,
          effectiveAt: "2026-11-20T12:00:00.000-03:00",
          list: "brands",
          code: "2",
          action: "put",
          item: { code: 2, name: "Brumacor", externalCode: "BRUMACOR" },
          ...widens,
        },
        {
          changeId: 2,
          version: 3,
          effectiveAt: "2026-11-20T12:00:00.000-03:00",
          list: "colors",
          code: "2",
          action: "remove",
          affected: counted,
          ...narrows(2),
        },
        {
          changeId: 3,
          version: 4,
          effectiveAt: "2026-11-20T12:00:00.000-03:00",
          list: "rules",
          code: "familySettleSeconds",
          action: "put",
          item: 60,
          ...widens,
        },
      ];
      const all = await reader.get("/api/v1/reference/changes?since=1");
      expect(all.json).toMatchObject({ version: 4, items: changes });
      expect(all.json.announced).toEqual([
        {
          changeId: 4,
          effectiveAt: "2026-12-01T00:00:00.000-03:00",
          list: "brands",
          code: "1",
          action: "put",
          item: { code: 1, name: "Aurora", externalCode: "AURORA" },
          affected: counted,
          ...narrows(4),
        },
      ]);
      expect(all.text).not.toContain("operator:");

      const first = await reader.get("/api/v1/reference/changes?since=1&size=2");
      expect(first.json.items).toEqual(changes.slice(0, 2));
      const next = first.json.links.find((link: { rel: string }) => link.rel === "next").href;
      const last = await reader.get(next);
      expect([last.json.items, last.json.links.map((link: { rel: string }) => link.rel)]).toEqual([changes.slice(2), ["self"]]);
      const whole = await reader.get("/api/v1/reference/changes?since=1&size=3");
      expect(whole.json.links, "a page that ends with the last change leads nowhere").toEqual([
        self("/api/v1/reference/changes?since=1&size=3"),
      ]);

      const announced = await reader.get("/api/v1/reference/changes?since=4");
      expect(announced.json, "what is announced is no empty list").toMatchObject({ version: 4, items: [], announced: [{ code: "1" }] });
      await operator.request("DELETE", "/operator/v1/reference/changes/4");
      expect((await reader.get("/api/v1/reference/changes?since=4")).status).toBe(204);
    } finally {
      await own.stop();
    }
  });
});
