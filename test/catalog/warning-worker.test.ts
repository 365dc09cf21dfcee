import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWarningWorker } from "../../src/catalog/affected-products/warning-worker.ts";
import { appendEvents } from "../../src/events/index.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { publish, wares, type Wares } from "../wares.ts";

const BRANDS = "/operator/v1/reference/brands";

let market: Marketplace;
let seller: Seller;
let catalog: Client;
let shop: Wares;
// Nothing runs by itself: the tests are the worker.
beforeEach(async () => {
  market = await startMarketplace({ jobRunner: () => ({ stop: async () => undefined }) });
  seller = await market.seller();
  catalog = await market.operator("catalog");
  shop = await wares(`${market.baseUrl}/images`);
});
afterEach(() => market.stop());

const workerOn = (db: Database) =>
  createWarningWorker({ db, clock: market.clock, appendEvents, applyDue: async () => false, onLate: () => undefined });

/** Announces that the brand of a number will be removed; the answer is the change. */
async function announce(nth: number): Promise<number> {
  const { items } = (await catalog.get(BRANDS)).json as { items: { code: number; name: string }[] };
  const { code } = items.find(({ name }) => name === shop.brand(nth))!;
  const { json } = await catalog.request("DELETE", `${BRANDS}/${code}?effectiveAt=2027-01-01`);
  return json.changes[0].changeId as number;
}
const eventsOf = async (who: Client): Promise<readonly string[]> => {
  const { status, json } = await who.get("/api/v1/events?limit=500");
  const items = (status === 204 ? [] : json.items) as { name: string; cause: string; parameters: { changeId?: string } }[];
  return items.filter(({ name }) => name === "reference.change").map(({ cause, parameters }) => `${parameters.changeId} ${cause}`);
};
const left = async (changeId: number): Promise<number> => {
  const [row] = await market.database.query<{ rows: number }>(
    `select ((select count(*) from reference_affected where change_id = $1)
           + (select count(*) from reference_affected_totals where change_id = $1))::integer as rows`,
    [changeId],
  );
  return row!.rows;
};

/** The database, whose answers to one statement wait for `held`. `isFenced` false = a worker that does not notice that its lease is lost. */
function holding(db: Database, statementName: string, { held, isFenced = true }: { held: Promise<void>; isFenced?: boolean }): Database {
  const FENCED = ["affected.save_progress", "affected.end_count", "affected.renew_lease"];
  const unfenced = (name: string, values: readonly unknown[], rows: object[]) =>
    !isFenced && FENCED.includes(name) && rows.length === 0 ? [{ change_id: values[0] }] : rows;
  const wrap = (part: Pick<Database, "run" | "transaction">): Pick<Database, "run" | "transaction"> => ({
    async run(scope, query, values) {
      const rows = await part.run(scope, query, values);
      if (query.name === statementName) await held;
      return unfenced(query.name, values, rows) as typeof rows;
    },
    transaction: (scope, work) =>
      part.transaction(scope, (transaction) =>
        work({
          ...transaction,
          run: async (query, values) => {
            const rows = await transaction.run(query, values);
            return unfenced(query.name, values, rows) as typeof rows;
          },
        }),
      ),
  });
  return { ...db, ...wrap(db), wide: wrap(db.wide) };
}

describe("workers that warn of changes", () => {
  it("share the changes among themselves: each is counted and told once", async () => {
    const ids: number[] = [];
    for (const nth of [0, 1, 2, 3]) {
      await publish(seller, shop.visor(`VISEIRA-${nth}`, { brand: shop.brand(nth) }));
      ids.push(await announce(nth));
    }
    const workers = [workerOn(market.app.db), workerOn(market.app.db)];
    const untilIdle = async (work: () => Promise<number>) => {
      while ((await work()) > 0);
    };
    await Promise.all(workers.map(untilIdle));
    expect((await eventsOf(seller)).toSorted()).toEqual(ids.map((id) => `${id} announced`).toSorted());
    for (const id of ids) expect((await seller.get(`/api/v1/reference/changes/${id}/affected`)).json.total).toBe(1);
  });

  it("go on where the count has got to, and delete what only an earlier count found", async () => {
    const next = await market.seller();
    for (const who of [seller, next]) await publish(who, shop.visor("VISEIRA", { brand: shop.brand(0) }));
    const id = await announce(0);
    const { query } = market.database;
    // Its process died after the first seller; an earlier count found something that is gone by now.
    await query("update reference_warnings set run = 2, counted_seller = $2, counted_to = 0 where change_id = $1", [id, next.sellerId]);
    for (const [sku, run] of [
      ["VISEIRA", 2],
      ["ANTIGA", 1],
    ] as const) {
      await query(
        `insert into reference_affected (seller_id, change_id, sku, pointer, critique, received, product_group, run)
         values ($1, $2, $3, '/brand', 'brand_unknown', '"X"', $3, $4)`,
        [seller.sellerId, id, sku, run],
      );
    }
    await query("insert into reference_affected_totals (seller_id, change_id) values ($1, $2)", [seller.sellerId, id]);
    expect(await workerOn(market.app.db)()).toBe(1);
    const totals = await query<{ seller_id: number; skus: number }>(
      "select seller_id::integer, skus from reference_affected_totals where change_id = $1 order by seller_id",
      [id],
    );
    expect(totals).toEqual([
      { seller_id: seller.sellerId, skus: 1 },
      { seller_id: next.sellerId, skus: 1 },
    ]);
    for (const who of [seller, next]) expect(await eventsOf(who)).toEqual([`${id} announced`]);
  });

  /** A change that is withdrawn while a worker judges its products, and what is left of it afterwards. */
  async function withdrawnMeanwhile(isFenced: boolean): Promise<{ readonly rows: number; readonly events: readonly string[] }> {
    await publish(seller, shop.visor("VISEIRA", { brand: shop.brand(0) }));
    const id = await announce(0);
    const gate = Promise.withResolvers<void>();
    const slow = workerOn(holding(market.app.db, "affected.list_candidates", { held: gate.promise, isFenced }))();
    const isLeased = async () =>
      (await market.database.query("select from reference_warnings where change_id = $1 and counted_seller is not null", [id])).length > 0;
    while (!(await isLeased())) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await catalog.request("DELETE", `/operator/v1/reference/changes/${id}`)).status).toBe(200);
    expect(await workerOn(market.app.db)()).toBe(1);
    gate.resolve();
    await slow;
    return { rows: await left(id), events: await eventsOf(seller) };
  }

  it("leave nothing behind of a change that is withdrawn while it is counted", async () => {
    expect(await withdrawnMeanwhile(true)).toEqual({ rows: 0, events: [] });
  });

  it("would, without the fence of their leases (planted)", async () => {
    expect((await withdrawnMeanwhile(false)).rows).toBeGreaterThan(0);
  });
});
