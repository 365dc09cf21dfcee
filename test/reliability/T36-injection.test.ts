import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import type { Operation } from "../../src/platform/contract/operation.ts";
import { budget, SEED } from "../budget.ts";
import { undocumented } from "../contract/answers.ts";
import { createWorld, type World } from "../contract/world.ts";
import { figures } from "../figures.ts";
import { eventually, testDatabase, type Client, type Reply, type TestDatabase } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { atRest } from "./rest.ts";
import { everything } from "./row-counts.ts";

/** Longer than any worker waits between two looks. */
const RESTED_MS = 1_500;
/** So many times in a row nothing may have changed: on a busy machine one look of a worker takes its time. */
const RESTED_LOOKS = 2;
const PATIENCE_MS = 60_000;
/** In everything another seller owns, and in nothing that is sent. */
const ALIEN = "ALHEIO-7F3A";
/** What asks the database to sleep would answer later than this. */
const SLEEP_SECONDS = 3;

/** Texts that mean something to SQL, LIKE, C, shells and templates; sent encoded. */
const TEXTS: readonly string[] = [
  "'",
  "''",
  '"',
  "`",
  "\\",
  "\\'",
  "$$",
  ";",
  "')",
  "nada' or '1'='1",
  "nada' or 1=1 --",
  "nada') or ('1'='1",
  'nada" or "1"="1',
  "1 or 1=1",
  "-1 or true",
  "nada'/**/or/**/1=1/*",
  "nada'--",
  "nada' union select null --",
  "nada' union select null, null --",
  "nada' union all select sku, name from products --",
  "0 union select 1",
  "nada'; delete from products; --",
  "nada'; drop table products cascade; --",
  "1; update products set sku = 'X'",
  "nada' and (select count(*) from pg_class) > 0 --",
  "nada' || (select version()) || '",
  `nada' or (select pg_sleep(${SLEEP_SECONDS})) is null --`,
  `1; select pg_sleep(${SLEEP_SECONDS})`,
  "nada' and 1/(select 0)=1 --",
  "%",
  "_",
  "%%",
  "____",
  "[a-z]%",
  "*",
  ".*",
  "%s%s%n%x",
  "x{0}{sku} ${7*7}",
  "#{7*7} <%= 7*7 %>",
  "$1",
  ":1",
  "?",
  "$(id) `id` | id",
  "__proto__",
  "constructor",
  "null",
  "NaN",
  "Infinity",
  "1e3",
  "0x1",
  "..\\..\\etc",
  "../../etc/passwd",
  "ʼ or 1=1 --",
  "＇ or 1＝1 －－",
  "’ or ’1’=’1",
  "\u02b9\u2032\uff02",
  "\u202e\u200b\ufeff",
  "🏃'🏃",
  "İıſK",
  "a'".repeat(150),
  "9".repeat(400),
  "'".repeat(3_000),
  "Z".repeat(12_000),
];
/** Sent as they are: bytes that are no text, and control characters. */
const RAW: readonly string[] = [
  "%00",
  "nada%00' or 1=1 --",
  "%0A%0Dx",
  "%",
  "%ZZ",
  "%C0%A7",
  "%ED%A0%80",
  "%FF%FE",
  "%2527",
  "%u0027",
  "%1B",
  "%7F",
];
const CORPUS: readonly string[] = [
  ...TEXTS.map(encodeURIComponent),
  ...RAW.map((raw) => raw.replaceAll(" ", "%20").replaceAll("'", "%27")),
];
/** Each parameter is tried with every nth of them, from another one on than its neighbour. */
const EVERY_NTH = budget(18, 1);
const valuesOf = (parameter: number): readonly string[] => CORPUS.filter((_, nth) => (SEED + parameter + nth) % EVERY_NTH === 0);
/** Means nothing to anyone, and is long enough for a reason that people write. */
const NEUTRAL = "nada-de-nada";

/** Whoever names something new would create it: it is asked for in a version that nobody has. */
const CREATED_BY_NAME: ReadonlySet<string> = new Set(["putReviewReason", "putReviewRule"]);
const NOBODYS_VERSION = { "if-match": '"999999"' };

