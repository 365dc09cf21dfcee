import { beforeEach, describe, expect, it } from "vitest";
import { LISTS } from "../../src/reference/lists.ts";
import { eventually, NOON, startMarketplace, type Client, type Marketplace, type Reply } from "../harness.ts";
import { sample } from "./sample.ts";

const HOUR_MS = 3_600_000;
const lists = "/operator/v1/reference";
const rules = "/operator/v1/rules";
const self = (href: string) => ({ rel: "self", href });
const codes = (reply: Reply): readonly string[] => reply.json.details.map((detail: { code: string }) => detail.code);

/** A marketplace without workers: products stay as they are put. */
let marketplace: Marketplace;
let catalog: Client;
beforeEach(async () => {
  marketplace = await startMarketplace({ reference: sample, settings: { ROLE: "api" } });
  catalog = await marketplace.operator("catalog");
  return () => marketplace.stop();
});
const remove = (path: string) => catalog.request("DELETE", path);

const brumacor = { name: "Brumacor", externalCode: "BRUMACOR" };
const nobody = { products: 0, sellers: 0, byStatus: { RECEIVED: 0, CRITICIZED: 0, CATALOGING: 0, APPROVED: 0 } };

describe("reading reference data as an operator", () => {
  it("shows the lists with their counts, the version and what waits", async () => {
    await catalog.put(`${lists}/brands/2`, { ...brumacor, effectiveAt: "2026-12-01" });
    const reply = await catalog.get(lists);
    expect(reply.status).toBe(200);
    expect(reply.json.version).toBe(1);
    expect(reply.json.items.map((row: { list: string; count: number }) => [row.list, row.count])).toEqual(
      LISTS.map(({ name }) => [name, sample[name].length]),
    );
    expect(reply.json.items[0]).toEqual({ list: "stores", count: 2, editable: false, links: [self(`${lists}/stores`)] });
    expect(reply.json.waiting).toEqual([
      {
        changeId: 1,
        list: "brands",
        code: "2",
        action: "put",
        item: { code: 2, ...brumacor },
        actor: expect.stringMatching(/^operator:opk_/),
        madeAt: "2026-11-20T12:00:00.000-03:00",
        effectiveAt: "2026-12-01T00:00:00.000-03:00",
        breaking: false,
        links: [
          { rel: "item", href: `${lists}/brands/2` },
          { rel: "withdraw", href: `${lists}/changes/1` },
        ],
      },
    ]);
  });

  it("shows an item, also one that is only announced", async () => {
    await catalog.put(`${lists}/brands/2`, { ...brumacor, effectiveAt: "2026-12-01" });
    expect((await catalog.get(`${lists}/brands/1`)).json).toEqual({
      list: "brands",
      version: 1,
      item: sample.brands[0],
      waiting: [],
      links: [self(`${lists}/brands/1`)],
    });
    const announced = (await catalog.get(`${lists}/brands/2`)).json;
    expect(announced.item).toBeUndefined();
    expect(announced.waiting).toHaveLength(1);
  });
});

describe("PUT an item", () => {
  it("registers and changes at once: the next call sees it, the version says so", async () => {
    const seller = await marketplace.seller();
    const created = await catalog.put(`${lists}/brands/2`, brumacor);
    expect(created.status).toBe(200);
    expect(created.json).toEqual({
      version: 2,
      effectiveAt: "2026-11-20T12:00:00.000-03:00",
      dryRun: false,
      changes: [{ changeId: 1, list: "brands", code: "2", action: "put", version: 2 }],
      impact: nobody,
      links: [self(`${lists}/brands/2`)],
    });
    expect((await seller.get("/api/v1/brands")).json.items[1]).toMatchObject({ code: 2, ...brumacor });
    expect((await catalog.put(`${lists}/brands/2`, { ...brumacor, name: "Bruma" })).json.version).toBe(3);
    expect((await seller.get("/api/v1/brands")).json.items[1].name).toBe("Bruma");
  });

  it("reaches another process within a second", async () => {
    const other = await startMarketplace({
      reference: sample,
      settings: { ROLE: "api" },
      database: marketplace.database,
      clock: marketplace.clock,
    });
    try {
      const seller = await marketplace.seller();
      const there = { headers: seller.headers };
      const brands = async () => (await other.request("GET", "/api/v1/brands", there)).json.items;
      expect(await brands()).toHaveLength(1);
      await catalog.put(`${lists}/brands/2`, brumacor);
      await eventually("the other process to serve the new brand", async () => (await brands()).length === 2, 1_500);
    } finally {
      await other.stop();
    }
  });

  it("changes nothing, and makes no version, when the item is so already", async () => {
    const { code, ...item } = sample.brands[0]!;
    expect((await catalog.put(`${lists}/brands/${code}`, item)).json).toMatchObject({ version: 1, changes: [] });
  });

  it.each([
    ["departments", 9, { name: "Praia", stores: ["VM"] }],
    ["sizes", 9, { name: "GG", externalCode: "GG" }],
    ["sizeCharts", 9, { name: "Só P", sizes: ["P"] }],
    ["templates", 9, { ...sample.templates[0]!, name: "Bonés" }],
    ["productTypes", 1, { ...sample.productTypes[0]!, weightMaxKg: 2.125 }],
    ["flavors", 9, { name: "Cacau", externalCode: "CACAU" }],
  ] as const)("takes an item of %s", async (list, code, body) => {
    const { code: _code, ...item } = { code, ...body };
    const reply = await catalog.put(`${lists}/${list}/${code}`, item);
    expect([reply.status, reply.json.version]).toEqual([200, 2]);
    expect((await catalog.get(`${lists}/${list}/${code}`)).json.item).toEqual({ ...item, code });
  });

  it("takes the item's own code along, as it was read", async () => {
    for (const code of [2, "2"]) expect((await catalog.put(`${lists}/brands/2`, { code, ...brumacor })).status).toBe(200);
  });
});

