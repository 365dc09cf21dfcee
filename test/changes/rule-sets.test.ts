import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChangeChecker } from "../../src/catalog/changes/checks/check-worker.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { type JobRunner, runJobLoops } from "../../src/platform/jobs/job.ts";
import { buildSnapshot } from "../../src/reference/index.ts";
import { shipped, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { approve, ask, decide, liveOf, refuse, seen } from "./changing.ts";

const RULES = "/operator/v1/change-rules";
const DAY = 24 * 3600 * 1000;

/** Runs every job but the check of change requests, which the tests carry out themselves. */
const allButChecks: JobRunner = (jobs, log) =>
  runJobLoops(
    jobs.filter(({ name }) => name !== "changes"),
    log,
  );

let market: Marketplace;
let seller: Seller;
let catalog: Client;
/** Carries out the checks that are due, with this chance. */
let check: (chance: number) => Promise<number>;
beforeAll(async () => {
  market = await startMarketplace({ jobRunner: allButChecks });
  seller = await market.seller();
  catalog = await market.operator("catalog");
  await onSale(market, seller, { REGRA: 5, AMOSTRA: 5 });
  const reference = buildSnapshot(await shipped(), 1);
  check = (chance) =>
    createChangeChecker({
      db: market.app.db,
      clock: market.clock,
      log: createLog("error"),
      latestReference: () => Promise.resolve(reference),
      reviewSlaHours: 48,
      onImagesWanted: () => undefined,
      onSubmitted: () => undefined,
      chance: () => chance,
    })();
});
afterAll(() => market.stop());

const rule = (id: string, action: string) => ({ id, field: "gender", when: { sellerDecisions: 1 }, action });

describe("the rules for changes (beyond M11)", () => {
  it("are those that are shipped until somebody replaces them", async () => {
    const { status, json } = await catalog.get(RULES);
    expect([status, json.version, json.newest, json.scheduled, json.samples]).toEqual([200, 0, 0, [], []]);
    expect(json.rules.at(-1)).toEqual({ id: "others", field: "*", when: {}, action: "review" });
  });

  it("are replaced at once, or on a date, and never by somebody who has not read them", async () => {
    const now = await catalog.put(RULES, { rules: [rule("one", "review")] }, { headers: { "if-match": '"0"' } });
    expect([now.status, now.json.version, now.json.newest]).toEqual([200, 1, 1]);
    const late = await catalog.put(RULES, { rules: [] }, { headers: { "if-match": '"0"' } });
    expect([late.status, late.json.details[0]]).toMatchObject([412, { code: "change_rules_differ", allowed: '"1"' }]);
    const effectiveAt = new Date(market.clock.now() + DAY).toISOString();
    await catalog.put(RULES, { rules: [rule("two", "review")], effectiveAt });
    const twice = await catalog.put(RULES, { rules: [rule("three", "review")], effectiveAt });
    expect(twice.json).toMatchObject({ version: 1, newest: 3, scheduled: [{ version: 3, rules: [{ id: "three" }] }] });
    market.clock.move(DAY);
    expect((await catalog.get(RULES)).json).toMatchObject({ version: 3, scheduled: [] });
    const past = await catalog.put(RULES, { rules: [], effectiveAt: "2020-01-01T00:00:00Z" });
    expect([past.status, past.json.details[0].code, past.json.details[0].pointer]).toEqual([422, "change_rules_date_past", "/effectiveAt"]);
    const wrong = await catalog.put(RULES, { rules: [{ id: "x", field: "weight", when: { sameWords: true }, action: "review" }] });
    expect([wrong.status, wrong.json.details[0].code]).toEqual([422, "change_rule_condition_misplaced"]);
  });

  it("decide as they stood when a change was asked for", async () => {
    await catalog.put(RULES, { rules: [{ id: "all", field: "*", when: {}, action: "refuse" }] });
    const before = await ask(seller, "REGRA", { "/gender": "Homem" });
    await catalog.put(RULES, { rules: [] });
    const after = await ask(seller, "REGRA", { "/weight": 0.26 });
    while ((await check(1)) > 0);
    expect((await seen(seller, "REGRA", before.id)).fields[0]).toMatchObject({ state: "refused", rule: "all", decidedBy: "rule" });
    expect((await seen(seller, "REGRA", after.id)).fields[0]).toMatchObject({ state: "waiting" });
  });

  it("send some of what they approve to a person, who cannot change the product by looking", async () => {
    await catalog.put(RULES, { rules: [{ id: "video", field: "video", when: { wasEmpty: true }, action: "auto_approve" }] });
    const { id } = await ask(seller, "AMOSTRA", { "/video": "https://videos.example.com/1" });
    while ((await check(0.019)) > 0);
    expect((await seen(seller, "AMOSTRA", id)).fields[0]).toMatchObject({ state: "auto_approved" });
    expect(JSON.stringify(await seen(seller, "AMOSTRA", id))).not.toContain("sample");
    const sampled = (await catalog.get("/operator/v1/changes?sample=waiting")).json.items;
    expect(sampled).toMatchObject([{ id, fields: [{ state: "auto_approved", sample: "waiting", rule: "video" }] }]);
    const looked = await decide(catalog, id, refuse("/video", "O vídeo é de outro produto."));
    expect(looked.json.fields[0]).toMatchObject({ state: "auto_approved", sample: "contested" });
    expect(await liveOf(seller, "AMOSTRA")).toMatchObject({ video: "https://videos.example.com/1" });
    expect((await decide(catalog, id, approve("/video"))).status).toBe(409);
    expect((await catalog.get(RULES)).json.samples).toEqual([{ rule: "video", waiting: 0, confirmed: 0, contested: 1 }]);
    expect((await catalog.get("/operator/v1/changes?sample=waiting")).status).toBe(204);
  });

  it("are followed by few: two in a hundred are looked at", async () => {
    await catalog.put(RULES, { rules: [{ id: "ean", field: "eanIsbn", when: { wasEmpty: true }, action: "auto_approve" }] });
    const { id } = await ask(seller, "AMOSTRA", { "/eanIsbn": "7890000000017" });
    while ((await check(0.02)) > 0);
    expect((await catalog.get(`/operator/v1/changes/${id}`)).json.fields[0]).toMatchObject({ state: "auto_approved" });
    expect((await catalog.get("/operator/v1/changes?sample=waiting")).status).toBe(204);
  });
});

describe("a check whose worker died", () => {
  it("is made again when its lease has ended, and only once", async () => {
    const { id } = await ask(seller, "REGRA", { "/name": "Viseira Treze Unissex" });
    await market.database.query(
      "update product_changes set lease_until = now() + interval '1 hour', fence = fence + 1 where change_id = $1",
      [id],
    );
    expect(await check(1)).toBe(0);
    await market.database.query("update product_changes set lease_until = now() - interval '1 second' where change_id = $1", [id]);
    expect(await check(1)).toBe(1);
    expect((await seen(seller, "REGRA", id)).fields[0]).toMatchObject({ state: "waiting" });
  });
});