type Answer = Pick<Reply, "status" | "json" | "text"> & { readonly ms: number };

const rowsOf = ({ status, json }: Answer): number => (status >= 300 || json === undefined ? 0 : (json.items?.length ?? 1));

/** What an answer gives away that the one to a neutral value does not; nothing, it is hoped. */
function betrayals(answer: Answer, neutral: Answer, foreign: string | undefined): readonly string[] {
  const checks: readonly (readonly [boolean, string])[] = [
    [answer.status < 500, "fails"],
    [rowsOf(answer) <= rowsOf(neutral), "more rows"],
    [foreign === undefined || !answer.text.includes(foreign), "another seller's row"],
    [answer.ms < SLEEP_SECONDS * 1_000, "sleeps"],
    [!/syntax error|unterminated quoted|SQLSTATE|node_modules/i.test(answer.text), "internals"],
  ];
  return checks.flatMap(([holds, what]) => (holds ? [] : [what]));
}

let world: World;
let clients: readonly (readonly [Operation["audience"], Client])[];
beforeAll(async () => {
  // Whoever sends notifications writes down how it went, whatever is asked meanwhile.
  world = await createWorld({ dispatching: false });
  const { market, caller } = world;
  const other = await market.seller({ name: ALIEN });
  const { visor } = await wares(`${market.baseUrl}/images`);
  await publish(other, visor(ALIEN, { brand: "Ninguém", name: `Viseira ${ALIEN}` }));
  await publish(other, visor(`${ALIEN}-2`, { name: `Viseira ${ALIEN}` }));
  for (const [sku, code] of [
    [ALIEN, "CRITICIZED"],
    [`${ALIEN}-2`, "CATALOGING"],
  ] as const) {
    await eventually(`${sku} to be ${code}`, async () => (await other.get(pathOf(sku, "status"))).json.code === code);
  }
  const of = (audience: Operation["audience"]) => caller(OPERATIONS.find((one) => one.audience === audience && one.id !== "postProduct")!);
  clients = [
    ["seller", await of("seller")],
    ["operator", await of("operator")],
  ];
  // Workers that still judge what was furnished would be taken for the values that are tried.
  for (let seen = "", rested = 0; rested < RESTED_LOOKS;) {
    const now = JSON.stringify(await everything(market.database.query));
    rested = now === seen ? rested + 1 : 0;
    seen = now;
    await new Promise((resolve) => setTimeout(resolve, RESTED_MS));
  }
}, 2 * PATIENCE_MS);
afterAll(() => world.stop());

/** How long a request takes; one that takes too long is asked again: what asks the database to sleep sleeps again, a busy machine does not. */
async function timed(request: () => Promise<Reply>): Promise<Reply & { readonly ms: number }> {
  for (let left = 2; ; left -= 1) {
    const start = performance.now();
    const reply = await request();
    const ms = performance.now() - start;
    if (left === 0 || ms < SLEEP_SECONDS * 1_000) return { ...reply, ms };
  }
}

const namesIn = (schema: (Operation["query"] & { readonly properties?: object }) | undefined): readonly string[] =>
  Object.keys(schema?.properties ?? {});
const PARAMETERS = OPERATIONS.flatMap((operation) => [
  ...namesIn(operation.parameters).map((name) => ({ id: operation.id, place: "path" as const, name, operation })),
  ...namesIn(operation.query).map((name) => ({ id: operation.id, place: "query" as const, name, operation })),
]);

/** The operation's address with `value`, encoded already, for one parameter; `path` is one that leads somewhere. */
function placed({ operation, place, name }: (typeof PARAMETERS)[number], path: string, value: string): string {
  // Where any text is a good reason the call would do what it says: it only rehearses it.
  const rehearsed = name !== "dryRun" && namesIn(operation.query).includes("dryRun") ? "&dryRun=true" : "";
  if (place === "query") return `${path}?${name}=${value}${rehearsed}`;
  const at = operation.path.split("/").indexOf(`{${name}}`);
  return path.split("/").with(at, value).join("/");
}

