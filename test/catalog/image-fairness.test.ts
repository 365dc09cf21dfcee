import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, eventually, type Marketplace } from "../harness.ts";
import { statusOf } from "../journeys/watching.ts";
import { localServer, type LocalServer } from "../local-server.ts";
import { publish, wares, type Wares } from "../wares.ts";

const CONCURRENCY = 16;
/** What one seller may have of the fetches. */
const SHARE = CONCURRENCY / 4;
/** More than any worker looks at together. */
const BACKLOG = 3_000;

describe("a seller whose image host never answers", () => {
  let marketplace: Marketplace;
  let host: LocalServer;
  let shop: Wares;

  beforeAll(async () => {
    host = await localServer(() => undefined);
    marketplace = await startMarketplace({
      settings: { OUTBOUND_HOSTS_ALLOWED: host.authority, IMAGE_CONCURRENCY: String(CONCURRENCY) },
    });
    shop = await wares(`${marketplace.baseUrl}/images`);
  });
  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    await marketplace.stop();
  });

  it("occupies no more than its share, and nobody else waits for it", async () => {
    const slow = await marketplace.seller();
    await marketplace.database.query(
      `insert into image_checks (seller_id, product_group, url, due_at)
       select $1, 'LENTO-' || n, $2 || n, 0 from generate_series(1, $3::integer) n`,
      [slow.sellerId, `http://${host.authority}/`, BACKLOG],
    );
    await eventually("the slow host to be asked", () => Promise.resolve(host.requests.length === SHARE));

    const others = await Promise.all([marketplace.seller(), marketplace.seller()]);
    for (const other of others) for (const sku of ["VISEIRA-A", "VISEIRA-B", "VISEIRA-C"]) await publish(other, shop.visor(sku));
    for (const other of others) {
      for (const sku of ["VISEIRA-A", "VISEIRA-B", "VISEIRA-C"]) {
        await eventually(`${sku} to be judged`, async () => (await statusOf(other, sku)).status === "Em catalogação", 4_000);
      }
    }
    const [held] = await marketplace.database.query<{ count: number }>(
      "select count(*)::integer as count from image_checks where seller_id = $1 and lease_until is not null",
      [slow.sellerId],
    );
    expect(held!.count).toBe(SHARE);
    expect(host.requests.length).toBe(SHARE);
  });
});
