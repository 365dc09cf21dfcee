import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isoDay, realNow } from "../../src/platform/basics/clock.ts";
import { CHAIN_START, chainHash } from "../../src/platform/crypto/hash-chain.ts";
import { dayOf } from "../../src/platform/database/partitions/partitions.ts";
import { canonicalText } from "../../src/sellers/audit/entry.ts";
import { client, startMarketplace, type Client, type Marketplace } from "../harness.ts";

const SELLERS = "/operator/v1/sellers";
const DAYS = "/operator/v1/audit/days";
const TODAY = dayOf(realNow());
/** A day that ended, with rows for several pages of a check. */
const YESTERDAY = TODAY - 1;
const ROWS = 2_300;

let one: Marketplace;
let other: Marketplace;
let admin: Client;
beforeAll(async () => {
  one = await startMarketplace({ settings: { ROLE: "api" } });
  other = await startMarketplace({ database: one.database, clock: one.clock, settings: { ROLE: "api" } });
  admin = await one.operator("admin");
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});
const sql = (text: string, values: readonly unknown[] = []) => one.database.query<Record<string, unknown>>(text, values);
const check = async (day: number, more: Readonly<Record<string, string>> = {}) =>
  (await admin.post("/operator/v1/audit/check", { day: isoDay(day), ...more })).json;

describe("the chain of the audit log (decisions 8)", () => {
  it("has every row, whatever process added it, in one order", async () => {
    const there = client(other.baseUrl, admin.headers);
    const names = ["Loja Ímpar", "Loja \u{1f3c3}", `Loja ${"x".repeat(150)}`];
    await Promise.all(
      Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? admin : there).post(SELLERS, { name: names[i % names.length], half: "\ud83c" })),
    );
    // Changes that are cut within a character.
    for (const before of ["", "."])
      await admin.post("/operator/v1/reviews", {
        items: [{ sku: `${before}${"\u{1f3c3}".repeat(3_000)}`, sellerId: 1, decision: "approve" }],
      });
    const found = await check(TODAY);
    expect(found).toMatchObject({ intact: true });
    // The check's own row came after what it checked.
    const [counted] = await sql("select count(*)::integer as n, max(nth) as last, count(hash)::integer as hashes from audit_log");
    expect(counted).toEqual({ n: found.rows + 1, last: found.rows + 1, hashes: found.rows + 1 });
  });

  it("cannot be changed or emptied by the application's role or the owner of the table", async () => {
    await sql("set role vitrine_application");
    for (const text of ["update audit_log set status = 200", "delete from audit_log", "truncate audit_log"])
      await expect(sql(text)).rejects.toThrow("permission denied");
    await sql("reset role");
  });

  it("is no day's that has no row", async () => {
    for (const day of ["2001-01-01", "2026-02-31"]) {
      const reply = await admin.post("/operator/v1/audit/check", { day });
      expect([reply.status, reply.json.details[0].code]).toEqual([404, "audit_day_unknown"]);
    }
  });
});

