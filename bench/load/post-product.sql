\set n random(0, 1)
\set seller case when :n = 0 then 1 else random(2, 100) end
\set size random(1, 4)
with numbered as ({numbers of a product}), named as materialized (
  select n, seq, :seller::bigint as seller_id, :size::integer as size, name as sku, 'B' || n / 4 as product_group from numbered
), created as (
  insert into products (seller_id, sku, ordinal, product_group, status, core, images, attributes, received_at, status_at)
  select seller_id, sku, n, product_group, 'RECEIVED',
         '{core1}' || sku || '{core2}' || product_group || '{core3}' || (array['P', 'M', 'G', 'GG'])[size] || '{core4}Preto{core5}' || {ending},
         '{images}', '{attributes}', :at::bigint, :at::bigint
    from named
), priced as (
  insert into prices (seller_id, sku, list_cents, sale_cents, updated_at) select seller_id, sku, 19990, 14990, :at::bigint from named
), price_noted as (
  insert into price_history (seller_id, sku, version, at, list_cents, sale_cents, actor)
  select seller_id, sku, 1, :at::bigint, 19990, 14990, 'credential-crd_2dHqyXlUDVxvvHMq2YJ1' from named
), stocked as (
  insert into stocks (seller_id, sku, physical, updated_at) select seller_id, sku, 500, :at::bigint from named
), stock_noted as (
  insert into stock_ledger (seller_id, sku, version, at, cause, actor, request_id, physical_delta, reserved_delta, physical, reserved)
  select seller_id, sku, 1, :at::bigint, 'product_created', 'credential-crd_2dHqyXlUDVxvvHMq2YJ1', '8d5c7b4e-3f1a-4c5e-9a51-0f6f3f0d7a42', 500, 0, 500, 0 from named
), told as (
  insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
  select seller_id, seq, :at::bigint, 'product.status', 'product/' || sku, 1, 'credential-crd_2dHqyXlUDVxvvHMq2YJ1', 'submit', '{"from": null,"to":"RECEIVED"}' from named
)
insert into families as f (seller_id, product_group, members, due_at) select seller_id, product_group, 1, :at::bigint from named
on conflict (seller_id, product_group) do update set due_at = least(coalesce(f.due_at, excluded.due_at), excluded.due_at), generation = f.generation + 1,
  members = f.members + 1;
