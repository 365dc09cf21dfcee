import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../src/platform/database/database.ts";
import { sourceOf, sourcesOf } from "./architecture/source.ts";
import { dropChecks, fill } from "./database/fill.ts";
import { everyStatement, isFanout, type Written } from "./database/statements.ts";
import { MANIFEST } from "./distribution/manifest.ts";
import { APPLICATION_ROLE, testDatabase, type TestDatabase } from "./harness.ts";
import { docstringOf, namedIndexes } from "./statements/named-indexes.ts";
import { parametersOf, readsOf } from "./statements/plans.ts";
import { differences, rowTypesOf } from "./statements/row-types.ts";

const sources = sourcesOf("src/**/queries.ts");
let database: TestDatabase;
let written: readonly Written[];
beforeAll(async () => {
  [database, written] = await Promise.all([testDatabase(), everyStatement()]);
});
afterAll(() => database.drop());

describe("statements are named rows of queries.ts", () => {
  it("are found in every queries.ts", () => {
    const paths = new Set(written.map(({ path }) => path));
    expect(sources.map(({ path }) => path).filter((path) => !paths.has(path))).toEqual([]);
  });

  it("have names of their own, short enough for PostgreSQL to tell them apart", () => {
    const names = written.map((one) => one.statement.name);
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z-]+\.[a-z0-9_]+$/.test(name) || name.length > 63)).toEqual([]);
  });
});

describe("every statement against the real schema", () => {
  it("names indexes that are there", async () => {
    const rows = await database.query<{ name: string }>("select indexrelid::regclass::text as name from pg_index");
    const there = new Set(rows.map(({ name }) => name));
    const named = sources.flatMap(({ path, text }) => namedIndexes(text).map((name) => ({ path, name })));
    expect(named.filter(({ name }) => !there.has(name))).toEqual([]);
    expect(namedIndexes("/** Index: stocks_gone, prices_pkey\n * and critiques_by_luck. */")).toEqual([
      "stocks_gone",
      "prices_pkey",
      "critiques_by_luck",
    ]);
  });

  let sql: postgres.Sql;
  beforeAll(() => {
    sql = postgres({ ...database.socket, max: 1, onnotice: () => undefined });
  });
  afterAll(() => sql.end());
  const describedAs = async (text: string) => {
    const { types, columns } = await sql.unsafe(text, undefined, { prepare: true }).describe();
    return { parameters: types.length, columns: (columns ?? []).map(({ name, type }) => ({ name, oid: type })) };
  };

  it("prepares, with as many parameters as it names", async () => {
    for (const { statement: one } of written) {
      const { parameters } = await describedAs(one.text).catch((cause: unknown) => {
        throw new Error(`${one.name} does not prepare`, { cause });
      });
      expect(parameters, one.name).toBe(parametersOf(one.text));
    }
  });

  it("answers the columns its row type names, with values of their types", async () => {
    const found: string[] = [];
    for (const source of sources) {
      const types = rowTypesOf(source);
      for (const { as, statement: one } of written.filter(({ path }) => path === source.path)) {
        const { columns } = await describedAs(one.text);
        found.push(...differences(columns, types.get(as)!).map((what) => `${one.name}: ${what}`));
      }
    }
    expect(found).toEqual([]);
  });

  it.each([
    ["select sku from stocks where seller_id = $1 and physcal > $2", /physcal/],
    ["select sku from stock where seller_id = $1", /stock/],
    ["select sku from stocks where seller_id = $2", /could not determine data type of parameter \$1/],
    ["select sku from stocks where sku > $1::integer", /operator does not exist/],
  ])("sees a planted bug: %s", async (text, says) => {
    await expect(describedAs(text)).rejects.toThrow(says);
  });

  it.each([
    ["{ sku: string }", []],
    ["{ sku: string; physical: number }", ["physical is no column"]],
    ["{ sku: number }", ["sku is string, not number"]],
    ["never", ["sku is read by nobody"]],
    ["{ other?: boolean; sku: string }", []],
    ["{}", ["sku is no field"]],
  ])("tells a row type %s from its columns", async (type, expected) => {
    const source = sourceOf("src/stock/queries.ts", `export const planted = statement<${type}>("stock.planted", "");`);
    const { columns } = await describedAs("select sku from stocks where seller_id = $1");
    expect(differences(columns, rowTypesOf(source).get("planted")!)).toEqual(expected);
  });
});

