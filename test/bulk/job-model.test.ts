import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runJobLoops, type JobRunner, type Job } from "../../src/platform/jobs/job.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { carryOut, allResults, append, BULK, linesOf, resultsIn, type Row } from "./job.ts";
import { wares } from "../wares.ts";

/** A job against a model of it: calls in any order, rounds of work in between, and processes that die in the middle of one. */
const SEQUENCES = budget(25, 500);
const LIMIT_MS = budget(180_000, 3_600_000);
const SKUS = 6;

let bulk: Job | undefined;
/** The work is done when the test says so. */
const byHand: JobRunner = (jobs, log) => {
  bulk = jobs.find(({ name }) => name === "bulk");
  return runJobLoops([], log);
};

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace({ jobRunner: byHand });
  seller = await market.seller();
  const shop = await wares(`${market.baseUrl}/images`);
  await carryOut(
    seller,
    Array.from({ length: SKUS }, (_, i) => ({ op: "product", ...shop.visor(`M-${i}`) })),
  );
});
afterAll(() => market.stop());

interface Model {
  id: string;
  state: "waiting" | "running" | "paused" | "finished" | "canceled";
  /** Rows in the order in which they were sent. */
  sent: Row[];
  /** Rows with an effect or a refusal. */
  done: number;
  complete: boolean;
  bytes: number;
  /** Physical stock of each sku. */
  stocks: Map<string, number>;
  versions: number;
}

const isOver = ({ state }: Model) => state === "finished" || state === "canceled";
const OUTCOME = ({ sku }: Row) => (sku === "M-NADA" ? "failed" : undefined);

/** Applies the rows that a round of work carries out. */
function work(model: Model): void {
  if (model.state !== "waiting" && model.state !== "running") return;
  if (model.done === model.sent.length && !model.complete) return;
  model.state = "running";
  for (; model.done < model.sent.length; model.done += 1) {
    const { sku, available } = model.sent[model.done]! as { sku: string; available: number };
    if (sku === "M-NADA" || model.stocks.get(sku) === available) continue;
    model.stocks.set(sku, available);
    model.versions += 1;
  }
  if (model.complete) model.state = "finished";
}

type Command = (model: Model) => Promise<void>;
const statusOf = async (call: Promise<{ readonly status: number }>) => (await call).status;

const row = fc.record({
  // Half of the rows are about one product: a chunk of them has several parts.
  sku: fc.oneof(fc.constant("M-0"), fc.constantFrom("M-1", "M-2", "M-3", "M-4", "M-5", "M-NADA")),
  available: fc.integer({ min: 0, max: 9 }),
});
/** What an answer says, and what the model says of it. */
function same(said: unknown, expected: unknown): void {
  expect(said).toEqual(expected);
}