describe("a change with a date", () => {
  const later = "2026-11-20T15:00:00-03:00";

  it("waits, takes effect by the marketplace's clock, and stands in the log from then on", async () => {
    const seller = await marketplace.seller();
    const reply = await catalog.put(`${lists}/brands/2`, { ...brumacor, effectiveAt: later });
    expect(reply.json).toMatchObject({
      effectiveAt: "2026-11-20T15:00:00.000-03:00",
      changes: [{ changeId: 1, list: "brands", code: "2" }],
    });
    expect(reply.json.version).toBeUndefined();
    expect((await seller.get("/api/v1/brands")).json.items).toHaveLength(1);

    marketplace.clock.set(NOON + 3 * HOUR_MS);
    await eventually("the brand to be served", async () => (await seller.get("/api/v1/brands")).json.items.length === 2, 3_000);
    const { json } = await catalog.get(`${lists}/changes`);
    expect(json).toMatchObject({ version: 2, waiting: [], items: [{ changeId: 1, version: 2, item: { code: 2, ...brumacor } }] });
  });

  it("can be withdrawn while it waits", async () => {
    await catalog.put(`${lists}/brands/2`, { ...brumacor, effectiveAt: later });
    const withdrawn = await remove(`${lists}/changes/1`);
    expect(withdrawn.json).toEqual({
      changeId: 1,
      list: "brands",
      code: "2",
      action: "put",
      links: [{ rel: "item", href: `${lists}/brands/2` }],
    });
    expect((await catalog.get(lists)).json.waiting).toEqual([]);
    expect((await remove(`${lists}/changes/1`)).status).toBe(404);
    await catalog.put(`${lists}/brands/2`, brumacor);
    expect(codes(await remove(`${lists}/changes/2`))).toEqual(["reference_change_in_effect"]);
  });

  it("takes effect at once when the date is today's, and is refused when it is older", async () => {
    const today = await catalog.put(`${lists}/brands/2`, { ...brumacor, effectiveAt: "2026-11-20" });
    expect(today.json).toMatchObject({ version: 2, effectiveAt: "2026-11-20T12:00:00.000-03:00" });
    const past = await catalog.put(`${lists}/brands/3`, { name: "Cajubrava", externalCode: "C", effectiveAt: "2025-12-01" });
    expect([past.status, codes(past), past.json.details[0].pointer]).toEqual([422, ["reference_date_past"], "/effectiveAt"]);
    const removal = await remove(`${lists}/brands/2?effectiveAt=2025-12-01`);
    expect([removal.status, codes(removal), removal.json.details[0].pointer]).toEqual([422, ["reference_date_past"], "query.effectiveAt"]);
    const nonsense = await catalog.put(`${lists}/brands/3`, { name: "Cajubrava", externalCode: "C", effectiveAt: "2026-02-30" });
    expect([nonsense.status, codes(nonsense)]).toEqual([400, ["wrong_date"]]);
  });

  it("is judged for its own day: a type may come with a template that is only announced", async () => {
    const template = { name: "Bonés", attributes: sample.templates[0]!.attributes };
    const type = { ...sample.productTypes[0], code: 9, name: "Boné", template: 9 };
    expect(codes(await catalog.put(`${lists}/productTypes/9`, type))).toEqual(["reference_inconsistent"]);
    await catalog.put(`${lists}/templates/9`, { ...template, effectiveAt: later });
    expect(codes(await catalog.put(`${lists}/productTypes/9`, type))).toEqual(["reference_inconsistent"]);
    expect((await catalog.put(`${lists}/productTypes/9`, { ...type, effectiveAt: later })).status).toBe(200);
    const early = await remove(`${lists}/changes/1`);
    expect([early.status, codes(early)]).toEqual([422, ["reference_inconsistent"]]);
  });

  it("stops what would break it before", async () => {
    await catalog.put(`${lists}/sizes/9`, { name: "GG", externalCode: "GG" });
    await catalog.put(`${lists}/sizeCharts/1`, { name: "Adulto", sizes: ["P", "M", "G", "GG"], effectiveAt: later });
    const reply = await remove(`${lists}/sizes/9`);
    expect([reply.status, codes(reply)]).toEqual([422, ["reference_inconsistent_later"]]);
    expect(reply.json.description).toContain("2026-11-20T15:00:00.000-03:00");
  });
});

