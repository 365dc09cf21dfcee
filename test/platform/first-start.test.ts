import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAdminConnection } from "../../src/platform/database/database.ts";
import { claimEnvironment } from "../../src/platform/database/migrations/queries.ts";
import { testDatabase, type TestDatabase } from "../harness.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Long enough for a statement to be waiting for the other's transaction. */
const WAITING_MS = 200;

describe("the first start of two processes on one database", () => {
  it("tells both which environment it belongs to: the one of who came first", async () => {
    const [first, second] = await Promise.all([openAdminConnection(database), openAdminConnection(database)]);
    const claimed = Promise.withResolvers<void>();
    const one = first.transaction(async (transaction) => {
      const rows = await transaction.run(claimEnvironment, ["sandbox"]);
      claimed.resolve();
      await sleep(WAITING_MS);
      return rows;
    });
    await claimed.promise;
    const other = second.transaction((transaction) => transaction.run(claimEnvironment, ["production"]));
    expect(await Promise.all([one, other])).toEqual([[{ environment: "sandbox" }], [{ environment: "sandbox" }]]);
    await Promise.all([first.close(), second.close()]);
  });
});
