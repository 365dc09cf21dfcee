import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../../src/platform/database/database.ts";
import { createCredentialCache } from "../../src/sellers/index.ts";
import { APPLICATION_ROLE, startMarketplace, type Marketplace, type Seller } from "../harness.ts";

let market: Marketplace;
let db: Database;
let sellers: readonly Seller[];
beforeAll(async () => {
  market = await startMarketplace();
  sellers = [await market.seller(), await market.seller()];
  const limits = { connections: 2, wideConnections: 1, statementTimeoutMs: 5_000, wideStatementTimeoutMs: 5_000, acquireTimeoutMs: 5_000 };
  db = openDatabase({ socket: market.database.socket, role: APPLICATION_ROLE, ...limits, onBackgroundError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await market.stop();
});

describe("a directory of credentials", () => {
  it("never takes one token for another, also where all share a number", async () => {
    const cache = createCredentialCache(db, { quotaPerMinute: 60, numberOf: () => 7 });
    const [one, other] = sellers as [Seller, Seller];
    const remembered = ({ clientId }: Seller, { accessToken }: Seller) => cache.findCached(clientId, accessToken, 1_000, "");
    const find = ({ clientId }: Seller, { accessToken }: Seller) => cache.find(clientId, accessToken, 1_000, "");

    expect((await find(one, one))?.identity.sellerId).toBe(one.sellerId);
    expect(remembered(one, one)?.identity.sellerId).toBe(one.sellerId);
    for (const [client, token] of [
      [other, other],
      [one, other],
      [other, one],
    ] as const)
      expect(remembered(client, token)).toBeUndefined();

    // The latest has the place of both; who has it no more is found again.
    expect((await find(other, other))?.identity.sellerId).toBe(other.sellerId);
    expect(remembered(one, one)).toBeUndefined();
    expect((await find(one, one))?.identity.sellerId).toBe(one.sellerId);
    expect(await find(one, other)).toBeUndefined();
  });

  it("remembers for three seconds", async () => {
    const cache = createCredentialCache(db, { quotaPerMinute: 60 });
    const { clientId, accessToken } = sellers[0]!;
    await cache.find(clientId, accessToken, 1_000, "");
    expect(cache.findCached(clientId, accessToken, 3_999, "")).toBeDefined();
    expect(cache.findCached(clientId, accessToken, 4_000, "")).toBeUndefined();
  });
});
