import { statement } from "../../src/platform/database/database.ts";
import type { SubjectRow } from "./crash-subjects.ts";
import type { World } from "./crash-world.ts";

const setStock = statement(
  "planted.set_stock",
  `insert into stocks (seller_id, sku, physical, updated_at) values ($1, 'A', 5, 0) on conflict (seller_id, sku) do nothing`,
);
const noteStock = statement(
  "planted.note_stock",
  `insert into stock_ledger (seller_id, sku, version, at, cause, actor, request_id, physical_delta, reserved_delta, physical, reserved)
   values ($1, 'A', 1, 0, 'planted', '', '', 5, 0, 5, 0) on conflict do nothing`,
);
const countOn = statement("planted.count_on", "update seller_counters set events = events + 1 where seller_id = $1");

type Writes = (db: World["marketplace"]["app"]["db"], sellerId: number) => Promise<unknown>;

/** A write with a bug; `told` says what its caller hears when it fails. */
const planted = (name: string, writes: Writes, told: boolean): SubjectRow => ({
  name,
  again: "changes nothing",
  async prepare(world) {
    const { sellerId } = await world.newSeller();
    return {
      act: () =>
        writes(world.marketplace.app.db, sellerId).then(
          () => true,
          () => told,
        ),
      state: () => world.stateOf(sellerId),
    };
  },
});

/** Bugs that the enumeration must see, and what it must say of them. */
export const PLANTED: readonly (readonly [name: string, row: SubjectRow, seen: RegExp])[] = [
  [
    "a ledger written in a transaction of its own",
    planted(
      "stock, then ledger",
      async (db, sellerId) => {
        await db.run([sellerId], setStock, [sellerId]);
        await db.run([sellerId], noteStock, [sellerId]);
      },
      false,
    ),
    /stock, then ledger, dead before call \d+: half done: .*stock_ledger/,
  ],
  [
    "a repetition that counts twice",
    planted("counting", (db, sellerId) => db.run([sellerId], countOn, [sellerId]), false),
    /counting, done again, should be one that changes nothing/,
  ],
  [
    "a failure that is told as a success",
    planted("stock, whatever happens", (db, sellerId) => db.run([sellerId], setStock, [sellerId]), true),
    /stock, whatever happens, dead before call 1: acknowledged and not done/,
  ],
];
