\set from random(:first, :last)
\set to :from + :width
select t.n, o.order_date, o.ordinal, o.summary
  from orders o,
       (select count(*) as n from orders w where w.seller_id = 1 and w.order_date >= :from and w.order_date <= :to) t
 where o.seller_id = 1 and o.order_date >= :from and o.order_date <= :to
 order by o.order_date desc, o.ordinal desc limit 50;
