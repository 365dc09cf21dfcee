import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, DatabaseConflict, DatabaseUnavailable, openDatabase, statement } from "../../src/platform/database/database.ts";
import { isConnectionLost, translateError, TRANSIENT_ERRORS, findTransientError } from "../../src/platform/database/failures.ts";
import { APPLICATION_ROLE, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { errorOf, type Example, SERVER_NAMES, SERVER_STATES, WAY_STATES } from "./passing-examples.ts";

const SKU = "PASSA";
const act = statement<{ pid: number }>("test.act", "select fail_once($1::text) as pid");
const backend = statement<{ pid: number }>("test.backend", "select pg_backend_pid() as pid");

let market: Marketplace;
let seller: Seller;
let db: Database;
beforeAll(async () => {
  market = await startMarketplace({ settings: { LOG_LEVEL: "silent" } });
  seller = await market.seller();
  await publish(seller, (await wares(`${market.baseUrl}/images`)).visor(SKU));
  // An error is told once for each that is planted: numbers of a sequence are not taken back with a transaction.
  await market.database.query(`
    create table planted (place text primary key, code text not null, message text not null);
    create sequence told;
    create function fail_once(at text) returns integer language plpgsql security definer as $$
    declare found planted%rowtype;
    begin
      select * into found from planted p where p.place = at;
      if found.code is not null and nextval('told') = 1 then raise exception using errcode = found.code, message = found.message; end if;
      return pg_backend_pid();
    end $$;
    create function fail_stock() returns trigger language plpgsql as $$ begin perform fail_once('stock'); return new; end $$;
    create trigger fails before update on stocks for each row execute function fail_stock()`);
  db = openDatabase({
    socket: market.database.socket,
    role: APPLICATION_ROLE,
    connections: 1,
    wideConnections: 1,
    statementTimeoutMs: 5_000,
    wideStatementTimeoutMs: 5_000,
    acquireTimeoutMs: 2_000,
    onBackgroundError: () => undefined,
  });
});
afterAll(async () => {
  await db.close();
  await market.stop();
});

/** The next time PostgreSQL comes by this place it says so. */
async function plantAt(place: "stock" | "call", { code, message }: Example): Promise<void> {
  await market.database.query("alter sequence told restart");
  await market.database.query(
    "insert into planted values ($1, $2, $3) on conflict (place) do update set code = excluded.code, message = excluded.message",
    [place, code, message],
  );
}

let available = 100;
/** Another stock each time, so that there is something to write. */
const put = () => seller.put(pathOf(SKU, "stocks"), { available: (available += 1) });

const runs = {
  "a statement alone": () => db.run([1], act, ["call"]),
  "a statement in line": () => db.pipelined({ maxStatements: 2, slowMs: 1_000 }).run([1], act, ["call"]),
  "a transaction": () => db.transaction([1], (transaction) => transaction.run(act, ["call"])),
};

describe("states of a database that pass (reliability T05)", () => {
  it("are a table, each row with its errors here", () => {
    expect(SERVER_STATES.filter(({ examples }) => examples.length === 0)).toEqual([]);
    expect(SERVER_STATES).toHaveLength(SERVER_NAMES.length);
    expect(SERVER_STATES.length + WAY_STATES.length).toBe(TRANSIENT_ERRORS.length);
  });

  describe.each(SERVER_STATES)("$name", ({ state: { outcome, connection }, examples }) => {
    it("is no 500: the call is repeated here, or may be by its caller", async () => {
      for (const example of examples) {
        await plantAt("stock", example);
        const first = await put();
        // Whoever was blocked in line waits once more by itself.
        const isRepeated = outcome === "conflict" || example.code === "55P03";
        expect(first.status, first.text).toBe(isRepeated ? 202 : 503);
        if (!isRepeated) {
          expect(first.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
          expect(first.json.details[0].code).toBe("database_unavailable");
        }
        expect((await put()).status).toBe(202);
      }
    });

    it.each(Object.entries(runs))(`leaves the connection ${connection}: %s`, async (_, run) => {
      for (const example of examples) {
        await plantAt("call", example);
        const [before] = await db.run([1], backend, []);
        const refused: unknown = await run().then(
          () => undefined,
          (error: unknown) => error,
        );
        if (outcome === "conflict") expect(refused).toBeUndefined();
        else expect(refused).toBeInstanceOf(DatabaseUnavailable);
        const [after] = await db.run([1], backend, []);
        expect(after!.pid === before!.pid, `${example.code} ${example.message}`).toBe(connection === "kept");
      }
    });
  });

  describe.each(WAY_STATES)("$name", ({ state: { outcome, connection }, examples }) => {
    it("is told as such", () => {
      for (const error of examples.map(errorOf)) {
        expect(translateError(error, "test")).toBeInstanceOf(outcome === "conflict" ? DatabaseConflict : DatabaseUnavailable);
        expect(isConnectionLost(error)).toBe(connection === "lost");
      }
    });
  });

  it.each([...SERVER_STATES, ...WAY_STATES])("would be a defect of ours without its row: $name (planted)", ({ state, examples }) => {
    const others = TRANSIENT_ERRORS.filter((one) => one !== state);
    for (const error of examples.map(errorOf)) {
      expect(findTransientError(TRANSIENT_ERRORS, error)).toBe(state);
      expect(findTransientError(others, error)).toBeUndefined();
    }
  });

  it.each([
    ["22012", "division by zero"],
    ["42P01", 'relation "stock" does not exist'],
    ["0A000", "cannot change name of input parameter"],
    ["55000", "currval of sequence is not yet defined in this session"],
    ["XX000", "cache lookup failed"],
  ])("what is none of them is a defect of ours: %s", async (code, message) => {
    await plantAt("stock", { code, message });
    const failed = await put();
    expect([failed.status, failed.json.details[0].code]).toEqual([500, "unexpected"]);
    expect(findTransientError(TRANSIENT_ERRORS, errorOf({ code, message }))).toBeUndefined();
  });
});
