import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReviewFacts } from "../../src/catalog/review/facts.ts";
import { ruleApproves, type RuleConditions } from "../../src/catalog/review/rules/conditions.ts";
import { isProven, precisionOf, samplesFell, tryRule } from "../../src/catalog/review/rules/precision.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { eventually, NOON, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { wares, type Wares } from "../wares.ts";
import { BLURRED, claim, decide, inReview, numbered, REVIEWS } from "./queue.ts";

const RULES = "/operator/v1/review-rules";

describe("the lower bound of a rule's precision", () => {
  // As computed with R's binom.confint(x, n, methods = "wilson").
  it.each([
    [0, 0, 0],
    [0, 10, 0],
    [10, 10, 0.722467],
    [95, 100, 0.888248],
    [200, 200, 0.981155],
    [199, 200, 0.972226],
    [989, 1000, 0.980411],
    [988, 1000, 0.979143],
  ])("of %i of %i is %d", (agreed, matched, lower95) => expect(precisionOf(agreed, matched).lower95).toBeCloseTo(lower95, 5));

  it.each([
    [199, 199, false],
    [200, 200, true],
    [199, 200, false],
    [989, 1000, true],
    [988, 1000, false],
  ])("proves a rule by %i of %i: %s", (agreed, matched, proven) => {
    expect(isProven(precisionOf(agreed, matched))).toBe(proven);
    // What a plain share would have let pass.
    const planted = matched >= 200 && agreed / matched >= 0.98;
    if (agreed === 199 && matched === 200) expect(planted).not.toBe(proven);
  });

  it("lets samples fall at the fifth disagreement among 200", () => {
    expect([0, 1, 4, 5].map(samplesFell)).toEqual([false, false, false, true]);
  });
});

const few = fc.option(fc.constant(true), { nil: undefined });
const anyConditions: fc.Arbitrary<RuleConditions> = fc
  .record({
    noWarnings: few,
    imagesPassed: few,
    brandKnown: few,
    sellerApprovedShare: fc.option(fc.constantFrom(0, 0.5, 0.9, 1), { nil: undefined }),
    siblingDistance: fc.option(fc.constantFrom(0, 0.1, 1), { nil: undefined }),
  })
  .map((drawn) => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)));
const anyFacts: fc.Arbitrary<ReviewFacts> = fc.record({
  warnings: fc.constantFrom(0, 1, 3),
  imagesPassed: fc.boolean(),
  sellerDecisions: fc.constantFrom(0, 49, 50, 900),
  sellerApprovedShare: fc.constantFrom(null, 0, 0.5, 0.9, 1),
  brandKnown: fc.boolean(),
  siblingDistance: fc.constantFrom(null, 0, 0.05, 0.4),
});

/** The meaning of a rule, written out once more. */
const means = (rule: RuleConditions, facts: ReviewFacts) =>
  Object.keys(rule).length > 0 &&
  (rule.noWarnings === undefined || facts.warnings === 0) &&
  (rule.imagesPassed === undefined || facts.imagesPassed) &&
  (rule.brandKnown === undefined || facts.brandKnown) &&
  (rule.sellerApprovedShare === undefined ||
    (facts.sellerDecisions >= 50 && facts.sellerApprovedShare !== null && facts.sellerApprovedShare >= rule.sellerApprovedShare)) &&
  (rule.siblingDistance === undefined || (facts.siblingDistance !== null && facts.siblingDistance <= rule.siblingDistance));

describe("a rule for automatic approval", () => {
  it("approves what meets all its conditions, and nothing without conditions", () => {
    fc.assert(
      fc.property(anyConditions, anyFacts, (rule, facts) => ruleApproves(rule, facts) === means(rule, facts)),
      {
        numRuns: budget(2_000, 100_000),
      },
    );
  });

  it("is measured as a recount by hand measures it", () => {
    const anyDecision = fc.record({ decision: fc.constantFrom("approve" as const, "criticize" as const), facts: anyFacts });
    fc.assert(
      fc.property(anyConditions, fc.array(anyDecision, { maxLength: 60 }), (rule, decisions) => {
        let [matched, agreed] = [0, 0];
        for (const { decision, facts } of decisions)
          if (means(rule, facts)) {
            matched += 1;
            if (decision === "approve") agreed += 1;
          }
        const { precision, disagreements } = tryRule(rule, decisions);
        expect([precision.matched, precision.agreed, disagreements.length]).toEqual([matched, agreed, matched - agreed]);
      }),
      { numRuns: budget(500, 20_000) },
    );
  });
});

