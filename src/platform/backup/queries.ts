import { statement } from "../database/database.ts";

/** Statements for backup and restore. They find the tables in PostgreSQL's catalog, so a new table needs no change here. */

/** Makes the transaction read-only, and makes all its statements read from one snapshot. The first query after this statement takes the snapshot. */
export const setSnapshotIsolation = statement<never>("backup.one_moment", `set transaction isolation level repeatable read, read only`);

/** Makes the rows of every seller visible and removes all timeouts until the transaction ends, because large backups take long. */
export const allowAllSellers = statement<{ limits: string }>(
  "backup.see_all",
  `select set_config('vitrine.sellers', '*', true) || set_config('statement_timeout', '0', true) || set_config('lock_timeout', '0', true)
          || set_config('idle_in_transaction_session_timeout', '0', true) as limits`,
);

/** The time of the snapshot, as ISO 8601 in UTC and as epoch seconds, and the version of the server. */
export const getSnapshotTime = statement<{ at: string; seconds: number; server: string }>(
  "backup.moment",
  `select to_char(transaction_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
          floor(extract(epoch from transaction_timestamp()))::bigint as seconds, current_setting('server_version') as server`,
);

/**
 * Lists all tables except $1, each after the tables it refers to, with the statement that reads it. `bytes` is the size of the table on
 * disk. A partition is not listed; its rows are read through the table that it belongs to.
 */
export const listTables = statement<{ name: string; columns: string[]; copy: string; bytes: number }>(
  "backup.tables_to_copy",
  `with recursive tables as (
     select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all ($1::text[])
   ), after (oid, n) as (
     select oid, 0 from tables
     union
     select f.conrelid, a.n + 1 from after a join pg_constraint f on f.contype = 'f' and f.confrelid = a.oid and f.conrelid <> a.oid where a.n < 20
   ), columns as (
     select t.oid, array_agg(c.attname::text order by c.attnum) as names, string_agg(format('%I', c.attname), ', ' order by c.attnum) as list
       from tables t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
      group by t.oid
   )
   select t.relname::text as name, c.names as columns, format('copy (select %s from %I) to stdout', c.list, t.relname) as copy,
          coalesce((select sum(pg_table_size(relid)) from pg_partition_tree(t.oid)), pg_table_size(t.oid))::bigint as bytes
     from tables t join columns c using (oid)
    order by (select max(n) from after a where a.oid = t.oid), t.relname`,
);

/** Lists the partitions of all tables except $1, with their bounds. */
export const listPartitions = statement<{ of: string; name: string; first: number; end: number }>(
  "backup.partitions_there",
  `select p.relname::text as of, c.relname::text as name, bound[1]::bigint as first, bound[2]::bigint as end
     from pg_inherits h join pg_class p on p.oid = h.inhparent and p.relkind = 'p' join pg_class c on c.oid = h.inhrelid and c.relispartition,
          regexp_match(pg_get_expr(c.relpartbound, c.oid), $$FROM \\('?(-?\\d+)'?\\) TO \\('?(-?\\d+)'?\\)$$) as bound
    where p.relnamespace = 'public'::regnamespace and p.relkind = 'p' and p.relname <> all ($1::text[])
    order by p.relname, first`,
);

/**
 * Lists the sequences that have been used, with their last values. They are read after the snapshot is taken, so they are never behind the
 * ids in its rows.
 */
export const listSequences = statement<{ name: string; value: string }>(
  "backup.sequences_there",
  `select sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`,
);

/** The environment that the database belongs to. */
export const getEnvironment = statement<{ environment: string }>("backup.environment_there", `select environment from installation`);

/** The number of tables, and whether they belong to a marketplace. */
export const countTables = statement<{ tables: number; ours: boolean }>(
  "backup.contents",
  `select count(*)::integer as tables, to_regclass('public.migrations') is not null as ours
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
);

/** The number of Vitrine's other connections to this database. */
export const countOtherConnections = statement<{ others: number }>(
  "backup.others_there",
  `select count(*)::integer as others from pg_stat_activity
    where datname = current_database() and application_name like 'vitrine%' and pid <> pg_backend_pid()`,
);

/** The statement that drops all tables. Null when there are none. */
export const dropAllTablesDdl = statement<{ ddl: string | null }>(
  "backup.everything_dropped",
  `select 'drop table ' || string_agg(format('%I', relname), ', ') || ' cascade' as ddl
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
);

/** The statement that creates a partition. */
export const createPartitionDdl = statement<{ ddl: string }>(
  "backup.partition_made",
  `select format('create table %I partition of %I for values from (%s) to (%s)', $1::text, $2::text, $3::bigint, $4::bigint) as ddl`,
);

/** The statement that removes the rows inserted by migrations. Null when there are none. */
export const truncateSeededTablesDdl = statement<{ ddl: string | null }>(
  "backup.made_rows_gone",
  `select 'truncate ' || string_agg(format('%I', relname), ', ') as ddl
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition and relname <> 'migrations' and pg_relation_size(oid) > 0`,
);

/** The statements that exempt the owner from forced row-level security on each table, and the statements that force it again. */
export const rowSecurityToggleDdl = statement<{ loosen: string; force: string }>(
  "backup.policies_loosened",
  `select format('alter table %I no force row level security', relname) as loosen,
          format('alter table %I force row level security', relname) as force
     from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
);

/** The statement that copies rows into a table, and the table's columns. No row when the table does not exist. */
export const copyInStatementOf = statement<{ copy: string; columns: string[] }>(
  "backup.table_takes",
  `select format('copy %I (%s) from stdin', t.relname, string_agg(format('%I', c.attname), ', ' order by c.attnum)) as copy,
          array_agg(c.attname::text order by c.attnum) as columns
     from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and t.relname = $1::text
    group by t.oid, t.relname`,
);

/** Sets the last value of a sequence. Fails when the sequence does not exist. */
export const setSequence = statement<{ value: string }>(
  "backup.counted_to",
  `select setval(format('public.%I', $1::text)::regclass, $2::bigint)::text as value`,
);
