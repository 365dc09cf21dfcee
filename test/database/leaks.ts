import { APPLICATION_ROLE, type TestDatabase } from "../harness.ts";

type Ask = TestDatabase["query"];

/** The seller that asks, and the one whose rows it must not touch. */
export const OWN = 1;
export const OTHER = 2;

const REFUSED = "42501";

interface Attempt {
  readonly what: string;
  /** The sellers a transaction says it may see, as db.ts says it. */
  readonly scope: string;
  /** No where clause keeps these to the seller: only the policy does. */
  readonly text: (table: string) => string;
  /** Sellers whose rows the attempt may answer. */
  readonly may: readonly number[];
}

const ATTEMPTS: readonly Attempt[] = [
  { what: "reads", scope: `{${OWN}}`, text: (table) => `select seller_id from ${table}`, may: [OWN] },
  { what: "locks", scope: `{${OWN}}`, text: (table) => `select seller_id from ${table} for update`, may: [OWN] },
  { what: "changes", scope: `{${OWN}}`, text: (table) => `update ${table} set seller_id = seller_id returning seller_id`, may: [OWN] },
  { what: "deletes", scope: `{${OWN}}`, text: (table) => `delete from ${table} returning seller_id`, may: [OWN] },
  {
    what: "gives rows away",
    scope: `{${OWN}}`,
    text: (table) => `update ${table} set seller_id = seller_id + 10 returning seller_id`,
    may: [OWN],
  },
  { what: "reads without a scope", scope: "", text: (table) => `select seller_id from ${table}`, may: [] },
  { what: "reads with an empty scope", scope: "{}", text: (table) => `select seller_id from ${table}`, may: [] },
  { what: "deletes without a scope", scope: "", text: (table) => `delete from ${table} returning seller_id`, may: [] },
];

/** What the application could do to another seller's rows of a table, were its statements wrong; nothing, it is hoped. */
export async function leaksOf(ask: Ask, table: string): Promise<readonly string[]> {
  const leaks: string[] = [];
  for (const { what, scope, text, may } of ATTEMPTS) {
    const sellers = await attempt(ask, scope, text(table));
    if (sellers.some((seller) => !may.includes(seller))) leaks.push(`${what} ${table}`);
  }
  const [row] = await ask<{ row: object }>(`select to_jsonb(t) as row from ${table} t where seller_id = ${OTHER} limit 1`);
  const insert = `insert into ${table} select (jsonb_populate_record(null::${table}, '${JSON.stringify(row!.row)}')).* on conflict do nothing returning ${OTHER} as seller_id`;
  if (!(await isRefused(ask, insert))) leaks.push(`inserts into ${table}`);
  return leaks;
}

/** The sellers of the rows that a statement answers as the application; none when the policy refuses it. Undone afterwards. */
export async function attempt(ask: Ask, scope: string, text: string): Promise<readonly number[]> {
  const rows = await undone(ask, scope, text);
  return rows === REFUSED ? [] : rows.map(({ seller_id }) => Number(seller_id));
}

const isRefused = async (ask: Ask, text: string) => (await undone(ask, `{${OWN}}`, text)) === REFUSED;

async function undone(ask: Ask, scope: string, text: string): Promise<readonly { readonly seller_id: unknown }[] | typeof REFUSED> {
  await ask("savepoint attempt");
  try {
    await ask(`set local role ${APPLICATION_ROLE}`);
    await ask("select set_config('vitrine.sellers', $1, true)", [scope]);
    return await ask<{ seller_id: unknown }>(text);
  } catch (error) {
    if ((error as { readonly code?: string }).code === REFUSED) return REFUSED;
    throw error;
  } finally {
    await ask("rollback to attempt");
  }
}
