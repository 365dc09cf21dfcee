import { statement } from "../database.ts";

/** Statements that generate the DDL to create and drop partitions. Partitions are named `<table>_<YYYYMMDD>`. */

/**
 * Generates the DDL that creates missing partitions of tables $1 from day $4 to day $5, in days since 1970. $2 has one number for each table:
 * by how much its partition key grows per day (1, or 86400000 for a key in milliseconds). $3 says for each table whether its partitions are
 * unlogged. Each row has one statement, because some databases that speak PostgreSQL's protocol do not accept several at once. Partitions are
 * created first and attached afterwards, so that writes to the table are not delayed.
 */
export const missingPartitions = statement<{ ddl: string }>(
  "platform.missing_partitions",
  `select s.ddl
     from (select t.*, day, t.name || to_char(date '1970-01-01' + day, '_YYYYMMDD') as part
             from unnest($1::text[], $2::bigint[], $3::boolean[]) as t(name, step, unlogged), generate_series($4::integer, $5::integer) as day) d
    cross join lateral (values
            (1, format('create %s table %I (like %I including all)', case when d.unlogged then 'unlogged' else '' end, d.part, d.name)),
            (2, format('alter table %I attach partition %I for values from (%s) to (%s)', d.name, d.part, d.day * d.step, (d.day + 1) * d.step))
          ) as s(place, ddl)
    where to_regclass(d.part) is null
    order by d.name, d.day, s.place`,
);

/** Generates the DDL that drops partitions of tables $1. $2 has the first day to keep for each table, in days since 1970. */
export const expiredPartitions = statement<{ ddl: string }>(
  "platform.past_partitions",
  `select format('drop table %I', p.part) as ddl
     from (select c.relname as part, substring(c.relname from '_(\\d{8})$') as day, t.first_day
             from unnest($1::text[], $2::integer[]) as t(name, first_day)
             join pg_inherits h on h.inhparent = to_regclass(t.name)
             join pg_class c on c.oid = h.inhrelid) p
    where to_date(p.day, 'YYYYMMDD') - date '1970-01-01' < p.first_day
    order by p.part`,
);

/** Limits each wait for a lock in this transaction to two seconds, because other calls queue behind a waiting statement. */
export const limitPartitionLockWait = statement<{ limit: string }>(
  "platform.wait_briefly",
  `select set_config('lock_timeout', '2000', true) as limit`,
);
