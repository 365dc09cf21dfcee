\set g random(0, 2 * :half - 1)
\set seller case when :g < :half then 1 else 2 + mod(:g - :half, 99) end
\set sku 10000000 + :g
\set number 100000000000000 + :g
\if :read
select o.*, s.name, s.cnpj, s.legal_name, h.*
  from orders o
  join sellers s on s.seller_id = o.seller_id
  join shippings h on h.seller_id = o.seller_id and h.order_number = o.order_number
 where o.seller_id = :seller and o.order_number = (:number)::text;
\endif
with {counting} moved as (
  update orders set status = 'Invoiced', status_at = :at, version = version + 1, summary = '{summary}', summary_version = version + 1 where seller_id = :seller and order_number = (:number)::text
  returning seller_id, order_number, version, {number} as n
), packed as (
  update shippings h set status = 'Invoiced', status_at = :at,
         invoice = '{"accessKey":"B' || :seller || 'N' || m.n || '26111212ABC34501DE3555001000001","number":"1234","line":"1","date": 1795186800000,"errors":[],"validationErrors":[]}'
    from moved m where h.seller_id = m.seller_id and h.order_number = m.order_number
  returning h.shipping_code, m.n
), keyed as (
  insert into invoice_keys (access_key, seller_id, order_number, shipping_code)
  select 'B' || :seller || 'N' || p.n || '26111212ABC34501DE3555001000001', :seller, (:number)::text, p.shipping_code from packed p
), stocked as (
  update stocks set physical = physical - 1, reserved = reserved - 1, version = version + 1, updated_at = :at where seller_id = :seller and sku = (:sku)::text
  returning seller_id, sku, version, physical, reserved
), noted as (
  insert into stock_ledger (seller_id, sku, version, at, cause, order_number, actor, request_id, physical_delta, reserved_delta, physical, reserved)
  select seller_id, sku, version, :at::bigint, 'order_invoiced', (:number)::text, 'credential-crd_2dHqyXlUDVxvvHMq2YJ1', '8d5c7b4e-3f1a-4c5e-9a51-0f6f3f0d7a42', -1, -1, physical, reserved
    from stocked
)
insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
select seller_id, n, :at::bigint, 'order.status', 'order/' || order_number, version, 'credential-crd_2dHqyXlUDVxvvHMq2YJ1', 'invoice',
       '{"from":"approved","to":"Invoiced","orderStatus":"Invoiced","requestId":"8d5c7b4e-3f1a-4c5e-9a51-0f6f3f0d7a42"}'
  from moved;
