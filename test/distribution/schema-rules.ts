import type { TestDatabase } from "../harness.ts";
import { homesOf, type Manifest } from "./manifest.ts";

type Ask = TestDatabase["query"];

/** What a sharded database would refuse in a schema. `broken` are changes of today's schema that each rule must see. */
interface SchemaRule {
  readonly name: string;
  readonly offenders: (ask: Ask, manifest: Manifest) => Promise<readonly string[]>;
  readonly broken: readonly string[];
}

/** A rule asked of the catalogue: `distributed`, `lookup` and `reference` are arrays of table oids in the question. */
const asked = (name: string, question: string, broken: readonly string[]): SchemaRule => ({
  name,
  broken,
  async offenders(ask, { distributed, lookup, reference }) {
    const there = `select coalesce(array_agg(to_regclass(n)::oid), '{}') from unnest($%::text[]) n where to_regclass(n) is not null`;
    const rows = await ask<{ offender: string }>(
      `with homes as (select (${there.replace("%", "1")}) as distributed, (${there.replace("%", "2")}) as reference, (${there.replace("%", "3")}) as lookup) ${question}`,
      [distributed, Object.keys(reference), Object.keys(lookup)],
    );
    return rows.map(({ offender }) => offender);
  },
});

const OWN = "c.relnamespace = 'public'::regnamespace";

export const SCHEMA_RULES: readonly SchemaRule[] = [
  {
    name: "each table has one home in db/distribution.json, and each home its table",
    async offenders(ask, manifest) {
      const rows = await ask<{ name: string }>(
        `select relname as name from pg_class c where ${OWN} and relkind in ('r', 'p') and not relispartition`,
      );
      const tables = rows.map(({ name }) => name);
      const { distributed, lookup, reference, local } = manifest;
      const listed = [...distributed, ...Object.keys(lookup), ...Object.keys(reference), ...Object.keys(local)];
      const twice = listed.filter((table, index) => listed.indexOf(table) < index);
      return [...tables.filter((table) => !homesOf(manifest).has(table)), ...listed.filter((table) => !tables.includes(table)), ...twice];
    },
    broken: ["create table loyalty_points (seller_id bigint not null)", "drop table price_history"],
  },
  asked(
    "a distributed table has seller_id bigint not null",
    `select t::regclass::text as offender from homes, unnest(distributed) t
      where not exists (select from pg_attribute a where a.attrelid = t and a.attname = 'seller_id' and a.atttypid = 'bigint'::regtype and a.attnotnull)`,
    [
      "alter table stocks rename column seller_id to seller",
      "drop policy seen_sellers on stocks; alter table stocks alter column seller_id type numeric",
    ],
  ),
  asked(
    "a distributed table has a primary key",
    `select t::regclass::text as offender from homes, unnest(distributed) t
      where not exists (select from pg_constraint k where k.conrelid = t and k.contype = 'p')`,
    ["alter table stock_ledger drop constraint stock_ledger_pkey"],
  ),
  asked(
    "seller_id is first in every unique index of a distributed table",
    `select i.indexrelid::regclass::text as offender
       from homes, unnest(distributed) t join pg_index i on i.indrelid = t and i.indisunique
       left join pg_attribute a on a.attrelid = t and a.attnum = i.indkey[0]
      where a.attname is distinct from 'seller_id'`,
    [
      "create unique index sku_once on products (sku)",
      "create unique index sku_once on products (sku, seller_id)",
      "create unique index sku_once on products (lower(sku), seller_id)",
      "alter table stocks drop constraint stocks_pkey; alter table stocks add primary key (sku, seller_id)",
    ],
  ),
  asked(
    "a lookup table has one unique index, its key of one column that is not the seller: that is what it is sharded by",
    `select t::regclass::text as offender
       from homes, unnest(lookup) t
       left join pg_index i on i.indrelid = t and i.indisunique
       left join pg_attribute a on a.attrelid = t and a.attnum = i.indkey[0]
      where not coalesce(i.indisprimary and i.indnkeyatts = 1 and a.attname <> 'seller_id', false)`,
    [
      "create unique index key_of_order on invoice_keys (seller_id, order_number, shipping_code)",
      "alter table invoice_keys drop constraint invoice_keys_pkey",
      "alter table invoice_keys drop constraint invoice_keys_pkey, add primary key (access_key, seller_id)",
    ],
  ),
  asked(
    "a distributed table excludes nothing by other means than keys",
    `select conname as offender from homes, unnest(distributed) t join pg_constraint k on k.conrelid = t and k.contype = 'x'`,
    ["alter table stocks add constraint apart exclude using btree (sku with =)"],
  ),
  asked(
    "a foreign key stays with its seller, or leads to a reference table; between reference tables it stays there",
    `select k.conname as offender
       from homes, pg_constraint k
      where k.contype = 'f' and not case
        when k.conrelid = any(distributed) and k.confrelid = any(distributed) then exists (
          select from unnest(k.conkey, k.confkey) as pair(mine, theirs)
            join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.mine and a.attname = 'seller_id'
            join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.theirs and b.attname = 'seller_id')
        else (k.conrelid = any(distributed) or k.conrelid = any(reference)) and k.confrelid = any(reference)
      end`,
    [
      "alter table products add unique (seller_id, sku, ordinal); alter table sellers add column first_sku text, add foreign key (seller_id, first_sku) references products",
      "alter table audit_log add column seller_id bigint references sellers",
      "alter table stocks add column first_entry bigint references audit_log",
      "create unique index on events (seq); alter table stocks add column seq bigint; alter table events add unique (seq); alter table stocks add foreign key (seq) references events (seq)",
    ],
  ),
  asked(
    "a foreign key cascades or does nothing: no set null, no set default",
    `select conname as offender from homes, pg_constraint k where contype = 'f' and (confdeltype in ('n', 'd') or confupdtype in ('n', 'd'))`,
    [
      "alter table stocks add foreign key (seller_id, sku) references products on delete set null",
      "alter table credentials add column second_id text references applications on update set default",
    ],
  ),
  asked(
    "no triggers and no rules",
    `select tgname as offender from pg_trigger where not tgisinternal
      union all select rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class where ${OWN}`,
    [
      "create function f() returns trigger language plpgsql as 'begin return new; end'; create trigger t before update on stocks for each row execute function f()",
      "create rule r as on delete to stocks do instead nothing",
      "create view v as select sku from stocks",
    ],
  ),
  asked(
    "a table has partitions by time at most: no inheritance, no partitions of partitions",
    `select h.inhrelid::regclass::text as offender from pg_inherits h join pg_class c on c.oid = h.inhrelid
      where c.relkind in ('r', 'p') and (not c.relispartition or c.relkind = 'p')`,
    [
      "create table old_stocks () inherits (stocks)",
      "create table logs (at bigint, n int) partition by range (at); create table logs_1 partition of logs for values from (1) to (2) partition by range (n)",
    ],
  ),
  asked(
    "numbers that the database gives are bigint",
    `select seqrelid::regclass::text as offender from pg_sequence s join pg_class c on c.oid = s.seqrelid where ${OWN} and seqtypid <> 'bigint'::regtype
      union all
     select format('%s.%s', a.attrelid::regclass, a.attname) from pg_attribute a join pg_class c on c.oid = a.attrelid
       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where ${OWN} and a.attnum > 0 and a.atttypid <> 'bigint'::regtype and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')`,
    [
      "alter table stocks add column n integer generated always as identity",
      "alter table stocks add column n serial",
      "create sequence s; alter table stocks add column n integer default nextval('s')",
    ],
  ),
];
