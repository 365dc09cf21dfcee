import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENCRYPTION_KEYS, startMarketplace, testDatabase, type TestDatabase } from "../harness.ts";
import { onDatabase, startServer } from "../reliability/server-process.ts";

const key = (id: string, seed: string) => `${id}:${Buffer.alloc(32, seed).toString("base64")}`;
const [A, B, FALSE_A] = [key("a", "one"), key("b", "two"), key("a", "three")];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Starts a process with these keys, and ends it. */
const start = async (keys: string): Promise<void> => {
  const marketplace = await startMarketplace({ database, settings: { ENCRYPTION_KEYS: keys, ROLE: "api" } });
  await marketplace.stop();
};
const known = async () => {
  const rows = await database.query<{ key_id: string }>("select key_id from encryption_keys order by nth");
  return rows.map((row) => row.key_id);
};

describe("a process and the keys of its database", () => {
  it("starts with those it has, whichever of them seals, and makes a new one known", async () => {
    await start(A);
    await start(A);
    expect(await known()).toEqual(["a"]);
    await start(`${A},${B}`);
    expect(await known()).toEqual(["a"]);
    await start(`${B},${A}`);
    expect(await known()).toEqual(["a", "b"]);
  });

  it.each([
    ["another key", key("c", "four"), "key a, key b"],
    ["one of two", A, "key b"],
    ["another key by the same id", `${FALSE_A},${B}`, "key a"],
  ])("does not start with %s, and says what is missing", async (_what, keys, missing) => {
    await expect(start(keys)).rejects.toThrow(`this database is encrypted with ${missing}, which this process does not have`);
    expect(await known()).toEqual(["a", "b"]);
  });

  it("ends as a program too, with the sentence and no stack", async () => {
    const ending = startServer({ variables: { ...onDatabase(database), ENCRYPTION_KEYS: key("c", "four") } });
    await expect(ending).rejects.toThrow(/cifrado com a chave a, a chave b, .*ENCRYPTION_KEYS/);
  });

  it("lets one of two win that bring the first key at the same moment", async () => {
    const fresh = await testDatabase();
    const settle = (keys: string) => startMarketplace({ database: fresh, settings: { ENCRYPTION_KEYS: keys, ROLE: "api" } });
    const outcomes = await Promise.allSettled([settle(A), settle(B), settle(ENCRYPTION_KEYS)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === "fulfilled") await outcome.value.stop();
    await fresh.drop();
  });
});