/** Operations that take any text as a name, and the table in which each of these calls leaves a row. The other tables stay as they were. */
const CREATES: Readonly<Record<string, string>> = { createBulkJob: "bulk_jobs", createOrderBulkJob: "bulk_jobs" };
const besides = (table: string | undefined, rows: object) => Object.fromEntries(Object.entries(rows).filter(([name]) => name !== table));

describe("T36: no parameter is read as a statement", () => {
  it("has parameters to try", () => {
    figures({ parameters: PARAMETERS.length, "values each": CORPUS.length / EVERY_NTH, seed: SEED, "callers each": clients.length });
    expect(PARAMETERS.length).toBeGreaterThan(50);
  });

  it.each(PARAMETERS)(
    "$id: $place $name",
    async (parameter) => {
      const { operation } = parameter;
      const path = await world.address(operation);
      const options = {
        ...(operation.body ? { json: world.body(operation) } : {}),
        ...(CREATED_BY_NAME.has(operation.id) ? { headers: NOBODYS_VERSION } : {}),
      };
      // What leads to the operation may have changed reference data.
      await eventually("the validation to be at rest", () => atRest(world.market));
      const before = await everything(world.market.database.query);
      const found: string[] = [];
      const values = valuesOf(PARAMETERS.indexOf(parameter));
      let slowestMs = 0;
      for (const [audience, client] of clients) {
        const ask = (value: string) => timed(() => client.request(operation.method, placed(parameter, path, value), options));
        const neutral = await ask(NEUTRAL);
        for (const value of values) {
          const answer = await ask(value);
          slowestMs = Math.max(slowestMs, answer.ms);
          const faults = [...betrayals(answer, neutral, audience === "seller" ? ALIEN : undefined), ...undocumented(operation, answer)];
          found.push(...faults.map((fault) => `${audience} ${value.slice(0, 60)}: ${fault}`));
        }
      }
      figures({ calls: clients.length * values.length, "slowest, ms": slowestMs, betrayed: found.length });
      expect(found).toEqual([]);
      const left = CREATES[operation.id];
      expect(besides(left, await everything(world.market.database.query))).toEqual(besides(left, before));
    },
    PATIENCE_MS,
  );
});

describe("the oracle of T36", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.query("create table goods (seller_id integer, name text)");
    await database.query(`insert into goods values (1, 'PRÓPRIO'), (1, 'OUTRO'), (2, '${ALIEN}')`);
  });
  afterAll(() => database.drop());

  type Lookup = (value: string) => Promise<readonly object[]>;
  const answered = async (lookup: Lookup, value: string): Promise<Answer> => {
    const start = performance.now();
    const of = (status: number, json: unknown) => ({ status, json, text: JSON.stringify(json), ms: performance.now() - start });
    return lookup(value).then(
      (items) => of(200, { items }),
      (error: unknown) => of(500, { description: String(error) }),
    );
  };
  /** Everything the oracle finds with the whole corpus. */
  async function findings(lookup: Lookup): Promise<readonly string[]> {
    const neutral = await answered(lookup, NEUTRAL);
    const found = new Set<string>();
    for (const text of TEXTS) {
      for (const what of betrayals(await answered(lookup, text), neutral, ALIEN)) found.add(what);
    }
    return [...found].toSorted();
  }

  it("clears a statement with parameters", async () => {
    const before = await everything(database.query);
    expect(await findings((value) => database.query("select name from goods where seller_id = 1 and name = $1", [value]))).toEqual([]);
    expect(await everything(database.query)).toEqual(before);
  });

  it("reports LIKE wildcards that are taken as such", async () => {
    const like: Lookup = (value) => database.query("select name from goods where seller_id = 1 and name like $1", [value]);
    expect(await findings(like)).toContain("more rows");
  });

  it("reports a statement put together from texts", async () => {
    const concatenated: Lookup = (value) => database.query(`select name from goods where seller_id = 1 and name = '${value}'`);
    expect(await findings(concatenated)).toEqual(["another seller's row", "fails", "internals", "more rows", "sleeps"]);
  });

  it("sees what a stacked statement stores", async () => {
    const before = await everything(database.query);
    const stacked = "nada'; delete from goods; --";
    await answered((value) => database.query(`select name from goods where name = '${value}'`), stacked);
    expect(await everything(database.query)).not.toEqual(before);
  });
});
