import type { TestDatabase } from "../harness.ts";

type Ask = TestDatabase["query"];

/** A value of each type from a row's number `n`; half of the rows leave out what may be left out. */
const VALUES: Readonly<Record<string, string>> = {
  bigint: "n",
  integer: "n",
  smallint: "n % 30000",
  text: "'x' || n",
  boolean: "n % 2 = 0",
  real: "n",
  bytea: "int4send(n::integer)",
  jsonb: "to_jsonb(n)",
  "text[]": "array['x' || n]",
  "timestamp with time zone": "now()",
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** Columns of a table that an insert may set. */
const columnsOf = (ask: Ask, table: string) =>
  ask<{ name: string; type: string; required: boolean }>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity <> 'a' and attgenerated = ''`,
    [table],
  );

/** What must hold of rows is tested elsewhere; made-up rows are freed of it. Keys stay. */
export async function dropChecks(ask: Ask): Promise<void> {
  const constraints = await ask<{ name: string; of: string }>(
    `select conname as name, conrelid::regclass::text as of from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f') and coninhcount = 0`,
  );
  for (const { name, of } of constraints) await ask(`alter table ${of} drop constraint ${name}`);
}

/** Makes rows up, so many of each seller, in any table: what they say does not matter, only whose they are. */
export async function fill(
  ask: Ask,
  table: string,
  { sellers, rows }: { readonly sellers: readonly number[]; readonly rows: number },
): Promise<void> {
  await openPartition(ask, table);
  const columns = await columnsOf(ask, table);
  const values = columns.map((column) => (column.name === "seller_id" ? "s" : valueOf(column)));
  await ask(
    `insert into ${table} (${columns.map(({ name }) => name).join(", ")})
     select ${values.join(", ")} from unnest($1::bigint[]) with ordinality as u(s, place), lateral (select (place - 1) * $2 + i as n from generate_series(1, $2::integer) i) r
     on conflict do nothing`,
    [sellers, rows],
  );
}

/** Made-up rows are of no day: a partitioned table gets one partition for all of them. */
async function openPartition(ask: Ask, table: string): Promise<void> {
  const [row] = await ask<{ partitioned: boolean }>(`select relkind = 'p' as partitioned from pg_class where oid = $1::regclass`, [table]);
  if (row!.partitioned) await ask(`create table if not exists ${table}_made_up partition of ${table} default`);
}

function valueOf({ name, type, required }: Column): string {
  const value = VALUES[type];
  if (value === undefined) throw new Error(`no made-up value for ${name}, which is ${type}`);
  return required ? value : `case when n % 2 = 0 then ${value} end`;
}