describe("a day of the audit log that was tampered with", () => {
  /** The head of the day as it was, noted down elsewhere. */
  let noted: string;
  beforeAll(async () => {
    const entry = {
      at: 1,
      actor: "operator:opk_1",
      role: "admin",
      operation: "createSeller",
      target: SELLERS,
      requestId: "r",
      change: "{}",
    };
    const hashes: Buffer[] = [];
    const statusOf = (nth: number) => 200 + (nth % 2);
    for (let nth = 1; nth <= ROWS; nth += 1)
      hashes.push(chainHash(hashes.at(-1) ?? CHAIN_START, canonicalText(YESTERDAY, nth, { ...entry, status: statusOf(nth) })));
    await sql(
      `insert into audit_log (day, nth, hash, at, actor, role, operation, target, status, request_id, change)
       select $1, nth, hash, 1, 'operator:opk_1', 'admin', 'createSeller', $3, 200 + (nth % 2), 'r', '{}'
         from unnest($2::bytea[]) with ordinality as i(hash, nth)`,
      [YESTERDAY, hashes, SELLERS],
    );
    await sql("insert into audit_days (day, rows, head) values ($1, $2, $3)", [YESTERDAY, ROWS, hashes.at(-1)]);
    await sql("create table kept_log as select * from audit_log where day = $1", [YESTERDAY]);
    await sql("create table kept_days as select * from audit_days where day = $1", [YESTERDAY]);
    noted = hashes.at(-1)!.toString("hex");
  });
  afterEach(async () => {
    await sql("delete from audit_log where day = $1", [YESTERDAY]);
    await sql("delete from audit_days where day = $1", [YESTERDAY]);
    await sql("insert into audit_log overriding system value select * from kept_log");
    await sql("insert into audit_days select * from kept_days");
  });
  const idOf = async (nth: number) => {
    const [row] = await sql("select audit_id::integer as id from audit_log where day = $1 and nth = $2", [YESTERDAY, nth]);
    return row?.["id"];
  };

  it("was whole before, and is listed with its head", async () => {
    const whole = { day: isoDay(YESTERDAY), rows: ROWS, head: noted };
    expect(await check(YESTERDAY, { head: noted })).toEqual({ ...whole, intact: true });
    const { items, links } = (await admin.get(`${DAYS}?size=1`)).json;
    expect(items).toMatchObject([{ day: isoDay(TODAY), finished: false }]);
    const next = links.find(({ rel }: { rel: string }) => rel === "next").href;
    expect((await admin.get(next)).json.items).toEqual([{ ...whole, finished: true }]);
    expect((await admin.get("/operator/v1/health")).json.audit).toMatchObject({
      day: isoDay(TODAY),
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each(["actor = 'operator:opk_2'", "status = 403", "change = null", "at = 2", "role = 'support'", "target = '/'", "request_id = 's'"])(
    "shows which row has another %s",
    async (change) => {
      await sql(`update audit_log set ${change} where day = $1 and nth = 1507`, [YESTERDAY]);
      expect(await check(YESTERDAY)).toMatchObject({ intact: false, firstBroken: { nth: 1_507, auditId: await idOf(1_507) } });
    },
  );

  it("shows where a row is missing", async () => {
    await sql("delete from audit_log where day = $1 and nth = 2001", [YESTERDAY]);
    expect((await check(YESTERDAY)).firstBroken).toEqual({ nth: 2_001 });
  });

  it("shows that two rows changed places", async () => {
    await sql("update audit_log set nth = nth + 90000 where day = $1 and nth = 10", [YESTERDAY]);
    await sql("update audit_log set nth = 10 where day = $1 and nth = 11", [YESTERDAY]);
    await sql("update audit_log set nth = 11 where day = $1 and nth = 90010", [YESTERDAY]);
    expect((await check(YESTERDAY)).firstBroken).toEqual({ nth: 10, auditId: await idOf(10) });
  });

  it("shows a row that was added behind its end", async () => {
    await sql(
      `insert into audit_log (day, nth, hash, at, actor, role, operation, target, status, request_id)
       select day, nth + 1, hash, at, actor, role, operation, target, status, request_id from audit_log where day = $1 and nth = $2`,
      [YESTERDAY, ROWS],
    );
    expect((await check(YESTERDAY)).firstBroken).toEqual({ nth: ROWS + 1, auditId: await idOf(ROWS + 1) });
  });

  it("shows that its end was cut off", async () => {
    await sql("delete from audit_log where day = $1 and nth > 2000", [YESTERDAY]);
    expect((await check(YESTERDAY)).firstBroken).toEqual({ nth: 2_001 });
    await sql("delete from audit_days where day = $1", [YESTERDAY]);
    expect((await check(YESTERDAY)).firstBroken).toEqual({ nth: 1, auditId: await idOf(1) });
  });

  it("shows, by the head that was noted elsewhere, that it was all made anew", async () => {
    await sql("delete from audit_log where day = $1 and nth > 2000", [YESTERDAY]);
    await sql("update audit_days set rows = 2000, head = (select hash from audit_log where day = $1 and nth = 2000) where day = $1", [
      YESTERDAY,
    ]);
    expect(await check(YESTERDAY)).toMatchObject({ rows: 2_000, intact: true });
    const found = await check(YESTERDAY, { head: noted });
    expect(found.intact).toBe(false);
    expect(found).not.toHaveProperty("firstBroken");
  });
});
