import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAdminConnection } from "../../src/platform/database/admin-connection.ts";
import { createHostSelector } from "../../src/platform/database/hosts.ts";
import { openPool } from "../../src/platform/database/pool.ts";
import { type Proxy, startProxy } from "../failover/proxy.ts";
import { testDatabase, type TestDatabase } from "../harness.ts";

describe("connections that close while nobody closes them at the other end", () => {
  let database: TestDatabase;
  let proxy: Proxy;
  beforeAll(async () => {
    database = await testDatabase();
    proxy = await startProxy({ path: `${database.socket.host}/.s.PGSQL.${database.socket.port}` });
  });
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await database.drop();
  });

  it.each([
    ["idle", false],
    ["returned only after the pool began to end", true],
  ])("a pool has closed within seconds, its client %s", { timeout: 15_000 }, async (_title, isBorrowed) => {
    const { user, database: name } = database.socket;
    const pool = openPool({
      hosts: createHostSelector([{ host: "127.0.0.1", port: proxy.port, user, database: name }]),
      max: 2,
      statementTimeoutMs: 1_000,
      acquireTimeoutMs: 5_000,
      parameters: [],
      onBackgroundError: () => undefined,
    });
    const client = await pool.acquire();
    proxy.hushEnds();
    if (!isBorrowed) client.release();
    const closed = pool.close();
    if (isBorrowed) {
      await new Promise((later) => setTimeout(later, 100));
      client.release();
    }
    await closed;
    expect(pool.counts()).toMatchObject({ open: 0 });
  });

  it("an administrative one has closed within seconds", { timeout: 15_000 }, async () => {
    const { user, database: name } = database.socket;
    proxy.pointAt({ path: `${database.socket.host}/.s.PGSQL.${database.socket.port}` });
    const connection = await openAdminConnection({ connectionString: `postgres://${user}@127.0.0.1:${proxy.port}/${name}` });
    proxy.hushEnds();
    await expect(connection.close()).resolves.toBeUndefined();
  });
});
