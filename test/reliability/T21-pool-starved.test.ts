import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figures } from "../figures.ts";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { pathOf } from "../wares.ts";

const WAIT_MS = 250;
/** What the machine may add to it. */
const GRACE_MS = 750;

let market: Marketplace;
let greedy: Seller;
let other: Seller;
beforeAll(async () => {
  market = await startMarketplace({ settings: { DATABASE_CONNECTIONS: "2", DATABASE_WAIT_MS: String(WAIT_MS), ROLE: "api" } });
  const worker = await startMarketplace({ database: market.database, clock: market.clock });
  greedy = await market.seller();
  other = await market.seller();
  await onSale(worker, greedy, { VISEIRA: 10 });
  await onSale(worker, other, { VISEIRA: 10 });
  await worker.stop();
});
afterAll(() => market.stop());

async function timed<T>(work: Promise<T>): Promise<readonly [result: T, ms: number]> {
  const from = performance.now();
  return [await work, performance.now() - from];
}

describe("T21: one caller has every connection", () => {
  it("the others hear 503 within the wait, the process stays alive, and nothing remains of it", async () => {
    const product = pathOf("VISEIRA");
    expect((await other.get(product)).status).toBe(200);
    await market.database.query("begin");
    await market.database.query("select from stocks where seller_id = $1 for update", [greedy.sellerId]);
    await market.database.query("select from prices where seller_id = $1 for update", [greedy.sellerId]);
    const stuck = [
      greedy.put(pathOf("VISEIRA", "stocks"), { available: 12 }),
      greedy.put(pathOf("VISEIRA", "prices"), { listPrice: 20, salePrice: 10 }),
    ];
    await eventually("both to wait with a connection each, beyond what is tried at first", async () => {
      const [row] = await market.database.query<{ stuck: number }>(
        "select count(*)::integer as stuck from pg_locks where not granted and waitstart < clock_timestamp() - interval '150 ms'",
      );
      return row!.stuck === stuck.length;
    });
    const [refused, ms] = await timed(other.get(product));
    const [alive, aliveMs] = await timed(market.request("GET", "/livez"));
    figures({ "the wait, ms": WAIT_MS, "refused after, ms": ms, "alive after, ms": aliveMs });
    expect([refused.status, refused.json.details[0].code]).toEqual([503, "database_unavailable"]);
    expect(refused.headers.get("retry-after")).toMatch(/^[1-5]$/);
    expect(ms).toBeGreaterThan(WAIT_MS / 2);
    expect(ms).toBeLessThan(WAIT_MS + GRACE_MS);
    expect([alive.status, aliveMs < GRACE_MS]).toEqual([200, true]);
    await market.database.query("commit");
    await Promise.all(stuck);
    expect((await other.get(product)).status).toBe(200);
  });
});
