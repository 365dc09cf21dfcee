\set g 5 * random(0, :fifth - 1) + random(0, 3)
\set seller case when :g < :half then 1 else 2 + mod(:g - :half, 99) end
\set sku 10000000 + :g
\set physical random(100000, 499999)
with changed as (
  update stocks set physical = :physical, version = version + 1, updated_at = :at where seller_id = :seller and sku = :sku
  returning seller_id, sku, version, physical, reserved
)
insert into stock_ledger (seller_id, sku, version, at, cause, actor, request_id, physical_delta, reserved_delta, physical, reserved)
select seller_id, sku, version, :at::bigint, 'physical_set', 'credential-crd_2dHqyXlUDVxvvHMq2YJ1', '8d5c7b4e-3f1a-4c5e-9a51-0f6f3f0d7a42', 7, 0, physical, reserved from changed
returning physical, reserved, version;