describe("DELETE an item", () => {
  it("removes it, at once or on a date", async () => {
    expect((await remove(`${lists}/colors/2?dryRun=true`)).json).toMatchObject({ dryRun: true, changes: [] });
    expect((await remove(`${lists}/colors/2`)).json).toMatchObject({ version: 2, changes: [{ action: "remove", version: 2 }] });
    expect((await catalog.get(`${lists}/colors`)).json.items).toEqual([sample.colors[0]]);
    expect((await remove(`${lists}/colors/2`)).status).toBe(404);
    expect((await remove(`${lists}/colors/1?effectiveAt=2026-12-01`)).json).toMatchObject({ effectiveAt: "2026-12-01T00:00:00.000-03:00" });
    expect((await catalog.get(`${lists}/colors/1`)).json.waiting).toHaveLength(1);
  });
});

describe("the rules", () => {
  it("are shown whole and one by one", async () => {
    expect((await catalog.get(rules)).json).toEqual({ ...sample.rules, version: 1, waiting: [], links: [self(rules)] });
    expect((await catalog.get(`${rules}/driveHosts`)).json).toMatchObject({ rule: "driveHosts", value: ["drive.google.com"], version: 1 });
    expect((await catalog.get(`${rules}/familySettleSeconds`)).json.value).toBeUndefined();
  });

  it("change several at a time, and leave the others as they are", async () => {
    const minima = { ...sample.rules.familyMinimum, SHOES: 5 };
    const read = (await catalog.get(rules)).json;
    const reply = await catalog.put(rules, { ...read, familyMinimum: minima, familySettleSeconds: 600 });
    expect(reply.json).toMatchObject({ version: 3, changes: [{ code: "familyMinimum" }, { code: "familySettleSeconds" }] });
    expect((await catalog.get(rules)).json).toMatchObject({ ...sample.rules, familyMinimum: minima, familySettleSeconds: 600, version: 3 });
    expect((await catalog.put(rules, {})).json).toMatchObject({ version: 3, changes: [] });
  });

  it("change one at a time, now or on a date; the settle window can be taken back", async () => {
    expect((await catalog.put(`${rules}/familySettleSeconds`, { value: 60 })).json).toMatchObject({
      version: 2,
      links: [self(`${rules}/familySettleSeconds`)],
    });
    expect((await catalog.get(`${rules}/familySettleSeconds`)).json.value).toBe(60);
    expect((await catalog.put(`${rules}/familySettleSeconds`, {})).json.version).toBe(3);
    expect((await catalog.put(`${rules}/familySettleSeconds`, { value: null })).json).toMatchObject({ version: 3, changes: [] });
    expect((await catalog.get(`${rules}/familySettleSeconds`)).json.value).toBeUndefined();
    const scheduled = await catalog.put(`${rules}/driveHosts`, { value: ["fotos.exemplo.com"], effectiveAt: "2026-12-01" });
    expect(scheduled.json.effectiveAt).toBe("2026-12-01T00:00:00.000-03:00");
    expect((await catalog.get(`${rules}/driveHosts`)).json).toMatchObject({
      value: ["drive.google.com"],
      waiting: [{ item: ["fotos.exemplo.com"] }],
    });
  });
});

describe("the changes", () => {
  it("are told newest first, page by page, each with who made it", async () => {
    for (const code of [2, 3, 4]) await catalog.put(`${lists}/brands/${code}`, { name: `Marca ${code}`, externalCode: `M${code}` });
    const first = (await catalog.get(`${lists}/changes?size=2`)).json;
    expect(first.items.map((change: { version: number }) => change.version)).toEqual([4, 3]);
    expect(first.items[0].actor).toMatch(/^operator:/);
    const next = first.links.find((link: { rel: string }) => link.rel === "next").href;
    const second = (await catalog.get(next)).json;
    expect(second.items.map((change: { version: number }) => change.version)).toEqual([2]);
    expect(second.links).toEqual([self(`${lists}/changes`)]);
    expect((await catalog.get(`${lists}/changes?size=3`)).json.links, "a page that ends with the first change leads nowhere").toEqual([
      self(`${lists}/changes`),
    ]);
    expect((await catalog.get(`${lists}/changes?before=2`)).status).toBe(204);
  });

  it("leave their mark in the audit log, refused ones too", async () => {
    await catalog.put(`${lists}/brands/2`, brumacor);
    await remove(`${lists}/templates/1`);
    const { json } = await (await marketplace.operator("support")).get("/operator/v1/audit");
    const marks = json.items.map((row: { operation: string; target: string; status: number }) => [row.operation, row.target, row.status]);
    expect(marks).toContainEqual(["putReferenceItem", `${lists}/brands/2`, 200]);
    expect(marks).toContainEqual(["removeReferenceItem", `${lists}/templates/1`, 422]);
  });
});
