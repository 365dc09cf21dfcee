import pg from "pg";

// A planted bug, loaded before the server: a commit is believed before the database was told of it.
const DELAY_MS = 150;
const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;

pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [config] = args as [{ readonly name?: string } | undefined];
  if (config?.name !== "commit") return query.apply(this, args);
  setTimeout(() => query.apply(this, args), DELAY_MS);
  return Promise.resolve({ rows: [], rowCount: 0 });
} as typeof pg.Client.prototype.query;