describe("plans of the connections for calls, on some thousand rows", () => {
  let db: Database;
  let tables: ReadonlyMap<string, string>;
  let partial: ReadonlySet<string>;
  /** Indexes whose first column is the seller. */
  let ofSeller: ReadonlySet<string>;
  beforeAll(async () => {
    await dropChecks(database.query);
    for (const table of [...MANIFEST.distributed, ...Object.keys(MANIFEST.reference)]) {
      await fill(database.query, table, { sellers: Array.from({ length: 400 }, (_, i) => i + 1), rows: 25 });
    }
    await database.query("analyze");
    const indexes = await database.query<{ name: string; of: string; partial: boolean; first: string }>(
      // A partition's index is its table's.
      `select indexrelid::regclass::text as name, coalesce(inhparent, indrelid)::regclass::text as of, indpred is not null as partial,
              pg_get_indexdef(indexrelid, 1, false) as first
         from pg_index i left join pg_inherits on inhrelid = indrelid
         join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace`,
    );
    tables = new Map(indexes.map(({ name, of }) => [name, of]));
    partial = new Set(indexes.filter((one) => one.partial).map(({ name }) => name));
    ofSeller = new Set(indexes.filter(({ first }) => first === "seller_id").map(({ name }) => name));
    const limits = {
      connections: 1,
      wideConnections: 1,
      statementTimeoutMs: 5_000,
      wideStatementTimeoutMs: 5_000,
      acquireTimeoutMs: 2_000,
    };
    db = openDatabase({ socket: database.socket, role: APPLICATION_ROLE, ...limits, onBackgroundError: () => undefined });
  });
  afterAll(() => db.close());

  /** Reads of seller-owned tables that grow with the table. A read over sellers must be narrowed down too, by whatever its index begins with. */
  const wideReads = async (name: string, text: string) => {
    const owned = (await readsOf(db, text, tables)).filter(({ table }) => MANIFEST.distributed.includes(table));
    const narrow = isFanout(text)
      ? ({ index, condition }: (typeof owned)[number]) => index !== undefined && (condition !== "" || partial.has(index))
      : ({ index, condition }: (typeof owned)[number]) =>
          index !== undefined && condition.includes("seller_id") && (ofSeller.has(index) || NARROW_OTHERWISE.has(index));
    return owned.filter((read) => !narrow(read)).map(({ table, index }) => `${name} reads all of ${index ?? table}`);
  };

  it("read a seller's rows by an index that begins with the seller, and sellers' queues by theirs", async () => {
    const found: string[] = [];
    for (const { statement: one } of written.filter(({ statement: { text } }) => READS.test(text))) {
      if (READS_EVERYTHING[one.name] === undefined) found.push(...(await wideReads(one.name, one.text)));
    }
    expect(found).toEqual([]);
  });

  const isReadFrom = async (text: string, column: string) =>
    (await readsOf(db, text, tables)).some(({ condition }) => condition.includes(column));

  it.each([
    ["changes.list", "nth"],
    ["changes.list_of_product", "nth"],
    ["changes.list_open_of_seller", "nth"],
    ["changes.list_open", "created_at"],
    ["changes.list_open_of_field", "asked_at"],
    ["changes.list_closed", "decided_at"],
  ])("begin to read a page of %s at its cursor, not at the start of the list", async (name, column) => {
    expect(await isReadFrom(written.find((one) => one.statement.name === name)!.statement.text, column)).toBe(true);
  });

  it.each(["changes.open", "changes.settle", "changes.measured_images"])(
    "find the images of a request by their group in %s, which row-level security allows only of a value that is there",
    async (name) => {
      const { text } = written.find((one) => one.statement.name === name)!.statement;
      const reads = (await readsOf(db, text, tables)).filter(({ table }) => table === "image_checks");
      expect(reads.length).toBeGreaterThan(0);
      for (const { condition } of reads) expect(condition).toContain("product_group");
    },
  );

  it("would be seen to read all that is before a cursor which may be absent (planted)", async () => {
    const text = "select nth from product_changes where seller_id = $1 and ($2::bigint is null or nth < $2) order by nth desc limit $3";
    expect(await isReadFrom(text, "nth")).toBe(false);
  });

  /** Whether a statement reads by an index and the docstring of its export names none. */
  const isSilent = async (text: string, docstring: string) =>
    namedIndexes(docstring).length === 0 && (await readsOf(db, text, tables)).some(({ index }) => index !== undefined);

  it("say in their docstrings which index carries them, every one that an index does", async () => {
    const found: string[] = [];
    for (const { path, as, statement: one } of written) {
      if (!READS.test(one.text) || READS_EVERYTHING[one.name] !== undefined) continue;
      const { text } = sources.find((source) => source.path === path)!;
      if (await isSilent(one.text, docstringOf(text, as))) found.push(one.name);
    }
    expect(found).toEqual([]);
    const planted = "/** One. Index: stocks_pkey. */\nexport const one = 1;\n/** Two. */\nexport const two = 2;\nexport const three = 3;";
    const text = "select physical from stocks where seller_id = $1 and sku = $2";
    const silent = await Promise.all(["one", "two", "three"].map((as) => isSilent(text, docstringOf(planted, as))));
    expect(silent).toEqual([false, true, true]);
  });

  it.each([
    ["orders.count_frozen", "orders_frozen"],
    ["orders.list_frozen", "orders_frozen"],
    ["orders.count_late", "shippings_late"],
    ["orders.count_waiting", "shippings_open_of_seller"],
    ["orders.list_waiting", "shippings_open_of_seller"],
    ["catalog.count_by_status", "products_unapproved"],
    ["catalog.find_by_status", "products_unapproved"],
    ["notifications.count_failing", "notification_endpoints_failing"],
    ["notifications.count_disabled", "notification_endpoints_disabled"],
    ["changes.count_open", "product_changes_open"],
    ["changes.list_open_of_seller_by_date", "product_changes_open_of_seller_by_date"],
    ["changes.list_closed_of_seller", "product_changes_closed_of_seller"],
    ["changes.list_set_aside", "product_changes_set_aside"],
    ["changes.count_set_aside", "product_changes_set_aside"],
    ["review.list_queue_of_brand", "review_claims_due_of_brand"],
    ["review.list_free_of_brand", "review_claims_due_of_brand"],
    ["review.list_free_by_risk_of_brand", "review_claims_by_risk_of_brand"],
    ["review.list_queue_of_seller_and_brand", "review_claims_due_of_seller_and_brand"],
    ["review.count_queue_of_seller_and_brand", "review_claims_due_of_seller_and_brand"],
    ["review.list_free_of_seller_and_brand", "review_claims_due_of_seller_and_brand"],
    ["review.list_free_of_each_seller_of_brand", "review_claims_due_of_seller_and_brand"],
  ])("%s is carried by %s, the index of its filter", async (name, index) => {
    const { text } = written.find((one) => one.statement.name === name)!.statement;
    expect((await readsOf(db, text, tables)).map((read) => read.index)).toContain(index);
  });

  it("have no exception left that nothing needs", async () => {
    for (const name of Object.keys(READS_EVERYTHING)) {
      const { text } = written.find((one) => one.statement.name === name)!.statement;
      expect(await wideReads(name, text), name).not.toEqual([]);
    }
  });

  it.each([
    "select sku from products where sku = $1",
    "select count(*) from stocks where physical > $1",
    "select 1 from events where seller_id + 0 = $1",
    "select 1 from unnest($1::text[]) as i(sku) join prices v on v.sku = i.sku",
    "update stocks set physical = 0 where version = $1",
    "select sku from products where seller_id = $1 and status = 'CATALOGING' order by status_at limit 1",
    "delete from critiques c using unnest($1::bigint[]) as i(position) where c.position = i.position",
    "/* fanout */ select sku from products where core = $1",
    "/* fanout */ select count(*) from families where attempts > $1",
  ])("a planted bug is seen: %s", async (text) => {
    expect(await wideReads("planted", text)).not.toEqual([]);
  });
});

/** Statements that have a plan. */
const READS = /^\s*(\/\*|select|insert|update|delete|with)/;

/** Indexes that begin with something other than the seller and stay narrow: what they begin with has few rows, or one. */
const NARROW_OTHERWISE: ReadonlySet<string> = new Set([
  "request_log_made_up_request_id_seller_id_idx",
  "review_claims_of_token",
  "simulators_automatic",
  "validations_by_status",
]);

/** Reads of a whole seller-owned table that are meant, each with its reason. */
const READS_EVERYTHING: Readonly<Record<string, string>> = {
  "events.list_newest_of_all": "an operator asks what happens anywhere: each seller's last event; on a connection for wide reads",
  "notifications.backlog": "an operator asks how far notifications are, anywhere; on a connection for wide reads",
  "notifications.list_every_endpoint":
    "an operator looks at all endpoints, of which a seller has twenty at most; on a connection for wide reads",
  "notifications.list_every_delivery": "an operator asks what is undelivered anywhere; on a connection for wide reads",
  "notifications.undelivered": "an operator asks how much is undelivered anywhere; on a connection for wide reads",
  "reference.count_products": "an operator asks how many products a change concerns; on a connection for wide reads",
};
