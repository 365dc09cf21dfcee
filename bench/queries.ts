import { storedJsonSuffix } from "../src/catalog/product-view.ts";

/** SQL of the measurements: filling a marketplace quickly, and reading what no server can be asked. Run as superuser. */

/** Sellers with a credential each; their ids stay below those the server gives. */
export const insertSellers = `
  with made as (
    insert into sellers (seller_id, name, created_at)
    select i.seller_id, 'Loja ' || i.seller_id, $4 from unnest($1::bigint[]) as i(seller_id)
  ), counters as (
    insert into seller_counters (seller_id) select i.seller_id from unnest($1::bigint[]) as i(seller_id)
  ), applications as (
    insert into applications (client_id, name, created_at) select i.client_id, 'bench', $4 from unnest($2::text[]) as i(client_id)
  )
  insert into credentials (token_hash, credential_id, client_id, seller_id, name, scopes, created_at)
  select i.token_hash, 'crd_bench_' || i.seller_id, i.client_id, i.seller_id, 'bench', '{products,orders,lookups,notifications}', $4
    from unnest($1::bigint[], $2::text[], $3::bytea[]) as i(seller_id, client_id, token_hash)`;

/** Further callers of the first seller: applications with a credential each, of these plans. */
export const insertCallers = `
  with applications as (
    insert into applications (client_id, name, created_at) select i.client_id, 'bench', $4 from unnest($1::text[]) as i(client_id)
  )
  insert into credentials (token_hash, credential_id, client_id, seller_id, name, scopes, quota_per_minute, created_at)
  select i.token_hash, 'crd_' || i.client_id, i.client_id, 1, 'bench', '{products}', i.plan, $4
    from unnest($1::text[], $2::bytea[], $3::integer[]) as i(client_id, token_hash, plan)`;

/** Skus $1 to $2 - 1 of a catalogue of $3: half in the first seller, the rest in turn over 99; four variations to a family. */
export const numberSkus = `
  create temporary table numbered on commit drop as
  select g, (10000000 + g)::text as sku,
         case when g < half then 1 else 2 + (g - half) % 99 end as seller_id,
         case when g < half then g else (g - half) / 99 end as ordinal
    from generate_series($1::integer, $2::integer - 1) as g, (select $3::integer / 2 as half) as h`;

/**
 * What the catalogue's products have been through: `published` long ago, one in twenty criticized and one in twenty still in
 * cataloguing; `submitted` just now, one in five with a colour that is not registered, their images already found good; or `reviewed`: all of
 * them wait for it; or `pictured`: as `published`, and their images were found good.
 */
export type CatalogueState = "published" | "submitted" | "reviewed" | "pictured";

/** How a stored core ends, as SQL: around a column with its sku. */
export const coreEndingIn = (sku: string): string => `'${storedJsonSuffix("|").replaceAll("|", `' || ${sku} || '`)}'`;

const GROUP = "'F' || n.ordinal / 4";
const SIZE = "(array['P', 'M', 'G', 'GG'])[n.ordinal % 4 + 1]";
const CODE = "(array['brand_unknown', 'color_unknown', 'size_unknown', 'image_too_small'])[n.ordinal / 20 % 4 + 1]";

const PRODUCTS: Readonly<
  Record<
    Exclude<CatalogueState, "pictured">,
    { readonly status: string; readonly color: string; readonly reviews: string; readonly version: number }
  >
> = {
  published: {
    status: "case n.ordinal % 20 when 0 then 'CRITICIZED' when 1 then 'CATALOGING' else 'APPROVED' end",
    color: "'Preto'",
    reviews: `case n.ordinal % 20 when 0 then
                '[{"code":"' || ${CODE} || '","stage":"automatic","severity":"error","pointer":"/color","received":"Petro","at":' || $1::bigint || '}]' else '[]' end`,
    version: 2,
  },
  submitted: { status: "'RECEIVED'", color: "case n.ordinal % 5 when 0 then 'Petro' else 'Preto' end", reviews: "'[]'", version: 1 },
  reviewed: { status: "'CATALOGING'", color: "'Preto'", reviews: "'[]'", version: 2 },
};

/** $1 is the moment of creation; $2 to $6 the product's JSON around sku, group, size and colour, $7 its images, $8 its attributes. */
const products = ({ status, color, reviews, version }: (typeof PRODUCTS)[keyof typeof PRODUCTS]) => `
  insert into products (seller_id, sku, ordinal, product_group, status, core, images, attributes, reviews, version, received_at, status_at)
  select n.seller_id, n.sku, n.ordinal, ${GROUP}, ${status}, $2 || n.sku || $3 || ${GROUP} || $4 || ${SIZE} || $5 || ${color} || $6 || ${coreEndingIn("n.sku")},
         replace($7, '{group}', ${GROUP}), $8, ${reviews}, ${version}, $1::bigint, $1::bigint
    from numbered n`;

