import type { TestDatabase } from "../harness.ts";

type Ask = TestDatabase["query"];

/** What a schema says, one question per kind of thing. Each answers a sentence per thing; where in a table a column stands says nothing. */
const QUESTIONS: Readonly<Record<string, string>> = {
  tables: `select format('%s %s %s rls=%s forced=%s %s', c.relkind, c.relname, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity,
                         (select string_agg(o, ', ' order by o) from unnest(c.reloptions) o))
             from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
  columns: `select format('%s.%s %s%s default %s identity=%s generated=%s storage=%s collation=%s', a.attrelid::regclass, a.attname,
                          format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end,
                          pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attstorage, a.attcollation::regcollation)
              from pg_attribute a
              join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
              left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
             where a.attnum > 0 and not a.attisdropped`,
  constraints: `select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
                 where connamespace = 'public'::regnamespace`,
  indexes: `select format('%s %s', pg_get_indexdef(i.indexrelid), (select string_agg(o, ', ' order by o) from unnest(c.reloptions) o))
              from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace`,
  policies: `select format('%s %s %s %s using %s check %s to %s', polrelid::regclass, polname, polcmd, polpermissive,
                           pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid), polroles::regrole[]) from pg_policy`,
  sequences: `select format('%s %s start %s by %s of %s', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, d.refobjid::regclass)
                from pg_sequence s left join pg_depend d on d.objid = s.seqrelid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')`,
  triggers: `select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
  rules: `select pg_get_ruledef(r.oid) from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace = 'public'::regnamespace`,
  functions: `select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`,
  types: `select format('%s %s %s', typname, typtype, (select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
            from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')`,
};

/** The schema `public` of a database as sentences, by kind: two that say the same behave the same. */
export async function catalogueOf(ask: Ask): Promise<Readonly<Record<string, readonly string[]>>> {
  const catalogue: Record<string, readonly string[]> = {};
  for (const [kind, question] of Object.entries(QUESTIONS)) {
    const rows = await ask<{ said: string }>(`select said::text from (${question}) as answer(said) order by said::text collate "C"`);
    catalogue[kind] = rows.map(({ said }) => said.trimEnd());
  }
  return { ...catalogue, rows: await rowsOf(ask) };
}

/** Rows that the schema brings along; which migrations made it is no part of it. */
async function rowsOf(ask: Ask): Promise<readonly string[]> {
  const tables = await ask<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations' order by 1`,
  );
  const said: string[] = [];
  for (const { name } of tables) {
    const rows = await ask<{ said: string }>(`select format('%s %s', '${name}', to_jsonb(t)) as said from ${name} t order by 1`);
    said.push(...rows.map((row) => row.said));
  }
  return said;
}
