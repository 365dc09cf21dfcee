import { statement } from "../database.ts";

/**
 * The bounds of partitions: tables with the number their days are counted in, from one day to another. Partitions are named
 * `<table>_<YYYYMMDD>`.
 */

/**
 * What makes the partitions that are missing, statement by statement: not every engine takes several at once. Made apart and attached then:
 * whoever writes to the table is not held up.
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

/** What drops the partitions of days before each table's first. */
export const pastPartitions = statement<{ ddl: string }>(
  "platform.past_partitions",
  `select format('drop table %I', p.part) as ddl
     from (select c.relname as part, substring(c.relname from '_(\\d{8})$') as day, t.first_day
             from unnest($1::text[], $2::integer[]) as t(name, first_day)
             join pg_inherits h on h.inhparent = to_regclass(t.name)
             join pg_class c on c.oid = h.inhrelid) p
    where to_date(p.day, 'YYYYMMDD') - date '1970-01-01' < p.first_day
    order by p.part`,
);

/** Until the transaction's end, waits for locks two seconds at most: others wait behind whoever waits. */
export const waitBriefly = statement<{ limit: string }>(
  "platform.wait_briefly",
  `select set_config('lock_timeout', '2000', true) as limit`,
);