const commands: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.array(row, { minLength: 1, maxLength: 60 }), fc.boolean()).map(([rows, last]): Command => async (model) => {
      const complete = last && rows.length % 3 === 0;
      const text = linesOf(rows);
      const status = await statusOf(append(seller, model.id, text, { offset: model.bytes, complete }));
      same(status, isOver(model) || model.complete ? 422 : 200);
      if (status !== 200) return;
      model.sent.push(...rows);
      model.bytes += text.length;
      model.complete = complete;
    }),
  },
  {
    weight: 3,
    arbitrary: fc.constant<Command>(async (model) => {
      await bulk!.run();
      work(model);
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Command>(async (model) => {
      const status = await statusOf(seller.post(`${BULK}/${model.id}/pause`, {}));
      same(status, isOver(model) ? 422 : 200);
      if (!isOver(model)) model.state = "paused";
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Command>(async (model) => {
      const status = await statusOf(seller.post(`${BULK}/${model.id}/resume`, {}));
      same(status, isOver(model) ? 422 : 200);
      if (model.state === "paused") model.state = model.done > 0 ? "running" : "waiting";
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Command>(async (model) => {
      same(await statusOf(seller.request("DELETE", `${BULK}/${model.id}`)), 200);
      if (!isOver(model)) model.state = "canceled";
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Command>(async (model) => {
      // A process died with the lease, its transaction undone: the lease runs out.
      await market.database.query("update bulk_jobs set lease_until = now() - interval '1 second', fence = fence + 1 where job_id = $1", [
        model.id,
      ]);
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Command>(async (model) => {
      // A process that lost its lease in the middle of a round: both rounds run at once, and only one of them writes.
      await Promise.all([
        bulk!.run(),
        market.database.query("update bulk_jobs set lease_until = null where job_id = $1", [model.id]).then(() => bulk!.run()),
      ]);
      work(model);
    }),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 0, max: 20 }).map((after): Command => async (model) => {
      const reply = await seller.get(`${BULK}/${model.id}/results?after=${after}`);
      const until = model.state === "canceled" ? model.sent.length : model.done;
      same(
        resultsIn(reply).map((one) => one.row),
        Array.from({ length: Math.max(0, until - after) }, (_, i) => after + i + 1),
      );
    }),
  },
);

async function agrees(model: Model): Promise<void> {
  const { json } = await seller.get(`${BULK}/${model.id}`);
  expect([json.received, json.accepted + json.failed + json.unchanged, json.contentComplete]).toEqual([
    model.sent.length,
    model.done,
    model.complete,
  ]);
  if (model.state !== "waiting") expect(json.state).toBe(model.state);
  const results = await allResults(seller, model.id);
  for (const [i, { outcome }] of results.entries()) {
    if (i >= model.done) expect(outcome).toBe("canceled");
    else if (OUTCOME(model.sent[i]!) === "failed") expect(outcome).toBe("failed");
    else expect(["accepted", "unchanged"]).toContain(outcome);
  }
  const rows = await market.database.query<{ sku: string; physical: number; version: number }>(
    "select sku, physical, version from stocks where seller_id = $1 order by sku",
    [seller.sellerId],
  );
  expect(rows.map(({ sku, physical }) => [sku, physical])).toEqual([...model.stocks].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  expect(rows.reduce((sum, { version }) => sum + version, 0)).toBe(model.versions);
}

describe(`a job under ${SEQUENCES} sequences of calls, rounds and deaths`, () => {
  it(
    "is always what its model says, and every row takes effect once, in order",
    async () => {
      const stocks = new Map(Array.from({ length: SKUS }, (_, i) => [`M-${i}`, 7] as const));
      let versions = SKUS;
      let tried = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(commands, { minLength: 3, maxLength: 25 }), async (sequence) => {
          const { id } = (await seller.post(BULK, { op: "stock" })).json;
          const model: Model = { id, state: "waiting", sent: [], done: 0, complete: false, bytes: 0, stocks, versions };
          for (const command of sequence) await command(model);
          await agrees(model);
          versions = model.versions;
          tried += 1;
          await seller.request("DELETE", `${BULK}/${id}`);
        }),
        { numRuns: SEQUENCES, endOnFailure: true },
      );
      figures({ sequences: tried });
    },
    LIMIT_MS,
  );

  it("sees a pause that does not hold (planted)", async () => {
    const stocks = new Map<string, number>();
    const { id } = (await seller.post(BULK, { op: "stock" })).json;
    const model: Model = {
      id,
      state: "paused",
      sent: [{ sku: "M-0", available: 99 }],
      done: 0,
      complete: false,
      bytes: 0,
      stocks,
      versions: 0,
    };
    await append(seller, id, linesOf(model.sent), { offset: 0 });
    await seller.post(`${BULK}/${id}/pause`, {});
    await market.database.query("update bulk_jobs set state = 'running' where job_id = $1", [id]);
    await bulk!.run();
    await expect(agrees(model)).rejects.toThrow(/expected/);
    await seller.request("DELETE", `${BULK}/${id}`);
  });
});
