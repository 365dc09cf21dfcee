\set g 5 * random(0, :fifth - 1) + random(0, 3)
\set seller case when :g < :half then 1 else 2 + mod(:g - :half, 99) end
\set sku 10000000 + :g
\set sale random(10000, 19999)
with changed as (
  update prices set list_cents = 20010, sale_cents = :sale, version = version + 1, updated_at = :at where seller_id = :seller and sku = :sku
  returning seller_id, sku, version, list_cents, sale_cents
)
insert into price_history (seller_id, sku, version, at, list_cents, sale_cents, actor)
select seller_id, sku, version, :at::bigint, list_cents, sale_cents, 'credential-crd_2dHqyXlUDVxvvHMq2YJ1' from changed
returning list_cents, sale_cents, version;
