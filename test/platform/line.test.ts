import { setImmediate, setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createStatementBatcher } from "../../src/platform/database/batching/statement-batcher.ts";
import {
  LockTimeout,
  DatabaseUnavailable,
  openDatabase,
  statement,
  type Database,
  type DatabaseSettings,
} from "../../src/platform/database/database.ts";
import { APPLICATION_ROLE, eventually, testDatabase, type TestDatabase } from "../harness.ts";

interface Noted {
  readonly text: string;
  readonly pid: number;
  /** Of the database's clock, which is this machine's; epoch ms. */
  readonly at: number;
}
const note = statement<Noted>(
  "test.note",
  `insert into noted (seller_id, text, slept) select $1, $2, pg_sleep($3::double precision)::text
   returning text, pg_backend_pid() as pid, (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
);
const noteAll = statement<{ ord: number; pid: number }>(
  "test.note_all",
  `with noting as (
     insert into noted (seller_id, text, slept)
     select i.seller_id, i.text, case i.text when 'slow' then pg_sleep(2)::text end from unnest($1::bigint[], $2::text[]) as i(seller_id, text)
   )
   select i.ord::integer as ord, pg_backend_pid() as pid from unnest($2::text[]) with ordinality as i(text, ord)`,
);
const fail = statement<{ n: number }>("test.fail", "select fail($1) as n");
const end = statement<{ ended: boolean }>("test.end", "select end_session() as ended");
const one = statement<{ n: number }>("test.one", "select 1 as n");

const SELLER = 1;
const SLEEP_SECONDS = 0.1;
const BUSY_MS = 1_000;
const CONNECTIONS = 2;
const MOST = 3;
/** Twice as long as a lock is waited for, and some more: half of it may pass before it is a call's turn. */
const TOLD_MS = 5_000;

let database: TestDatabase;
let db: Database;
let line: Pick<Database, "run">;
beforeAll(async () => {
  database = await testDatabase();
  await database.query(
    `create table noted (place integer generated always as identity, seller_id bigint, text text, slept text);
     grant select, insert on noted to ${APPLICATION_ROLE};
     alter table noted enable row level security;
     create policy own on noted using (seller_id::text = any (current_setting('vitrine.sellers')::text[]));
     create function fail(code text) returns integer language plpgsql as $$ begin raise exception using errcode = code, message = 'planted'; end $$;
     create table held (seller_id bigint, text text primary key, n integer not null default 0);
     insert into held select ${SELLER}, i::text from generate_series(1000, 1199) i;
     grant select, update on held to ${APPLICATION_ROLE};
     create function end_session() returns boolean language sql security definer as $$ select pg_terminate_backend(pg_backend_pid()) $$`,
  );
});
afterAll(() => database.drop());
const settingsOf = ({ socket }: TestDatabase): DatabaseSettings => ({
  socket,
  role: APPLICATION_ROLE,
  connections: CONNECTIONS,
  wideConnections: 1,
  statementTimeoutMs: 5_000,
  wideStatementTimeoutMs: 5_000,
  acquireTimeoutMs: 1_000,
  waitMs: 500,
  onBackgroundError: () => undefined,
});
beforeEach(async () => {
  await database.query("truncate noted");
  await database.query("update held set n = 0");
  db = openDatabase(settingsOf(database));
  line = db.pipelined({ maxStatements: MOST, slowMs: 10_000 });
});
afterEach(() => db.close());

const noting = async (text: string, sleepSeconds = 0, sellerId = SELLER): Promise<Noted> => {
  const [row] = await line.run([sellerId], note, [sellerId, text, sleepSeconds]);
  return row!;
};
const noted = async () => (await database.query<{ text: string }>("select text from noted order by place")).map(({ text }) => text);
const failing = (code: string) => line.run([SELLER], fail, [code]).catch((error: unknown) => error);

describe("statements in line", () => {
  it("go through one connection, in the order they came", async () => {
    const rows = await Promise.all(["a", "b", "c"].map((text, i) => noting(text, i === 0 ? SLEEP_SECONDS : 0)));
    expect(new Set(rows.map(({ pid }) => pid)).size).toBe(1);
    expect(await noted()).toEqual(["a", "b", "c"]);
    expect(db.counts()).toMatchObject({ open: 1, idle: 1 });
  });

  it("are sent without waiting for the answers to those before", async () => {
    await noting("prepared");
    const both = [noting("a", SLEEP_SECONDS), noting("b")] as const;
    await setImmediate();
    // Nobody here can hear the first answer, nor send anything, until the process is free again.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
    const freeAt = Date.now();
    expect((await both[1]).at).toBeLessThan(freeAt);
    await both[0];
  });

  it("are so many at most; the next one has another connection", async () => {
    const rows = await Promise.all(["a", "b", "c", "d"].map((text) => noting(text, SLEEP_SECONDS)));
    const [first, second, third, fourth] = rows.map(({ pid }) => pid);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  it("go behind no statement that is slow", async () => {
    line = db.pipelined({ maxStatements: MOST, slowMs: 20 });
    const first = await noting("first");
    const slow = noting("slow", 0.5);
    const behind = noting("behind");
    await setTimeout(50);
    const beside = await noting("beside");
    expect(beside.pid).not.toBe(first.pid);
    expect(await noted()).toEqual(["first", "beside"]);
    expect([(await slow).pid, (await behind).pid]).toEqual([first.pid, first.pid]);
    const [a, b] = await Promise.all([noting("a", SLEEP_SECONDS), noting("b")]);
    expect(b.pid).toBe(a.pid);
  });

  it("are repeated where they were to be prepared by another that could not be", async () => {
    const reader = statement<{ n: number }>("test.table", "select count(*)::integer as n from noted where text = $1");
    await noting("a");
    // Whoever prepares it waits for the table.
    await database.query("begin");
    await database.query("lock table noted in access exclusive mode");
    const [cut, behind] = [line.run([SELLER], reader, ["a"]), line.run([SELLER], reader, ["a"])].map((told) =>
      told.catch((error: unknown) => error),
    );
    expect(await cut).toBeInstanceOf(DatabaseUnavailable);
    await database.query("rollback");
    expect(await behind).toEqual([{ n: 1 }]);
  });

  it("see the sellers of their own alone", async () => {
    const foreign = line.run([2], note, [SELLER, "foreign", 0]);
    const [mine, refused] = await Promise.allSettled([noting("mine"), foreign]);
    expect([mine.status, refused.status]).toEqual(["fulfilled", "rejected"]);
    expect(await noted()).toEqual(["mine"]);
  });

  it("fail alone, also where the connection does not know them yet", async () => {
    const [before, failed, behind] = await Promise.all([noting("a", SLEEP_SECONDS), failing("22012"), noting("b")]);
    expect(failed).toMatchObject({ message: "statement test.fail failed: planted" });
    expect(behind.pid).toBe(before.pid);
    expect(await noted()).toEqual(["a", "b"]);
  });

  it("repeat what others were in the way of, behind those that came meanwhile", async () => {
    await database.query(
      `create sequence attempts; grant usage on sequence attempts to ${APPLICATION_ROLE};
       create function second_time(code text) returns integer language plpgsql as
         $$ begin if nextval('attempts') = 1 then raise exception using errcode = code, message = 'planted'; end if; return 1; end $$`,
    );
    const once = statement<{ n: number }>("test.second_time", "select second_time($1) as n");
    expect(await Promise.all([line.run([SELLER], once, ["40P01"]), noting("a")])).toMatchObject([[{ n: 1 }], { text: "a" }]);
  });

  it("fail together when their connection is lost; who comes then has another", async () => {
    const { pid } = await noting("before");
    const told = await Promise.allSettled([noting("a", SLEEP_SECONDS), line.run([SELLER], end, []), noting("b")]);
    expect(told.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    for (const lost of told.slice(1)) expect((lost as PromiseRejectedResult).reason).toBeInstanceOf(DatabaseUnavailable);
    const after = await noting("after");
    expect(after.pid).not.toBe(pid);
    expect(await noted()).toEqual(["before", "a", "after"]);
    await eventually("the lost connection is given up", async () => db.counts().open === 1 && db.counts().idle === 1);
  });

  it("leave a server that takes no writes any more to those under way", async () => {
    const last = failing("25006");
    const slow = noting("slow", SLEEP_SECONDS);
    expect(await last).toBeInstanceOf(DatabaseUnavailable);
    const next = await noting("next");
    expect(next.pid).not.toBe((await slow).pid);
    await eventually("the lost connection is given up", async () => db.counts().open === 1 && db.counts().idle === 1);
    expect((await noting("later")).pid).toBe(next.pid);
  });

  it("let go of their connection as soon as somebody waits for one", async () => {
    const held = Array.from({ length: CONNECTIONS - 1 }, () => db.transaction([SELLER], () => waiting));
    let letGo = () => {};
    const waiting = new Promise<void>((resolve) => (letGo = resolve));
    const over = new AbortController();
    // Calls without end: there is always one under way when the next one comes.
    const endless = async () => {
      while (!over.signal.aborted) await noting("endless", 0.01);
    };
    const callers = [endless(), endless(), endless()];
    await eventually("the callers are there", async () => (await noted()).length > 0);
    try {
      expect(await db.run([SELLER], one, [])).toEqual([{ n: 1 }]);
    } finally {
      over.abort();
      letGo();
    }
    await Promise.all([...callers, ...held]);
    expect(db.counts()).toMatchObject({ waiting: 0 });
  });
});

/** Calls of a coalesced write, and how many each of its statements took. A call's text may say that it is slow. */
function notes(policy: "numbering" | "write" | "lookUp") {
  const taken: number[] = [];
  const calls = createStatementBatcher<
    { readonly sellerId: number; readonly text: string },
    { readonly ord: number; readonly pid: number }
  >(db, {
    name: "notes",
    query: noteAll,
    columns: [({ sellerId }) => sellerId, ({ text }) => text],
    shared: (items) => {
      taken.push(items.length);
      return [];
    },
    policy,
    ...(policy === "lookUp" ? {} : { keyOf: ({ text }) => text }),
  });
  const submit = async (text: string) => (await calls.submit({ sellerId: SELLER, text }))!.pid;
  return { taken, submit, all: (texts: readonly string[]) => Promise.all(texts.map(submit)) };
}
const numbered = (count: number, from = 1_000) => Array.from({ length: count }, (_, i) => String(from + i));

describe("calls of writes that take numbers", () => {
  it("go in line: many statements, one connection, two of them under way", async () => {
    const { taken, all } = notes("numbering");
    const answered = all(numbered(200));
    await setImmediate();
    expect(taken).toEqual([80, 80]);
    expect(new Set(await answered).size).toBe(1);
    expect(taken).toEqual([80, 80, 40]);
    expect(await noted()).toEqual(numbered(200));
    expect(db.counts().open).toBe(1);
  });
});

describe("calls of other writes", () => {
  it("go in line, and beside it when a whole statement waits", async () => {
    const { taken, all } = notes("write");
    // A statement that takes 10 ms seems to wait for something, and nobody goes behind it: of a busy machine only its quick moments tell.
    const statements = await eventually("a quick moment", async () => {
      taken.splice(0);
      return new Set(await all(numbered(96 * 2 + 95))).size === 1 && taken.splice(0);
    });
    expect(statements).toEqual([96, 96, 95]);
    expect(new Set(await all(numbered(96 * 3))).size).toBe(CONNECTIONS);
  });
});

describe("calls of look-ups", () => {
  it("go in line by halves", async () => {
    const { taken, all } = notes("lookUp");
    const statements = await eventually("a quick moment", async () => {
      taken.splice(0);
      return new Set(await all(numbered(64))).size === 1 && taken.splice(0);
    });
    expect(statements).toEqual([32, 32]);
  });
});

const countHeld = statement<{ ord: number; n: number }>(
  "test.count_held",
  `update held h set n = h.n + 1 from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, text, ord)
    where h.seller_id = i.seller_id and h.text = i.text returning i.ord::integer as ord, h.n`,
);
/** A coalesced write of the rows that tests lock. */
function counting(on: Database) {
  const calls = createStatementBatcher<{ readonly sellerId: number; readonly text: string }, { readonly ord: number; readonly n: number }>(
    on,
    {
      name: "counts",
      query: countHeld,
      columns: [({ sellerId }) => sellerId, ({ text }) => text],
      keyOf: ({ text }) => text,
      policy: "write",
    },
  );
  return (text: string) => calls.submit({ sellerId: SELLER, text });
}

describe("calls of a write of which one waits for a lock", () => {
  it("do not wait for it: neither those with it nor those behind", async () => {
    const submit = counting(db);
    await database.query("begin");
    await database.query("update held set n = 0 where text = '1007'");
    let isFree = false;
    const held = submit("1007").then((row) => [row!.n, isFree]);
    const others = await Promise.all(
      numbered(200)
        .filter((text) => text !== "1007")
        .map(submit),
    );
    expect(others.every((row) => row!.n === 1)).toBe(true);
    // Nor does who comes to one of them next.
    expect(await submit("1008")).toEqual({ ord: 1, n: 2 });
    isFree = true;
    await database.query("commit");
    expect(await held).toEqual([1, true]);
  });

  describe("that are many", () => {
    const FREE = numbered(80, 1_100);
    let larger: Database;
    beforeEach(async () => {
      larger = openDatabase({ ...settingsOf(database), connections: 10 });
      await database.query("begin");
      await database.query("update held set n = 0 where text < '1100'");
    });
    afterEach(async () => {
      await database.query("rollback");
      await larger.close();
    });
    const waitingForLocks = async () => {
      // The server has the databases of other test files too.
      const [row] = await database.query<{ n: number }>(
        `select count(distinct l.pid)::integer as n from pg_locks l
          where not l.granted and l.pid in (
            select o.pid from pg_locks o join pg_database d on d.oid = o.database where d.datname = current_database())`,
      );
      return row!.n;
    };

    it("leave connections to the others", async () => {
      const submit = counting(larger);
      const told = Promise.all(numbered(40).map(submit));
      await eventually("they wait", async () => (await waitingForLocks()) > 2);
      for (let looks = 0; looks < 20; looks += 1) {
        expect(await waitingForLocks()).toBeLessThanOrEqual(6);
        expect(await larger.run([SELLER], one, [])).toEqual([{ n: 1 }]);
        await setTimeout(40);
      }
      await database.query("rollback");
      expect((await told).map((row) => row!.n)).toEqual(numbered(40).map(() => 1));
    });

    it("hold up no one who rode with them", async () => {
      const submit = counting(larger);
      const told = Promise.all(numbered(10).map(submit));
      const riders = await Promise.all(FREE.map(submit));
      expect(riders.map((row) => row!.n)).toEqual(FREE.map(() => 1));
      await database.query("rollback");
      expect((await told).map((row) => row!.n)).toEqual(numbered(10).map(() => 1));
    });

    it("hold up no one who comes behind them, however often they come", async () => {
      const submit = counting(larger);
      const told: Promise<unknown>[] = [];
      for (let wave = 0; wave < 10; wave += 1) {
        told.push(Promise.allSettled(numbered(10, 1_000 + 10 * wave).map(submit)));
        await setTimeout(10);
      }
      const behind = await Promise.all(FREE.map(submit));
      expect(behind.map((row) => row!.n)).toEqual(FREE.map(() => 1));
      await database.query("rollback");
      await Promise.all(told);
    });

    it("are told so in time, all of them", async () => {
      const startMs = performance.now();
      const told = await Promise.allSettled(numbered(90).map(counting(larger)));
      expect(performance.now() - startMs).toBeLessThan(TOLD_MS);
      for (const refusal of told) expect(refusal).toMatchObject({ status: "rejected", reason: expect.any(DatabaseUnavailable) });
    });
  });

  it("is told so when it waits too long", async () => {
    await database.query("begin");
    await database.query("update held set n = 0 where text = '1007'");
    const waiting = statement<{ ord: number }>("test.wait_held", "update held h set n = h.n + 1 where h.text = any($1) returning 1 as ord");
    const blocked = db.pipelined({ maxStatements: 2, slowMs: 10, lockMs: 50 }).run([SELLER], waiting, [["1007"]]);
    await expect(blocked).rejects.toBeInstanceOf(LockTimeout);
    await expect(db.run([SELLER], waiting, [["1007"]])).rejects.not.toBeInstanceOf(LockTimeout);
    await database.query("rollback");
  });
});

describe.each(["write", "lookUp"] as const)("calls of a %s", (policy) => {
  it("go beside the line when nothing comes back from it", async () => {
    const { submit, all } = notes(policy);
    const [slow, rider] = [submit("slow"), submit("rider")];
    let isOver = false;
    void slow.then(() => (isOver = true));
    await setImmediate();
    const behind = all(numbered(8));
    await setImmediate();
    // Nobody comes afterwards.
    const beside = await all(numbered(8, 2_000));
    expect(isOver).toBe(false);
    expect(new Set(beside)).not.toContain(await slow);
    expect(new Set([...(await behind), await rider])).toEqual(new Set([await slow]));
  });
});
