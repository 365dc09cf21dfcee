import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget, SEED } from "../budget.ts";
import { figures } from "../figures.ts";
import { agree } from "./model/agreement.ts";
import { COMMANDS } from "./model/commands.ts";
import { openStage, type Stage } from "./model/world.ts";

const SEQUENCES = Number(process.env.SEQUENCES ?? budget(10, 10_000));
const MOST_COMMANDS = 60;
const LIMIT_MS = budget(120_000, 8 * 3_600_000);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Everything that happens to orders; in so many sequences all of it does. */
const CAUSES = "approve cancel checkIn deliver exchange expire freeze invoice purchase purchasePaid refuse release ship";
const ALL_HAPPENS = 1_000;
/** How often each thing happened to an order, in all sequences played. */
const happened = new Map<string, number>();

/** Plays so many sequences, and throws the first that did not agree with the model, or the shortest like it. */
const play = (sequences: number, shortest = true): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.commands([...COMMANDS], { maxCommands: MOST_COMMANDS, size: "max" }), async (commands) => {
      const { model, real } = await stage.begin();
      await fc.asyncModelRun(() => ({ model, real }), commands);
      await agree(model, real);
      for (const cause of model.orders.flatMap(({ causes }) => causes)) happened.set(cause, (happened.get(cause) ?? 0) + 1);
    }),
    { numRuns: sequences, seed: SEED, endOnFailure: !shortest },
  );

describe(`T15: any sequence of at most ${MOST_COMMANDS} calls, seed ${SEED}`, () => {
  it(
    `does what the model does, ${SEQUENCES} times`,
    async () => {
      const began = performance.now();
      await play(SEQUENCES);
      figures({ seed: SEED, sequences: SEQUENCES, "sequences/s": SEQUENCES / ((performance.now() - began) / 1_000) });
      figures(Object.fromEntries([...happened].map(([cause, times]) => [`orders that saw ${cause}`, times])));
      const all = [...happened.keys()].toSorted().join(" ");
      expect(SEQUENCES < ALL_HAPPENS || all === CAUSES, all).toBe(true);
    },
    LIMIT_MS,
  );

  // Bugs planted beneath the server, where what it writes goes astray.
  it.each([
    ["keeps the reservation of what is canceled", "new.status = 'canceled' and old.status = 'approved'", "reserved = reserved + 1"],
    ["keeps the reservation of what is refused", "new.status = 'canceled' and old.status = 'Frozen'", "reserved = reserved + 1"],
    [
      "takes a unit too many when it invoices",
      "new.status = 'Invoiced' and old.status = 'approved'",
      "physical = greatest(physical - 1, 0)",
    ],
  ])(
    "sees a marketplace that %s (planted)",
    async (_what, when, leak) => {
      const { query } = stage.marketplace.database;
      await query(`create function leak() returns trigger language plpgsql as $$
        begin
          update stocks set ${leak} where (seller_id, sku) in (select new.seller_id, i ->> 'sku' from json_array_elements(new.items::json) i);
          return new;
        end $$`);
      await query(
        `create constraint trigger leak after update on shippings deferrable initially deferred for each row when (${when}) execute function leak()`,
      );
      try {
        await expect(play(PLANTED_SEQUENCES, false)).rejects.toThrow(/Property failed/);
      } finally {
        await query("drop trigger leak on shippings; drop function leak()");
      }
    },
    LIMIT_MS,
  );
});

/** Enough for each of them to be met. */
const PLANTED_SEQUENCES = 300;
