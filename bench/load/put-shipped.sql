\set g random(0, 2 * :half - 1)
\set seller case when :g < :half then 1 else 2 + mod(:g - :half, 99) end
\set number 100000000000000 + :g
\if :read
select o.*, s.name, s.cnpj, s.legal_name, h.*
  from orders o
  join sellers s on s.seller_id = o.seller_id
  join shippings h on h.seller_id = o.seller_id and h.order_number = o.order_number
 where o.seller_id = :seller and o.order_number = (:number)::text;
\endif
with {counting} moved as (
  update orders set status = 'shipped', status_at = :at, version = version + 1, summary = '{summary}', summary_version = version + 1 where seller_id = :seller and order_number = (:number)::text
  returning seller_id, order_number, version, {number} as n
), packed as (
  update shippings h set status = 'shipped', status_at = :at,
         transport = '{"carrier":"Rota Sul Transportes","trackingNumber":"RS' || m.n || '","trackingLink":"https\u003a//rastreio.example.com/RS123456789","shipDate": 1795186800000}'
    from moved m where h.seller_id = m.seller_id and h.order_number = m.order_number
)
insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
select seller_id, n, :at::bigint, 'order.status', 'order/' || order_number, version, 'credential-crd_2dHqyXlUDVxvvHMq2YJ1', 'ship',
       '{"from":"Invoiced","to":"shipped","orderStatus":"shipped","requestId":"8d5c7b4e-3f1a-4c5e-9a51-0f6f3f0d7a42"}'
  from moved where :told = 1;