describe("rules in a marketplace", () => {
  let marketplace: Marketplace;
  let shop: Wares;
  let seller: Seller;
  let catalog: Client;
  beforeAll(async () => {
    marketplace = await startMarketplace();
    shop = await wares(`${marketplace.baseUrl}/images`);
    seller = await marketplace.seller();
    catalog = await marketplace.operator("catalog");
  });
  afterAll(() => marketplace.stop());
  const when = { noWarnings: true, brandKnown: true };
  const put = (id: string, body: object, headers = {}) => catalog.put(`${RULES}/${id}`, { name: "Sem avisos", when, ...body }, { headers });
  const history = (count: number, criticized: readonly number[]) => plantHistory(marketplace, seller.sellerId, count, criticized);

  it.each([
    [{}, "rule_without_conditions", "/when"],
    [{ noWarnings: false }, "rule_condition_false", "/when/noWarnings"],
  ])("with conditions %j is refused", async (conditions, code, pointer) => {
    const refused = await put("refused", { when: conditions });
    expect([refused.status, refused.json.details[0].code, refused.json.details[0].pointer]).toEqual([422, code, pointer]);
  });
  it.each([{ sellerApprovedShare: 1.01 }, { siblingDistance: -0.1 }])("with %j can never hold and is refused", async (conditions) => {
    expect((await put("refused", { when: conditions })).status).toBe(400);
  });

  it("is not put in force before it has proved itself, by whatever call or statement", async () => {
    await history(199, []);
    expect((await put("proof", {})).json).toMatchObject({ enabled: false, version: 1, samples: { decided: 0, approved: 0 } });
    const refused = await put("proof", { enabled: true });
    expect([refused.status, refused.json.details[0].code]).toEqual([422, "rule_not_proven"]);
    expect(refused.json.details[0].current).toMatchObject({ matched: 199, agreed: 199 });
    expect((await put("fresh", { enabled: true })).status).toBe(422);
    await expect(marketplace.database.query("update review_rules set enabled = true where rule_id = 'proof'")).rejects.toThrow(
      /rule_in_force_is_proven/,
    );
    await expect(
      marketplace.database.query(
        "update review_rules set enabled = true, enabled_at = 1, tried_at = 1, matched = 200, agreed = 199 where rule_id = 'proof'",
      ),
    ).rejects.toThrow(/rule_in_force_is_proven/);
    const audit = await (await marketplace.operator("support")).get("/operator/v1/audit?size=50");
    expect(
      audit.json.items.some(
        ({ operation, status }: { operation: string; status: number }) => operation === "putReviewRule" && status === 422,
      ),
    ).toBe(true);
  });

  it("is tried on what was known when people decided, not on what is known now", async () => {
    await history(400, [3, 250]);
    const tried = await catalog.post(`${RULES}/proof/try`, undefined);
    expect(tried.json).toMatchObject({ decisions: 400, matched: 400, agreed: 398, provable: true });
    expect(tried.json.disagreements).toHaveLength(2);
    expect(tried.json.precision).toBeCloseTo(0.995, 6);
    expect(tried.json.lower95).toBeCloseTo(precisionOf(398, 400).lower95, 5);
    // The seller's brand is unknown by now, and its products have warnings: the facts that were stored stay as they were.
    await marketplace.database.query("update review_decisions set brand = 'Outra'");
    expect((await catalog.post(`${RULES}/proof/try`, undefined)).json).toMatchObject({ matched: 400, agreed: 398 });
    const plantedNow = (
      await marketplace.database.query<{ n: number }>(
        `select count(*)::integer as n from review_decisions d
        where exists (select from review_decisions b where b.seller_id = d.seller_id and b.brand = 'Altipasso' and b.decision = 'approve')`,
      )
    )[0]!.n;
    expect(plantedNow, "facts read now instead of then would match nothing").toBe(0);
    await marketplace.database.query("update review_decisions set brand = 'Altipasso'");
    expect((await catalog.post(`${RULES}/nothing/try`, undefined)).status).toBe(404);
  });

  it("is tried as a recount by hand of the stored decisions says, and not as one by what is known now (planted)", async () => {
    await history(1_300, []);
    const anyDecision = fc.record({
      facts: anyFacts,
      decision: fc.constantFrom("approve", "approve", "criticize"),
      // Some were undone, and some approvals are a rule's.
      standing: fc.constantFrom("undone", "rule", ...Array<string>(8).fill("person")),
    });
    const drawn = fc
      .sample(anyDecision, { numRuns: 1_300, seed: 14 })
      .map((one) => (one.decision === "criticize" && one.standing === "rule" ? { ...one, standing: "person" } : one));
    const { query } = marketplace.database;
    await query(
      `update review_decisions d set facts = i.facts, decision = i.decision, undone_at = case when i.standing = 'undone' then 1 end,
              rule = case when i.standing = 'rule' then 'other' end
         from unnest($1::text[], $2::text[], $3::text[]) with ordinality as i(facts, decision, standing, nth) where d.nth = i.nth`,
      [drawn.map(({ facts }) => JSON.stringify(facts)), drawn.map(({ decision }) => decision), drawn.map(({ standing }) => standing)],
    );
    const last = drawn.filter(({ standing }) => standing === "person").slice(-1_000);
    const knownNow = last.at(-1)!.facts;
    for (const conditions of [when, { imagesPassed: true, sellerApprovedShare: 0.9 }, { siblingDistance: 0.1 }]) {
      await put("recount", { when: conditions });
      const { json } = await catalog.post(`${RULES}/recount/try`, undefined);
      const matched = last.filter(({ facts }) => means(conditions, facts));
      const agreed = matched.filter(({ decision }) => decision === "approve").length;
      expect(json).toMatchObject({ decisions: 1_000, matched: matched.length, agreed });
      expect(matched.length).toBeGreaterThan(0);
      const plantedMatched = last.filter(() => means(conditions, knownNow)).length;
      expect(plantedMatched).not.toBe(matched.length);
    }
  });

  it("looks at the last 1,000 decisions by people that stand, and at no decision of a rule", async () => {
    await history(
      1_200,
      Array.from({ length: 200 }, (_, nth) => nth),
    );
    expect((await catalog.post(`${RULES}/proof/try`, undefined)).json).toMatchObject({ decisions: 1_000, matched: 1_000, agreed: 1_000 });
    await marketplace.database.query("update review_decisions set undone_at = 1 where nth > 1100");
    await marketplace.database.query("update review_decisions set rule = 'other' where nth > 1000 and nth <= 1100");
    expect((await catalog.post(`${RULES}/proof/try`, undefined)).json).toMatchObject({ decisions: 1_000, matched: 1_000, agreed: 800 });
  });

  it("once proved, approves what waits and what comes, in its own name, in the audit log, and leaves a blind sample to people", async () => {
    await history(400, []);
    const waiting = numbered("ESPERA", 60);
    await inReview(marketplace, seller, shop, waiting, () => ({ brand: "Altipasso", name: "Viseira Altipasso Unissex" }));
    const enabled = await put("proof", { enabled: true }, { "if-match": '"1"' });
    expect(enabled.json).toMatchObject({ enabled: true, proven: { matched: 400, agreed: 400 } });
    const left = async () => (await catalog.get(`${REVIEWS}?sellerId=${seller.sellerId}&size=100`)).json?.items ?? [];
    await eventually("the rule to have seen all", async () => {
      const [row] = await marketplace.database.query<{ n: number }>("select count(*)::integer as n from review_claims where judged = 0");
      return row!.n === 0;
    });
    const samples = await left();
    expect(samples.length).toBeLessThan(12);
    const [decision] = await marketplace.database.query<{ reviewer: string; rule: string; facts: string }>(
      "select reviewer, rule, facts from review_decisions where rule is not null limit 1",
    );
    expect(decision).toMatchObject({ reviewer: "rule:proof", rule: "proof" });
    expect(JSON.parse(decision!.facts)).toMatchObject({ warnings: 0, brandKnown: true });
    const audit = await (await marketplace.operator("support")).get("/operator/v1/audit?size=100");
    expect(audit.json.items.some(({ actor, role }: { actor: string; role: string }) => actor === "rule:proof" && role === "rule")).toBe(
      true,
    );
    const [history_] = (
      await seller.get(`/api/v2/products/${waiting.find((sku) => !samples.some((one: { sku: string }) => one.sku === sku))!}/history`)
    ).json.items.slice(-1);
    expect(history_).toMatchObject({ to: "Aprovado", cause: "reviewApprove", by: "rule" });
    figures({ products: waiting.length, "left as samples": samples.length });
  });

  it("keeps its proof when only its name changes, and needs another one when its conditions do", async () => {
    expect((await put("proof", { name: "Outro nome" })).json).toMatchObject({ enabled: true, name: "Outro nome" });
    const refused = await put("proof", { when: { ...when, siblingDistance: 0 } });
    expect([refused.status, refused.json.details[0].code]).toEqual([422, "rule_not_proven"]);
    const [row] = (await catalog.get(RULES)).json.items;
    expect(row).toMatchObject({ ruleId: "proof", enabled: true, when });
    expect((await put("proof", {}, { "if-match": '"1"' })).status).toBe(412);
  });

  it("is switched off by itself when people disagree with its samples, and says so", async () => {
    // So many of them are samples that few products are enough.
    await put("proof", { enabled: false });
    const doubtful = numbered("AMOSTRA", 5);
    await inReview(marketplace, seller, shop, doubtful, () => ({ brand: "Altipasso", name: "Viseira Altipasso Unissex" }));
    await marketplace.database.query("update review_claims set sample_of = 'proof' where sku = any ($1)", [doubtful]);
    expect((await put("proof", { enabled: true })).status).toBe(200);
    const { json } = await claim(catalog, { filter: { sellerId: seller.sellerId } });
    expect(JSON.stringify(json), "the sample is blind").not.toMatch(/sample|proof/i);
    const { claimToken } = json;
    for (const sku of doubtful) expect((await decide(catalog, seller.sellerId, sku, { ...BLURRED, claimToken })).status).toBe(200);
    const off = await eventually("the rule to be off", async () => {
      const [rule] = (await catalog.get(RULES)).json.items;
      return !rule.enabled && rule;
    });
    expect(off).toMatchObject({ enabled: false, switchedOffAt: expect.any(String) });
    const { json: summary } = await catalog.get(`${REVIEWS}/summary`);
    expect(summary.reviewers.find(({ doubleReads }: { doubleReads: number }) => doubleReads > 0)).toMatchObject({
      doubleReads: 5,
      agreed: 0,
    });
    const metrics = (await marketplace.request("GET", "/metrics")).text;
    expect(metrics).toContain("vitrine_review_rules_switched_off_total 1");
  });
});

/** Decisions by people as they are stored, `count` of them, criticisms at some places; what was there is gone. */
async function plantHistory({ database }: Marketplace, sellerId: number, count: number, criticized: readonly number[]): Promise<void> {
  const facts: ReviewFacts = {
    warnings: 0,
    imagesPassed: true,
    sellerDecisions: 60,
    sellerApprovedShare: 1,
    brandKnown: true,
    siblingDistance: null,
  };
  await database.query("delete from review_decisions");
  await database.query(
    `insert into review_decisions (seller_id, nth, sku, version, decision, reviewer, held, department, brand, facts, queued_at, due_at, wait_ms, at)
     select $1, n, 'H-' || n, 2, case when n - 1 = any ($3::integer[]) then 'criticize' else 'approve' end, 'operator:planted', true, 'Corrida',
            'Altipasso', $4, $5, $5, 1000, $5::bigint + n
       from generate_series(1, $2::integer) n`,
    [sellerId, count, criticized, JSON.stringify(facts), NOON - 1_000_000],
  );
  await database.query("update seller_counters set reviews = $2 where seller_id = $1", [sellerId, count]);
}