/** Every other table of a catalogue. $1 is the moment of creation. */
const offers = `
  with stocked as (
    insert into stocks (seller_id, sku, physical, updated_at) select n.seller_id, n.sku, 500000, $1::bigint from numbered n
  ), stock_noted as (
    insert into stock_ledger (seller_id, sku, version, at, cause, actor, request_id, physical_delta, reserved_delta, physical, reserved)
    select n.seller_id, n.sku, 1, $1::bigint, 'product_created', 'credential:crd_bench', 'bench', 500000, 0, 500000, 0 from numbered n
  ), priced as (
    insert into prices (seller_id, sku, list_cents, sale_cents, updated_at) select n.seller_id, n.sku, 19990, 14990, $1::bigint from numbered n
  )
  insert into price_history (seller_id, sku, version, at, list_cents, sale_cents, actor)
  select n.seller_id, n.sku, 1, $1::bigint, 19990, 14990, 'credential:crd_bench' from numbered n`;

const events = (versions: number) => `
  insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
  select n.seller_id, n.ordinal * ${versions} + v, $1::bigint, 'product.status', 'product/' || n.sku, v, 'credential:crd_bench', 'submit',
         '{"from":null,"to":"RECEIVED"}'
    from numbered n, generate_series(1, ${versions}) as v`;

const families = (due: string, open: boolean) => `
  insert into families as f (seller_id, product_group, members, due_at, open, reference_version)
  select n.seller_id, ${GROUP}, count(*), ${due}, ${open}, 0 from numbered n group by n.seller_id, n.ordinal / 4
  on conflict (seller_id, product_group) do update set members = f.members + excluded.members`;

const critiques = `
  insert into critiques (seller_id, sku, position, code, severity, stage, at)
  select n.seller_id, n.sku, 0, ${CODE}, 'error', 'automatic', $1::bigint + n.ordinal from numbered n where n.ordinal % 20 = 0`;

/** $2 are the addresses of a family's images. */
const images = `
  insert into image_checks (seller_id, product_group, url, verdict, checked_at)
  select f.seller_id, f.product_group, replace(u.url, '{group}', f.product_group), '{"state":"ok","width":900,"height":900,"bytes":90000}', $1::bigint
    from (select distinct n.seller_id, ${GROUP} as product_group from numbered n) f, unnest($2::text[]) as u(url)
  on conflict do nothing`;

/** The queue of products in cataloguing: each a millisecond after the one before it. $1 is the moment of creation. */
const queue = `
  insert into review_claims (seller_id, sku, department, brand, queued_at, due_at, deadlines, risk)
  select n.seller_id, n.sku, 'Corrida', 'Aguarriba', $1::bigint + n.g, $1::bigint + 172800000 + n.g, 'bench', 50 from numbered n`;

export type Takes = "nothing" | "moment" | "document" | "images";
const published = [
  ["document", products(PRODUCTS.published)],
  ["moment", offers],
  ["moment", events(2)],
  ["nothing", families("null::bigint", false)],
  ["moment", critiques],
] as const;

/** The statements that fill a catalogue from the numbered skus, and what each takes beside the moment of creation. */
export const fills: Readonly<Record<CatalogueState, readonly (readonly [takes: Takes, text: string])[]>> = {
  published,
  pictured: [...published, ["images", images]],
  submitted: [
    ["document", products(PRODUCTS.submitted)],
    ["moment", offers],
    ["moment", events(1)],
    ["moment", families("$1::bigint", true)],
    ["images", images],
  ],
  reviewed: [
    ["document", products(PRODUCTS.reviewed)],
    ["moment", offers],
    ["moment", events(2)],
    ["nothing", families("null::bigint", false)],
    ["images", images],
    ["moment", queue],
  ],
};

/**
 * As many open change requests as there are products, or nearly: two or three for each approved product of every second family, of a field
 * each, numbered from 1 in each seller. All of them wait for a person. $1 is the moment before the first was asked for.
 */
