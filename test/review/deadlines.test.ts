import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reviewTimes } from "../../src/catalog/review/deadlines.ts";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import type { BusinessHours, ReviewDeadlines } from "../../src/reference/index.ts";
import { eventually, shipped, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { wares, type Wares } from "../wares.ts";
import { claim, inReview, REVIEWS } from "./queue.ts";

const WEEKDAYS: BusinessHours = { days: [1, 2, 3, 4, 5], from: "09:00", until: "18:00" };
const at = (local: string) => Date.parse(`${local}:00.000-03:00`);

describe("when reviews are due", () => {
  const dueAt = async (rule: ReviewDeadlines | undefined, from: string, department = "Corrida") => {
    const data = await shipped();
    const { reviewDeadlines: _none, ...others } = data.rules;
    const rules = rule === undefined ? others : { ...others, reviewDeadlines: rule };
    return isoDateTime(reviewTimes({ ...data, rules }, 48).dueAt(department, at(from))).slice(0, 16);
  };
  const rule = (hours: number, businessHours?: BusinessHours): ReviewDeadlines => ({
    hours,
    byDepartment: [],
    ...(businessHours === undefined ? {} : { businessHours }),
  });

  it.each([
    // 20 November 2026 is a Friday.
    ["within the day", 4, "2026-11-20T10:00", "2026-11-20T14:00"],
    ["at the end of the day", 4, "2026-11-20T14:00", "2026-11-20T18:00"],
    ["across a weekend", 4, "2026-11-20T16:00", "2026-11-23T11:00"],
    ["from a Saturday", 4, "2026-11-21T12:00", "2026-11-23T13:00"],
    ["from before the day begins", 1, "2026-11-20T03:00", "2026-11-20T10:00"],
    ["from after the day ended", 1, "2026-11-20T20:00", "2026-11-23T10:00"],
    ["over many weeks", 90, "2026-11-20T09:00", "2026-12-03T18:00"],
  ])("%s", async (_what, hours, from, due) => expect(await dueAt(rule(hours, WEEKDAYS), from)).toBe(due));

  it("does not run on holidays", async () => {
    expect(await dueAt(rule(4, { ...WEEKDAYS, holidays: ["2026-11-23"] }), "2026-11-20T16:00")).toBe("2026-11-24T11:00");
  });

  it("always runs without business hours, and is the installation's without a rule", async () => {
    expect(await dueAt(rule(24), "2026-11-20T16:00")).toBe("2026-11-21T16:00");
    expect(await dueAt(undefined, "2026-11-20T16:00")).toBe("2026-11-22T16:00");
  });

  it("is each department's own", async () => {
    const { departments } = await shipped();
    const { code } = departments.find(({ name }) => name === "Corrida")!;
    const own = { ...rule(24), byDepartment: [{ code, hours: 2 }] };
    expect(await dueAt(own, "2026-11-20T16:00")).toBe("2026-11-20T18:00");
    expect(await dueAt(own, "2026-11-20T16:00", departments.find((one) => one.code !== code)!.name)).toBe("2026-11-21T16:00");
  });

  it("ends even where business hours never come", async () => {
    const never = { days: [7], from: "09:00", until: "09:01", holidays: [] };
    expect((await dueAt(rule(2_160, never), "2026-11-20T16:00")).slice(0, 4)).toBe("2036");
  });
});

describe("the deadline of the queue across a weekend, on the marketplace's clock", () => {
  let marketplace: Marketplace;
  let seller: Seller;
  let shop: Wares;
  let catalog: Client;
  beforeAll(async () => {
    marketplace = await startMarketplace();
    seller = await marketplace.seller();
    shop = await wares(`${marketplace.baseUrl}/images`);
    catalog = await marketplace.operator("catalog");
  });
  afterAll(() => marketplace.stop());
  const entry = async (sku: string) =>
    (await catalog.get(`${REVIEWS}?size=100`)).json.items.find((item: { sku: string }) => item.sku === sku);

  it("stands still on Saturday and Sunday, and is late only on Monday", async () => {
    const { code } = (await shipped()).departments.find(({ name }) => name === "Corrida")!;
    const value = { hours: 48, byDepartment: [{ code, hours: 6 }], businessHours: WEEKDAYS };
    expect((await catalog.put("/operator/v1/rules/reviewDeadlines", { value })).status).toBe(200);
    marketplace.clock.set(at("2026-11-20T15:00"));
    await inReview(marketplace, seller, shop, ["SEXTA"]);
    expect(await entry("SEXTA")).toMatchObject({ dueAt: "2026-11-23T12:00:00.000-03:00", late: false });
    for (const [now, late] of [
      ["2026-11-22T23:00", false],
      ["2026-11-23T11:59", false],
      ["2026-11-23T12:01", true],
    ] as const) {
      marketplace.clock.set(at(now));
      expect((await entry("SEXTA")).late, now).toBe(late);
    }
    expect((await claim(catalog, { filter: { late: true } })).json.items).toHaveLength(1);
    expect((await catalog.get(`${REVIEWS}?late=true`)).json.total).toBe(1);
  });

  it("is computed again for what waits when the rule changes", async () => {
    await inReview(marketplace, seller, shop, ["MUDA"]);
    const before = await entry("MUDA");
    await catalog.put("/operator/v1/rules/reviewDeadlines", { value: { hours: 1, byDepartment: [] } });
    const due = Date.parse(before.since) + 3_600_000;
    await eventually("another due time", async () => Date.parse((await entry("MUDA")).dueAt) === due);
    await catalog.put("/operator/v1/rules/reviewDeadlines", {});
    await eventually("the installation's due time", async () => Date.parse((await entry("MUDA")).dueAt) === due + 47 * 3_600_000);
    expect(await entry("MUDA")).toMatchObject({ since: before.since });
  });

  it.each([
    [{ hours: 0, byDepartment: [] }, 400],
    [{ hours: 24, byDepartment: [{ code: 999_999, hours: 2 }] }, 422],
    [{ hours: 24, byDepartment: [], businessHours: { ...WEEKDAYS, from: "18:00", until: "09:00" } }, 422],
    [{ hours: 24, byDepartment: [], businessHours: { ...WEEKDAYS, days: [1, 1] } }, 422],
    [{ hours: 24, byDepartment: [], businessHours: { ...WEEKDAYS, days: [8] } }, 400],
    [{ hours: 24, byDepartment: [], businessHours: { ...WEEKDAYS, from: "9h" } }, 400],
    [{ hours: 24, byDepartment: [], businessHours: { ...WEEKDAYS, holidays: ["2026-02-30"] } }, 422],
  ])("is refused: %j", async (value, status) => {
    expect((await catalog.put("/operator/v1/rules/reviewDeadlines", { value })).status).toBe(status);
  });

  it("queues what is in cataloguing without a place in the queue, as an earlier version leaves it", async () => {
    await inReview(marketplace, seller, shop, ["ANTIGA"]);
    const before = await entry("ANTIGA");
    await marketplace.database.query("delete from review_claims where sku = 'ANTIGA'");
    expect(await eventually("its place", () => entry("ANTIGA"))).toMatchObject({ since: before.since });
  });
});
