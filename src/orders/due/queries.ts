import { statement } from "../../platform/database/index.ts";

/**
 * Sellers with due moves, the longest waiting first. Reads at most $2 due orders and $2 due shippings. Index: orders_due, shippings_due.
 */
export const sellersDue = statement<{ seller_id: number }>(
  "due.sellers",
  `/* fanout */
   select d.seller_id
     from ((select o.seller_id, o.due_at from orders o where o.due_at <= $1 order by o.due_at limit $2)
           union all
           (select h.seller_id, h.due_at from shippings h where h.due_at <= $1 order by h.due_at limit $2)) d
    group by d.seller_id order by min(d.due_at), d.seller_id`,
);

/** Time of the next due move of any order. Index: orders_due, shippings_due. */
export const nextOrderAt = statement<{ due_at: number | null }>(
  "due.next_order_at",
  `/* fanout */
   select least((select min(o.due_at) from orders o where o.due_at is not null),
                (select min(h.due_at) from shippings h where h.due_at is not null)) as due_at`,
);

/** A seller's orders with due moves, the longest waiting first. Index: orders_due_of_seller, shippings_due_of_seller. */
export const ordersDue = statement<{ order_number: string }>(
  "due.orders",
  `select d.order_number
     from ((select o.order_number, o.due_at from orders o where o.seller_id = $1 and o.due_at <= $2 order by o.due_at limit $3)
           union all
           (select h.order_number, h.due_at from shippings h where h.seller_id = $1 and h.due_at <= $2 order by h.due_at limit $3)) d
    group by d.order_number order by min(d.due_at), d.order_number limit $3`,
);

/** Postpones to $4 all moves of an order that are due at $3. Index: orders_pkey, shippings_pkey. */
export const postponeDue = statement<never>(
  "due.put_off",
  `with waiting as (
     update orders set due_at = $4 where seller_id = $1 and order_number = $2 and due_at <= $3
   )
   update shippings set due_at = $4 where seller_id = $1 and order_number = $2 and due_at <= $3`,
);
