\set g random(0, 2 * :half - 1)
\set seller case when :g < :half then 1 else 2 + mod(:g - :half, 99) end
\set sku 10000000 + :g
\set two random(1, 7)
\set second case when :two > 1 then 0 when :g < :half then :sku + 1 else :sku + 99 end
with counted as ({numbers of an order}), numbered as materialized (
  select name, n, seq, :seller::bigint as seller_id, array[(:sku)::text, (:second)::text] as skus from counted
), stocked as (
  update stocks s set reserved = reserved + 1, version = version + 1, updated_at = :at::bigint
    from numbered n where s.seller_id = n.seller_id and s.sku = any(n.skus) and s.physical > s.reserved
  returning s.seller_id, s.sku, s.version, s.physical, s.reserved, n.n, n.name
), noted as (
  insert into stock_ledger (seller_id, sku, version, at, cause, order_number, actor, request_id, physical_delta, reserved_delta, physical, reserved)
  select seller_id, sku, version, :at::bigint, 'order_reserved', name, 'credential-crd_2dHqyXlUDVxvvHMq2YJ1', '8d5c7b4e-3f1a-4c5e-9a51-0f6f3f0d7a42', 0, 1, physical, reserved
    from stocked
), items as (
  select n, count(*) as n_items, '[' || string_agg('{item1}' || sku || '{item2}', ',') || ']' as items from stocked group by n
), ordered as (
  insert into orders (seller_id, order_number, ordinal, order_type, status, status_at, business_unit, origin_site, order_date, payment_date,
                      agreed_date, total_quantity, gross_cents, commission_cents, discount_cents, freight_cents, net_cents, payments, customer, summary, summary_version)
  select n.seller_id, n.name, n.n, 'Sale', 'approved', :at::bigint, 'VE', 'Vitrine Esportes', :at::bigint, :at::bigint, :at::bigint + 604800000, i.n_items,
         19990 * i.n_items, 2398 * i.n_items, 5000 * i.n_items, 0, 14990 * i.n_items, '{payments}', '{customer}', '{summary}', 1
    from numbered n join items i on i.n = n.n
), packed as (
  insert into shippings (seller_id, order_number, shipping_code, status, status_at, platform_id, service_id, service_name, country, freight_cents,
                         delivery_days, estimate_at, fulfillment, transport, items, first_item_id)
  select n.seller_id, n.name, n.n, 'approved', :at::bigint, 'INTERNAL', 'NORMAL', 'Entrega normal', 'BR', 0, 7, :at::bigint + 604800000, false, '{transport}', i.items, 1
    from numbered n join items i on i.n = n.n
)
insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
select seller_id, seq, :at::bigint, 'order.status', 'order/' || name, 1, 'credential-crd_2dHqyXlUDVxvvHMq2YJ1', 'purchasePaid',
       '{"from": null,"to":"approved","orderStatus":"approved","requestId":"8d5c7b4e-3f1a-4c5e-9a51-0f6f3f0d7a42"}'
  from numbered;
