import { beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "../../src/config.ts";
import { LISTS } from "../../src/reference/lists.ts";
import { startMarketplace, type Client, type Marketplace, type Reply } from "../harness.ts";
import { sample } from "./sample.ts";

const lists = "/operator/v1/reference";
const rules = "/operator/v1/rules";
const self = (href: string) => ({ rel: "self", href });
const codes = (reply: Reply): readonly string[] => reply.json.details.map((detail: { code: string }) => detail.code);

let marketplace: Marketplace;
let catalog: Client;
/** One marketplace for everything that only asks or is refused; the last test looks whether it is as it was. */
beforeAll(async () => {
  marketplace = await startMarketplace({ reference: sample, settings: { ROLE: "api" } });
  catalog = await marketplace.operator("catalog");
  return () => marketplace.stop();
});
const remove = (path: string) => catalog.request("DELETE", path);

const brumacor = { name: "Brumacor", externalCode: "BRUMACOR" };
const nobody = { products: 0, sellers: 0, byStatus: { RECEIVED: 0, CRITICIZED: 0, CATALOGING: 0, APPROVED: 0 } };

describe("asking for reference data as an operator", () => {
  it.each(LISTS.map(({ name }) => name))("shows the list %s whole, as it is kept, and the schema of an item", async (name) => {
    const { json } = await catalog.get(`${lists}/${name}`);
    expect(json).toMatchObject({ list: name, version: 1, waiting: [], links: [self(`${lists}/${name}`)] });
    expect(json.items).toEqual(sample[name]);
    expect(Object.keys(json.itemSchema.properties)).toEqual(Object.keys(sample[name][0]!).filter((key) => key !== "code"));
  });

  it.each([
    ["GET", `${lists}/marcas`, "List_Not_Found", "reference_list_unknown"],
    ["GET", `${lists}/rules`, "List_Not_Found", "reference_list_unknown"],
    ["DELETE", `${lists}/marcas/1`, "List_Not_Found", "reference_list_unknown"],
    ["GET", `${lists}/brands/9`, "Resource_Not_Found", "reference_item_unknown"],
    ["DELETE", `${lists}/brands/9`, "Resource_Not_Found", "reference_item_unknown"],
    ["GET", `${rules}/familyMaximum`, "Resource_Not_Found", "reference_rule_unknown"],
    ["DELETE", `${lists}/changes/9`, "Resource_Not_Found", "reference_change_unknown"],
  ])("answers %s %s with 404 %s", async (method, path, type, code) => {
    const reply = await catalog.request(method, path);
    expect([reply.status, reply.json.type, codes(reply)]).toEqual([404, type, [code]]);
    expect(reply.json.description).not.toMatch(/\{\w+\}/);
  });

  it("is for the roles catalog and admin", async () => {
    for (const [role, status] of [
      ["catalog", 200],
      ["admin", 200],
      ["orders", 403],
      ["support", 403],
    ] as const) {
      const operator = await marketplace.operator(role);
      expect([role, (await operator.get(lists)).status, (await operator.get(rules)).status]).toEqual([role, status, status]);
    }
    expect((await marketplace.request("GET", lists)).status).toBe(401);
  });
});

describe("PUT an item", () => {
  it("answers every fault of the body at once, each with its place, and keeps nothing", async () => {
    const reply = await catalog.put(`${lists}/productTypes/9`, {
      code: 8,
      name: "",
      departments: [],
      kind: "HATS",
      weightMaxKg: "1,5",
      sizeChart: 1,
      effectiveAt: "soon",
    });
    expect([reply.status, reply.json.type]).toEqual([400, "Bad_Request_Error"]);
    expect(reply.json.details.map((detail: { code: string; pointer: string }) => `${detail.code} ${detail.pointer}`).sort()).toEqual([
      "decimal_comma /weightMaxKg",
      "not_allowed /kind",
      "reference_code_differs /code",
      "required /distinguishedBy",
      "required /template",
      "too_few_items /departments",
      "too_short /name",
      "wrong_date /effectiveAt",
    ]);
    expect((await catalog.get(`${lists}/changes`)).status).toBe(204);
  });

  it.each(["", "[]", '"Brumacor"', "{}"])("refuses the body %j, which is no item", async (body) => {
    const reply = await catalog.request("PUT", `${lists}/brands/2`, { body });
    expect([reply.status, reply.json.type]).toEqual([400, "Bad_Request_Error"]);
  });

  it("refuses names of nothing but spaces, wherever a list has names", async () => {
    const blank = { name: " ", externalCode: "\u00a0" };
    const reply = await catalog.put(`${lists}/brands/2`, blank);
    const found = (details: readonly { code: string; pointer: string }[]) => details.map(({ code, pointer }) => `${code} ${pointer}`);
    expect([reply.status, ...found(reply.json.details)]).toEqual([400, "text_blank /name", "text_blank /externalCode"]);
    const chart = await catalog.put(`${lists}/sizeCharts/2`, { name: "Grade", sizes: ["  "] });
    expect([chart.status, ...found(chart.json.details)]).toEqual([400, "text_blank /sizes/0"]);
  });

  it("ignores what is no field of its list", async () => {
    const reply = await catalog.put(`${lists}/brands/2?dryRun=true`, { ...brumacor, kind: 5, links: [] });
    expect(reply.status).toBe(200);
  });

  it.each(["0", "01", "-1", "1.5", "abc", "2147483648"])("refuses the code %s", async (code) => {
    const reply = await catalog.put(`${lists}/brands/${code}`, brumacor);
    expect([reply.status, reply.json.type, codes(reply)]).toEqual([400, "Parameter_Error", ["reference_code_malformed"]]);
  });

  it("refuses what would contradict the rest, one detail per contradiction", async () => {
    const [shirt] = sample.productTypes;
    const reply = await catalog.put(`${lists}/productTypes/1`, { ...shirt, departments: [1, 8], sizeChart: 9, template: 9 });
    expect([reply.status, reply.json.type, codes(reply)]).toEqual([422, "Business_Logic_Error", Array(3).fill("reference_inconsistent")]);
    expect(reply.json.details.map((detail: { received: string }) => detail.received)).toEqual(Array(3).fill("productTypes/1"));
    expect(reply.json.notifications.join()).toContain('"9"');
    expect(reply.json.notifications[1]).toContain('o template "9" não está registrado.');
    const english = await catalog.put(`${lists}/productTypes/1`, { ...shirt, template: 9 }, { headers: { "accept-language": "en" } });
    expect(english.json.description).toContain('template "9" is not registered.');
    const twice = await catalog.put(`${lists}/colors/9`, { name: "Preto", externalCode: "PRETO-2" });
    expect([twice.status, codes(twice)]).toEqual([422, ["reference_inconsistent"]]);
    const fixed = await catalog.put(`${lists}/stores/VX`, { name: "Outra" });
    expect([fixed.status, codes(fixed)]).toEqual([422, ["reference_list_fixed"]]);
    expect((await catalog.get(lists)).json.version).toBe(1);
  });

  it("with ?dryRun=true only judges and counts", async () => {
    const reply = await catalog.put(`${lists}/brands/2?dryRun=true`, brumacor);
    expect(reply.json).toEqual({
      effectiveAt: "2026-11-20T12:00:00.000-03:00",
      dryRun: true,
      changes: [],
      impact: nobody,
      notice: { required: false, days: 0, earliestAt: "2026-11-20T12:00:00.000-03:00", kept: true },
      links: [self(`${lists}/brands/2`)],
    });
    expect((await catalog.put(`${lists}/productTypes/1?dryRun=true`, { ...sample.productTypes[0], template: 9 })).status).toBe(422);
    expect((await catalog.get(lists)).json).toMatchObject({ version: 1, waiting: [] });
  });
});

describe("DELETE an item", () => {
  it.each([
    ["sizes/1", ["sizeCharts/1"]],
    ["sizeCharts/1", ["productTypes/1"]],
    ["templates/2", ["productTypes/2"]],
    ["departments/1", ["productTypes/1", "productTypes/2"]],
  ])("refuses to remove %s while others refer to it, naming them", async (item, referring) => {
    const reply = await remove(`${lists}/${item}`);
    expect([reply.status, reply.json.type]).toEqual([422, "Business_Logic_Error"]);
    expect(reply.json.details.map((detail: { received: string }) => detail.received)).toEqual(referring);
  });
});

describe("the rules", () => {
  it("refuse values that are none, naming the place", async () => {
    const { SHOES: _shoes, ...four } = sample.rules.familyMinimum;
    for (const [rule, value, failure] of [
      ["familyMinimum", four, "required /value/SHOES"],
      ["familyMinimum", { ...four, SHOES: -1 }, "below_minimum /value/SHOES"],
      ["minimumStock", undefined, "required /value"],
      ["driveHosts", ["Drive.Google.com"], "pattern /value/0"],
      ["familySettleSeconds", "soon", "wrong_type /value"],
      ["familySettleSeconds", 8_640_000_000_000, "over_maximum /value"],
      ["largestFamily", 2_001, "over_maximum /value"],
      ["familyMinimum", { ...four, SHOES: 2_001 }, "over_maximum /value/SHOES"],
      ["minimumStock", { ...four, SHOES: 1_000_001 }, "over_maximum /value/SHOES"],
      ["driveHosts", [`${"a".repeat(250)}.com`], "too_long /value/0"],
      ["driveHosts", Array.from({ length: 1_001 }, (_, n) => `d${n}.com`), "too_many_items /value"],
    ] as const) {
      const reply = await catalog.put(`${rules}/${rule}`, { value });
      const [detail] = reply.json.details;
      expect([reply.status, `${detail.code} ${detail.pointer}`]).toEqual([400, failure]);
    }
    const many = await catalog.put(rules, { familyMinimum: four, driveHosts: "none" });
    expect(codes(many)).toEqual(["required", "wrong_type"]);
  });

  it("take the longest settle window that its setting takes, and no longer one", async () => {
    const put = (value: number) => catalog.put(`${rules}/familySettleSeconds?dryRun=true`, { value });
    expect([(await put(2_592_000)).status, (await put(2_592_001)).status]).toEqual([200, 400]);
    expect(() => readSettings({}, { FAMILY_SETTLE_SECONDS: "2592000" })).not.toThrow();
    expect(() => readSettings({}, { FAMILY_SETTLE_SECONDS: "2592001" })).toThrow("FAMILY_SETTLE_SECONDS");
  });

  it("refuse a family minimum that a size chart cannot fill", async () => {
    const reply = await catalog.put(`${rules}/familyMinimum`, { value: { ...sample.rules.familyMinimum, CLOTHES: 4 } });
    expect([reply.status, codes(reply), reply.json.details[0].received]).toEqual([422, ["reference_inconsistent"], "productTypes/1"]);
  });
});

describe("all of this", () => {
  it("changed nothing", async () => {
    expect((await catalog.get(lists)).json).toMatchObject({ version: 1, waiting: [] });
    expect((await catalog.get(`${lists}/changes`)).status).toBe(204);
  });
});
