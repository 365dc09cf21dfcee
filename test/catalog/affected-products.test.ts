import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "../../src/config.ts";
import { statusOf } from "../journeys/watching.ts";
import { eventually, NOON, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";
import { pathOf, publish, SHOE_SIZES, wares, type Wares } from "../wares.ts";

const DAY_MS = 86_400_000;
const LISTS = "/operator/v1/reference";
const RULES = "/operator/v1/rules";

interface Entry {
  readonly code: number;
  readonly name: string;
}
interface AffectedItem {
  readonly sku: string;
  readonly status: string;
  readonly pointer: string;
  readonly received: unknown;
  readonly suggestion?: string;
  readonly critique: string;
}

let market: Marketplace;
let seller: Seller;
let other: Seller;
let catalog: Client;
let shop: Wares;
const clock = movableClock(NOON);
beforeAll(async () => {
  market = await startMarketplace({ clock, settings: { REFERENCE_NOTICE_DAYS: "14" } });
  // Its products may wait for their stock, and so stay open without anything being wrong with them.
  seller = await market.seller({ separatePriceAndStock: true });
  other = await market.seller();
  catalog = await market.operator("catalog");
  shop = await wares(`${market.baseUrl}/images`);
});
afterAll(() => market.stop());

const inDays = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString();
const entryNamed = async (list: string, name: string): Promise<Entry> =>
  ((await catalog.get(`${LISTS}/${list}`)).json.items as Entry[]).find((item) => item.name === name)!;
const changed = (reply: Reply): number => {
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.json.changes[0].changeId as number;
};
const withdraw = async (changeId: number) => expect((await catalog.request("DELETE", `${LISTS}/changes/${changeId}`)).status).toBe(200);

/** Every value that a change affects of a seller. */
async function affectedOf(who: Client, changeId: number): Promise<readonly AffectedItem[]> {
  const { status, json, text } = await who.get(`/api/v1/reference/changes/${changeId}/affected?size=100`);
  if (status === 204) return [];
  expect([status, text]).toEqual([200, text]);
  return json.items as AffectedItem[];
}
const counted = (
  who: Client,
  changeId: number,
): Promise<{ readonly skus: number; readonly families: number; readonly computedAt: string }> =>
  eventually(`change ${changeId} counted`, async () => {
    const { json } = await who.get("/api/v1/reference/changes");
    const all = [...json.items, ...json.announced] as {
      changeId: number;
      affected?: { skus: number; families: number; computedAt: string };
    }[];
    return all.find((change) => change.changeId === changeId)?.affected;
  });
const eventsOf = async (who: Client, changeId: number): Promise<readonly string[]> => {
  const { status, json } = await who.get("/api/v1/events?limit=500");
  if (status === 204) return [];
  return (json.items as { name: string; cause: string; parameters: { changeId?: string } }[])
    .filter(({ name, parameters }) => name === "reference.change" && parameters.changeId === String(changeId))
    .map(({ cause }) => cause);
};
const told = (who: Client, changeId: number, causes: readonly string[]) =>
  eventually(`change ${changeId} told as ${causes.join()}`, async () => (await eventsOf(who, changeId)).join() === causes.join());
const isOpen = (sku: string) =>
  eventually(`${sku} open`, async () => (await statusOf(seller, sku)).pending.some(({ code }) => code === "stock_missing"));
const openVisor = async (sku: string, changes: object = {}) => {
  await publish(seller, shop.visor(sku, { stock: undefined, ...changes }));
  await isOpen(sku);
};

describe("the minimum notice", () => {
  it("refuses what removes or narrows sooner, says from when on it may be, and takes a reason, which is kept", async () => {
    const { code } = await entryNamed("brands", shop.brand(20));
    const soon = await catalog.request("DELETE", `${LISTS}/brands/${code}?effectiveAt=${inDays(13)}`);
    expect(soon.status).toBe(422);
    expect(soon.json.details[0]).toMatchObject({ code: "reference_notice_short", pointer: "query.effectiveAt" });
    expect(Date.parse(soon.json.details[0].allowed)).toBe(NOON + 14 * DAY_MS);
    const rehearsed = await catalog.request("DELETE", `${LISTS}/brands/${code}?dryRun=true`);
    expect(rehearsed.json.notice).toMatchObject({ required: true, days: 14, kept: false });
    const why = "Marca sob ordem judicial";
    const forced = await catalog.request("DELETE", `${LISTS}/brands/${code}?shortNoticeReason=${encodeURIComponent(why)}`);
    changed(forced);
    const { json } = await catalog.get(`${LISTS}/changes`);
    expect(json.items[0]).toMatchObject({ code: String(code), breaking: true, shortNoticeReason: why });
    const admin = await market.operator("admin");
    const audit = await admin.get("/operator/v1/audit?size=50");
    expect(audit.text).toContain(encodeURIComponent(why));
    changed(await catalog.put(`${LISTS}/brands/${code}`, { name: shop.brand(20), externalCode: "VOLTOU" }));
  });

  it("is a setting of 14 days: without it what removes would pass at once (planted)", async () => {
    expect(readSettings({}, {}).referenceNoticeDays).toBe(14);
    const hasty = await startMarketplace({ settings: { REFERENCE_NOTICE_DAYS: "0" } });
    const operator = await hasty.operator("catalog");
    const { items } = (await operator.get(`${LISTS}/brands`)).json as { items: Entry[] };
    expect((await operator.request("DELETE", `${LISTS}/brands/${items[0]!.code}`)).status).toBe(200);
    await hasty.stop();
  });

  it("lets through at once what only adds", async () => {
    changed(await catalog.put(`${LISTS}/brands/90001`, { name: "Serranova", externalCode: "SERRANOVA" }));
    const rehearsed = await catalog.put(`${LISTS}/brands/90002?dryRun=true`, { name: "Nova Trilha", externalCode: "NOVATRILHA" });
    expect(rehearsed.json.notice).toMatchObject({ required: false, kept: true });
  });

  it("is asked of rules that become stricter, and of a reason that says nothing", async () => {
    const { value } = (await catalog.get(`${RULES}/familyMinimum`)).json as { value: Record<string, number> };
    const stricter = { value: { ...value, SHOES: value["SHOES"]! + 1 } };
    const soon = await catalog.put(`${RULES}/familyMinimum`, stricter);
    expect(soon.json.details[0]).toMatchObject({ code: "reference_notice_short", pointer: "/effectiveAt" });
    for (const shortNoticeReason of ["          ", "\u200b".repeat(10)]) {
      const empty = await catalog.put(`${RULES}/familyMinimum`, { ...stricter, shortNoticeReason });
      expect([empty.status, empty.json.details[0].pointer]).toEqual([400, "/shortNoticeReason"]);
    }
  });
});

describe("what a change will break", () => {
  /** Visors open to the validation, each with something that a change will take away; and one that nothing touches. */
  const open = { marca: { brand: "" }, cor: { color: "Azul" }, leve: { weight: 0.4 }, nada: {} };
  const changes: Record<string, number> = {};

  beforeAll(async () => {
    open.marca.brand = shop.brand(5);
    for (const [sku, facts] of Object.entries(open)) await openVisor(sku, facts);
    const brand = await entryNamed("brands", shop.brand(5));
    const color = await entryNamed("colors", "Azul");
    const type = (await entryNamed("productTypes", "Viseira")) as unknown as Record<string, unknown> & Entry;
    const { code, ...visor } = type;
    const effectiveAt = inDays(20);
    changes["brand"] = changed(await catalog.request("DELETE", `${LISTS}/brands/${brand.code}?effectiveAt=${effectiveAt}`));
    const renamed = { name: "Azul-celeste", externalCode: "AZULCELESTE", effectiveAt };
    changes["color"] = changed(await catalog.put(`${LISTS}/colors/${color.code}`, renamed));
    changes["type"] = changed(await catalog.put(`${LISTS}/productTypes/${code}`, { ...visor, weightMaxKg: 0.3, effectiveAt }));
    for (const id of Object.values(changes)) await counted(seller, id);
  });

  it("is told in advance, value by value, with what to send instead", async () => {
    expect(await affectedOf(seller, changes["brand"]!)).toMatchObject([
      { sku: "marca", status: "Recebido", pointer: "/brand", received: shop.brand(5), critique: "brand_unknown" },
    ]);
    expect(await affectedOf(seller, changes["color"]!)).toMatchObject([
      { sku: "cor", pointer: "/color", received: "Azul", suggestion: "Azul-celeste", critique: "color_unknown" },
    ]);
    expect(await affectedOf(seller, changes["type"]!)).toMatchObject([
      { sku: "leve", pointer: "/weight", received: 0.4, suggestion: "0.3", critique: "weight_over_maximum" },
    ]);
    expect(await counted(seller, changes["brand"]!)).toMatchObject({ skus: 1, families: 1 });
  });

  it("is told to whom it concerns, and to nobody else", async () => {
    for (const id of Object.values(changes)) await told(seller, id, ["announced"]);
    for (const id of Object.values(changes)) {
      expect(await eventsOf(other, id)).toEqual([]);
      expect((await other.get(`/api/v1/reference/changes/${id}/affected`)).status).toBe(204);
    }
    expect((await seller.get("/api/v1/reference/changes/999999/affected")).status).toBe(404);
  });

  it("is counted again when it is read: a product that was mended is gone from it", async () => {
    await openVisor("mais-uma", { brand: shop.brand(5) });
    expect((await affectedOf(seller, changes["brand"]!)).map(({ sku }) => sku)).toEqual(["mais-uma", "marca"]);
    expect((await seller.put(pathOf("mais-uma"), shop.visor("mais-uma", { stock: undefined, price: undefined }))).status).toBe(202);
    expect((await affectedOf(seller, changes["brand"]!)).map(({ sku }) => sku)).toEqual(["marca"]);
  });

  it("is told again seven days and one day before, and when it is in effect", async () => {
    const causes = ["announced"];
    for (const [days, cause] of [
      [13, "sevenDays"],
      [6, "oneDay"],
      [1, "inEffect"],
    ] as const) {
      clock.move(days * DAY_MS);
      causes.push(cause);
      for (const id of Object.values(changes)) expect(await told(seller, id, causes)).toBe(true);
    }
  });

  it("is exactly what the validation criticizes when the change is in effect", async () => {
    await eventually("all criticized", async () => {
      const states = await Promise.all(["marca", "cor", "leve"].map((sku) => statusOf(seller, sku)));
      return states.every(({ status }) => status === "Criticado");
    });
    const { json } = await seller.get("/api/v2/products/critiques?size=100");
    const placeOf = ({ sku, pointer, received }: AffectedItem) => `${sku} ${pointer} ${String(received)}`;
    const real = (json.items as (AffectedItem & { code: string })[]).map((item) => `${placeOf(item)} ${item.code}`);
    const announced = (await Promise.all(Object.values(changes).map((id) => affectedOf(seller, id)))).flat();
    expect(announced.map((item) => `${placeOf(item)} ${item.critique}`).toSorted()).toEqual(real.toSorted());
    expect((await statusOf(seller, "nada")).status).toBe("Recebido");
  });
});

describe("a family minimum that rises", () => {
  it("breaks the families that are too small by then, and no other", async () => {
    const sizes = [...SHOE_SIZES, "42"];
    for (const size of sizes.slice(0, 4)) await publish(seller, shop.shoe("QUATRO", size, { stock: undefined }));
    for (const size of sizes) await publish(seller, shop.shoe("CINCO", size, { stock: undefined }));
    for (const size of sizes.slice(0, 4)) await isOpen(`QUATRO-${size}`);
    const { value } = (await catalog.get(`${RULES}/familyMinimum`)).json as { value: Record<string, number> };
    const stricter = { value: { ...value, SHOES: 5 }, effectiveAt: inDays(15) };
    const id = changed(await catalog.put(`${RULES}/familyMinimum`, stricter));
    expect(await counted(seller, id)).toMatchObject({ skus: 4, families: 1 });
    const affected = await affectedOf(seller, id);
    expect(affected.map(({ sku, critique }) => `${sku} ${critique}`)).toEqual(SHOE_SIZES.map((size) => `QUATRO-${size} family_incomplete`));
    clock.move(15 * DAY_MS);
    await eventually("the family criticized", async () => (await statusOf(seller, "QUATRO-38")).status === "Criticado");
    expect((await statusOf(seller, "CINCO-38")).status).toBe("Recebido");
    changed(await catalog.put(`${RULES}/familyMinimum`, { value }));
  });
});

describe("a product on sale", () => {
  const SOLD = "VENDIDA";
  const marksOf = async (sku: string) => (await statusOf(seller, sku)).pending.filter(({ code }) => code === "reference_changed");

  it("stays on sale when its value goes, is marked, and loses the mark when the value comes back", async () => {
    const brand = await entryNamed("brands", shop.brand(6));
    await publish(seller, shop.visor(SOLD, { brand: brand.name }));
    await eventually(`${SOLD} in cataloguing`, async () => (await statusOf(seller, SOLD)).status === "Em catalogação");
    expect((await seller.put(pathOf(SOLD, "status"), { status: "Aprovado" })).status).toBe(200);
    const id = changed(await catalog.request("DELETE", `${LISTS}/brands/${brand.code}?effectiveAt=${inDays(14)}`));
    expect(await counted(seller, id)).toMatchObject({ skus: 1 });
    expect(await marksOf(SOLD)).toEqual([]);
    clock.move(14 * DAY_MS);
    await told(seller, id, ["announced", "inEffect"]);
    const [mark] = await eventually("marked", async () => {
      const marks = await marksOf(SOLD);
      return marks.length === 1 && marks;
    });
    expect(mark).toMatchObject({ changeId: id, pointer: "/brand", received: brand.name });
    expect(await statusOf(seller, SOLD)).toMatchObject({ status: "Aprovado" });
    expect(await affectedOf(seller, id)).toMatchObject([{ sku: SOLD, status: "Aprovado", pointer: "/brand" }]);
    changed(await catalog.put(`${LISTS}/brands/${brand.code}`, { name: brand.name, externalCode: "VOLTOU2" }));
    await eventually("unmarked", async () => (await marksOf(SOLD)).length === 0);
    expect(await affectedOf(seller, id)).toEqual([]);
  });
});

describe("a change that is withdrawn", () => {
  it("is told as withdrawn to whoever was told of it, and leaves nothing behind", async () => {
    await openVisor("RETIRADA", { brand: shop.brand(7) });
    const brand = await entryNamed("brands", shop.brand(7));
    const id = changed(await catalog.request("DELETE", `${LISTS}/brands/${brand.code}?effectiveAt=${inDays(30)}`));
    await told(seller, id, ["announced"]);
    await withdraw(id);
    await told(seller, id, ["announced", "withdrawn"]);
    await eventually("forgotten", async () => (await leftOf(id)) === 0);
    expect((await seller.get(`/api/v1/reference/changes/${id}/affected`)).status).toBe(404);
  });

  it("ends its count wherever it has got to", async () => {
    const brand = await entryNamed("brands", shop.brand(7));
    for (let nth = 0; nth < 5; nth += 1) {
      const id = changed(await catalog.request("DELETE", `${LISTS}/brands/${brand.code}?effectiveAt=${inDays(30)}`));
      await withdraw(id);
      await eventually("forgotten", async () => (await leftOf(id)) === 0);
      expect((await eventsOf(seller, id)).filter((cause) => cause === "announced").length).toBe(
        (await eventsOf(seller, id)).filter((cause) => cause === "withdrawn").length,
      );
    }
  });

  const leftOf = async (changeId: number): Promise<number> => {
    const [row] = await market.database.query<{ rows: number }>(
      `select ((select count(*) from reference_warnings where change_id = $1) + (select count(*) from reference_affected where change_id = $1)
             + (select count(*) from reference_affected_totals where change_id = $1))::integer as rows`,
      [changeId],
    );
    return row!.rows;
  };
});

describe("changes at one instant", () => {
  it("are counted as they will be together: a brand that changes its code breaks nothing", async () => {
    await openVisor("TROCA", { brand: shop.brand(8) });
    const brand = await entryNamed("brands", shop.brand(8));
    const effectiveAt = inDays(40);
    const removal = changed(await catalog.request("DELETE", `${LISTS}/brands/${brand.code}?effectiveAt=${effectiveAt}`));
    expect(await counted(seller, removal)).toMatchObject({ skus: 1 });
    changed(await catalog.put(`${LISTS}/brands/90008`, { name: brand.name, externalCode: "OUTRO", effectiveAt }));
    expect(await affectedOf(seller, removal)).toEqual([]);
  });
});