export const askChanges = `
  with wanted (pointer, was, wanted, of_nine) as (
    values ('/name', '"Camiseta Esportiva Aguarriba Vento Leve Masculina"', '"Camiseta Esportiva Aguarriba Vento Forte Masculina"', 9),
           ('/gender', '"Homem"', '"Unissex"', 9), ('/weight', '0.18', '0.19', 2)
  ), asked as materialized (
    select p.seller_id, p.sku, p.version, w.pointer, w.was, w.wanted,
           row_number() over (partition by p.seller_id order by p.ordinal, w.pointer) as nth
      from products p
      join wanted w on p.ordinal % 9 < w.of_nine
     where p.status = 'APPROVED' and p.ordinal / 4 % 2 = 1
  ), named as materialized (
    select a.*, 'chg_' || a.seller_id || '_' || lpad(a.nth::text, 20, '0') as change_id, $1::bigint + a.nth as at from asked a
  ), changes as (
    insert into product_changes (seller_id, change_id, sku, nth, state, version, actor, base_version, rule_set_id, request_id, created_at)
    select n.seller_id, n.change_id, n.sku, c.events + n.nth, 'open', 2, 'credential:crd_bench', n.version, 0, 'bench', n.at
      from named n join seller_counters c on c.seller_id = n.seller_id
  ), fields as (
    insert into product_change_fields (seller_id, change_id, pointer, sku, field, was, wanted, state, rule, asked_at, at)
    select seller_id, change_id, pointer, sku, substr(pointer, 2), was, wanted, 'waiting', substr(pointer, 2), at, at from named
  ), queued as (
    insert into review_claims (seller_id, sku, change_id, department, brand, queued_at, due_at, deadlines, risk, judged)
    select seller_id, sku, change_id, 'Corrida', 'Aguarriba', at, at + 172800000, 'bench', 50, ${Number.MAX_SAFE_INTEGER} from named
  ), counted as (
    update seller_counters c set events = c.events + t.n
      from (select seller_id, count(*) as n from named group by seller_id) t
     where c.seller_id = t.seller_id
  )
  select count(*)::integer as changes, (count(*) filter (where seller_id = 1))::integer as of_first from named`;
/** So many change requests that wait with a name, drawn from the first seller's: all its families are whole. */
export const drawChanges = `
  select change_id from product_change_fields
   where seller_id = 1 and pointer = '/name' and state = 'waiting' order by md5(change_id) limit $1`;

/** A key of the catalogue team. */
export const insertReviewer =
  "insert into operator_keys (key_hash, key_id, role, name, created_at) values ($1, 'opk_bench', 'catalog', 'bench', 0) on conflict do nothing";
/** Products of a seller that are due last. */
export const lastInReview = "select sku from review_claims where seller_id = $1 order by due_at desc limit $2 offset $3";

/** The counters as the rows are, once all skus are there. */
export const countRows = `
  update seller_counters c set products = p.products, events = p.events
    from (select seller_id, count(*) as products, sum(version) as events from products group by seller_id) p
   where p.seller_id = c.seller_id`;

/** Numbers for what pgbench creates where it waits for nobody: beside the sellers' own counters, whose rows are locked. */
export const createNumbers = "create sequence bench_numbers start with 1000000000 cache 100";

export const due = "select count(*)::integer as families from families where due_at is not null";
export const judged = "select status, count(*)::integer as products from products group by status order by status";

export const createDatabase = (name: string): string => `create database ${name} owner vitrine`;
export const findApplication = "select from pg_roles where rolname = 'vitrine'";
export const createApplication = "create role vitrine login";

/** PostgreSQL 18 counts the log's flushes here. */
export const walFlushes = "select sum(fsyncs)::integer as flushes from pg_stat_io where object = 'wal'";
export const serverFacts = "select pg_backend_pid() as pid, current_setting('server_version') as version";

/** One product in fifty gets a colour that a change will take away. */
export const useColour = `update products set core = replace(core, '"color":"Preto"', '"color":' || to_json($1::text)) where ordinal % 50 = 7`;

/** Announces that a colour will be removed, counted by nobody yet. Answers the number of the change. */
export const announceRemoval = `
  with item as (
    select i.list, i.code, i.item from reference_items i where i.list = 'colors' and i.item ->> 'name' = $1
  ), made as (
    insert into reference_changes (list, code, action, actor, made_at, effective_at, narrows)
    select list, code, 'remove', 'bench', $2, $2 + 20 * 86400000::bigint, true from item returning change_id, list, code, effective_at
  )
  insert into reference_warnings (change_id, list, code, before, effective_at, due_at)
  select m.change_id, m.list, m.code, i.item, m.effective_at, ${Number.MAX_SAFE_INTEGER} from made m join item i using (list, code)
  returning change_id`;

/** Makes a count due, from the beginning. */
export const countNow = `
  update reference_warnings
     set count_due_at = 0, due_at = 0, counted_at = null, counted_seller = null, counted_to = null, fence = fence + 1, lease_until = null
   where change_id = $1`;

/** Ends a count wherever it is. */
export const stopCount = `
  update reference_warnings
     set count_due_at = null, due_at = ${Number.MAX_SAFE_INTEGER}, counted_seller = null, counted_to = null, fence = fence + 1, lease_until = null
   where change_id = $1`;

/** Whether a count has ended, and what it found. */
export const counted = `
  select w.counted_at is not null as done,
         (select coalesce(sum(t.skus), 0)::integer from reference_affected_totals t where t.change_id = $1) as skus
    from reference_warnings w where w.change_id = $1`;
