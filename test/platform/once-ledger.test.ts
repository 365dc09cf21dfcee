import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../../src/platform/contract/answer.ts";
import { statement, type Database } from "../../src/platform/database/database.ts";
import { Refusal } from "../../src/platform/contract/errors.ts";
import { createKeyRing } from "../../src/platform/crypto/key-ring.ts";
import { openIdempotencyStore } from "../../src/platform/idempotency/store.ts";
import { scopeWithKey } from "../../src/platform/idempotency/record-answer.ts";
import type { IdempotencyStore, IdempotencyKey, KeyedCall } from "../../src/platform/idempotency/keyed-call.ts";
import { openAnswer, sealAnswer, storableAnswer } from "../../src/platform/idempotency/sealed-answer.ts";
import { parseKeys } from "../../src/platform/crypto/open-key-ring.ts";
import { ENCRYPTION_KEYS, startMarketplace, type Marketplace } from "../harness.ts";

const DAY_MS = 86_400_000;
/** Tomorrow's first instant: its partition is there. */
const MIDNIGHT = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
const LIMIT_BYTES = 100_000;
const keys = createKeyRing(parseKeys(ENCRYPTION_KEYS)!);

const callOf = (key: string, more: Partial<KeyedCall> = {}): KeyedCall => ({
  key,
  owner: "app",
  sellerId: 1001,
  operationId: "op",
  target: "/x",
  body: Buffer.from("{}"),
  lang: "en",
  requestId: "r",
  ...more,
});
const replayed = (answer: Answer | Refusal) => (answer instanceof Refusal ? undefined : answer.headers?.["idempotent-replayed"] === "true");

describe("the ledger of answers", () => {
  let market: Marketplace;
  let db: Database;
  beforeAll(async () => {
    market = await startMarketplace();
    ({ db } = market.app);
  });
  afterAll(() => market.stop());
  /** As another process has it, whose clock says so. */
  const processAt = (nowMs: number): IdempotencyStore =>
    openIdempotencyStore({ db, keys, settings: { idempotencyAnswerLimitBytes: LIMIT_BYTES }, now: () => nowMs });

  /** Two processes that have looked and found nothing; the first is done before the second goes on. */
  async function race(
    one: IdempotencyStore,
    other: IdempotencyStore,
    call: KeyedCall,
    note?: (once: IdempotencyKey, answer: Answer) => Promise<void>,
  ) {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const second = other.answer(call, async (once) => {
      begun.resolve();
      await gate.promise;
      const answer: Answer = { status: 200, body: "second" };
      await note?.(once, answer);
      return answer;
    });
    await begun.promise;
    const first = await one.answer(call, () => Promise.resolve({ status: 200, body: "first" }));
    gate.resolve();
    return [first, await second] as const;
  }

  it("answers the slower of two processes what the quicker one noted", async () => {
    const [first, second] = await race(processAt(MIDNIGHT), processAt(MIDNIGHT), callOf("race"));
    expect([replayed(first), second]).toMatchObject([false, { status: 200, text: '"first"', headers: { "idempotent-replayed": "true" } }]);
  });

  it("undoes the transaction of the slower one", async () => {
    const effect = statement<never>("test.effect", "update sellers set name = 'second' where seller_id = $1");
    const seller = await market.seller({ name: "first" });
    const call = callOf("undone", { sellerId: seller.sellerId });
    const [, second] = await race(processAt(MIDNIGHT), processAt(MIDNIGHT), call, async (once, answer) => {
      await db.transaction(scopeWithKey([seller.sellerId], once), async (transaction) => {
        await transaction.run(effect, [seller.sellerId]);
        await once.record(transaction, answer);
      });
    });
    expect(second).toMatchObject({ text: '"first"' });
    const rows = await market.database.query("select name from sellers where seller_id = $1", [seller.sellerId]);
    expect(rows).toEqual([{ name: "first" }]);
  });

  it.each([
    ["behind", -31_000],
    ["ahead", 31_000],
  ])("takes a key on both days around midnight, for whom midnight is %s", async (name, awayMs) => {
    const [, second] = await race(
      processAt(MIDNIGHT + 30_000),
      processAt(MIDNIGHT + 30_000 + awayMs),
      callOf(`midnight ${name}`.replace(" ", "-")),
    );
    expect(second).toMatchObject({ text: '"first"' });
  });

  it("lets a key go after a day, and not before", async () => {
    const call = callOf("old");
    await processAt(MIDNIGHT - DAY_MS + 5 * 3_600_000).answer(call, () => Promise.resolve({ status: 200, body: 1 }));
    const later = (hours: number) =>
      processAt(MIDNIGHT - DAY_MS + (5 + hours) * 3_600_000).answer(call, () => Promise.resolve({ status: 200, body: 2 }));
    expect(replayed(await later(23.9))).toBe(true);
    expect(await later(24.1)).toMatchObject({ body: 2 });
  });

  it("keeps no failure of ours, and forgets a call that threw", async () => {
    const ledger = processAt(MIDNIGHT);
    await expect(ledger.answer(callOf("thrown"), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await ledger.answer(callOf("thrown"), () => Promise.resolve({ status: 503, body: "busy" }))).toMatchObject({ status: 503 });
    expect(replayed(await ledger.answer(callOf("thrown"), () => Promise.resolve({ status: 201, body: "made" })))).toBe(false);
  });

  it("tells keys of other applications, operations and sellers apart", async () => {
    const ledger = processAt(MIDNIGHT);
    const apart = [{}, { owner: "app2" }, { operationId: "op2" }, { sellerId: 1002 }, { sellerId: 0 }];
    for (const more of apart) {
      const answer = await ledger.answer(callOf("apart", more), () => Promise.resolve({ status: 200, body: more }));
      expect(answer).toMatchObject({ body: more });
    }
  });
});

describe("an answer that is kept", () => {
  const told = { lang: "en", requestId: "r" } as const;
  const again = async (answer: Answer) => {
    const sent = storableAnswer(answer, told)!;
    return openAnswer(keys, ["x"], sent.status, await sealAnswer(keys, ["x"], sent, LIMIT_BYTES));
  };

  it.each([
    ["short", 10, true],
    ["deflated", 40_000, true],
    ["too long", LIMIT_BYTES, false],
  ])("is the same again when it is %s, or says that it is left out", async (_name, length, whole) => {
    const body = { name: "é".repeat(length) };
    const headers = { location: "/there", etag: '"1"', "cache-control": "no-store" };
    const { status, headers: kept, text, body: instead } = await again({ status: 201, headers, body });
    expect([status, kept]).toEqual([201, { location: "/there", etag: '"1"', "idempotent-replayed": "true" }]);
    if (whole) expect(text).toBe(JSON.stringify(body));
    else expect(instead).toEqual({ answerOmitted: true, links: [{ rel: "self", href: "/there" }] });
  });

  it("may have no body", async () => {
    expect(await again({ status: 204 })).toEqual({ status: 204, headers: { "idempotent-replayed": "true" } });
  });

  it.each([408, 413, 415, 429, 500, 503])("is none with status %i", (status) => {
    expect(storableAnswer({ status, body: 1 }, told)).toBeUndefined();
  });
});
