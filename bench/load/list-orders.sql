\set from random(:first, :last)
\set to :from + :width
select t.n, o.order_number, o.ordinal, o.order_type, o.origin_number, o.status, o.status_at, o.business_unit, o.origin_site, o.order_date,
       o.payment_date, o.agreed_date, o.total_quantity, o.gross_cents, o.commission_cents, o.discount_cents, o.freight_cents, o.net_cents,
       o.payments, o.devolutions, o.devolution_requested, o.exchange_requested, o.version
  from orders o,
       (select count(*) as n from orders w where w.seller_id = 1 and w.order_date >= :from and w.order_date <= :to) t
 where o.seller_id = 1 and o.order_date >= :from and o.order_date <= :to
 order by o.order_date desc, o.ordinal desc limit 50;
