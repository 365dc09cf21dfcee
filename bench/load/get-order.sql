\set g random(0, 2 * :half - 1)
\set seller case when :g < :half then 1 else 2 + mod(:g - :half, 99) end
\set number 100000000000000 + :g
select o.order_type, o.status, o.summary, h.shipping_code, h.status, h.platform_id, h.fulfillment, case when h.status = 'Invoiced' then h.invoice end
  from orders o
  join shippings h on h.seller_id = o.seller_id and h.order_number = o.order_number
 where o.seller_id = :seller and o.order_number = (:number)::text;
