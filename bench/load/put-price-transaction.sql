\set g 5 * random(0, :fifth - 1) + random(0, 3)
\set seller case when :g < :half then 1 else 2 + mod(:g - :half, 99) end
\set sku 10000000 + :g
\set sale random(10000, 19999)
begin;
update prices set list_cents = 20010, sale_cents = :sale, version = version + 1, updated_at = :at where seller_id = :seller and sku = :sku returning version as version \gset
insert into price_history (seller_id, sku, version, at, list_cents, sale_cents, actor)
values (:seller, :sku, :version, :at::bigint, 20010, :sale, 'credential-crd_2dHqyXlUDVxvvHMq2YJ1');
commit;
