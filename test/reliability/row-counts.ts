import type { TestDatabase } from "../harness.ts";

/** What any call leaves behind is no part of what it was about: audit, last uses, the log of requests, quotas, coverage, observed calls. */
const BESIDE = ["audit_log", "audit_days", "credential_uses", "request_log", "quotas", "coverage", "validation_calls"];

/** Rows of every table, and a mark of everything in them: two that are equal say that nothing was stored in between. */
export async function everything(ask: TestDatabase["query"]): Promise<Readonly<Record<string, unknown>>> {
  const tables = await ask<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all($1) order by 1`,
    [BESIDE],
  );
  const marks = tables.map(
    ({ name }) =>
      `(select format('%s %s', count(*), md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), ''))) from ${name} t) as ${name}`,
  );
  return (await ask(`select ${marks.join(", ")}`))[0]!;
}
