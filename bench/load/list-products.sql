\set from 50 * random(:firstpage, :lastpage)
\set to :from + 50
select c.products as total, p.core, p.status
  from seller_counters c,
       lateral (select p.core, p.status, p.ordinal from products p
                 where p.seller_id = 1 and p.ordinal >= :from and p.ordinal < :to
                 order by p.ordinal limit 50) p
 where c.seller_id = 1 order by p.ordinal;
