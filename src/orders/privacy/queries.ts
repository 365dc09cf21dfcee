import { statement } from "../../platform/database/index.ts";

/** Orders whose customer data is past its retention, the oldest first. Index: orders_to_forget. */
export const customersToErase = statement<{ seller_id: number; order_number: string }>(
  "privacy.customers_to_forget",
  `/* fanout */
   select o.seller_id, o.order_number from orders o where o.forget_customer_at <= $1 order by o.forget_customer_at limit $2`,
);

/** Time when the next retention period ends. Index: orders_to_forget. */
export const nextErasureAt = statement<{ due_at: number | null }>(
  "privacy.next_to_forget_at",
  `/* fanout */ select min(o.forget_customer_at) as due_at from orders o where o.forget_customer_at is not null`,
);

/** Erases customers past their retention, and the free text of their cancellations. Index: orders_pkey, shippings_pkey. */
export const eraseCustomers = statement<{ order_number: string }>(
  "privacy.forget_customers",
  `with erased as (
     update orders o set customer = null, forget_customer_at = null
       from unnest($2::text[]) as i(order_number)
      where o.seller_id = $1 and o.order_number = i.order_number and o.forget_customer_at <= $3
     returning o.order_number
   ), remarks_erased as (
     update shippings h set cancellation = (h.cancellation::jsonb - 'remark' - 'canceledBy')::text
       from erased f
      where h.seller_id = $1 and h.order_number = f.order_number and h.cancellation is not null
   )
   select order_number from erased`,
);

/** Records an access to a customer. If two accesses are recorded at the same time, one is retried. Index: customer_accesses_pkey. */
export const insertAccess = statement<never>(
  "privacy.insert_access",
  `insert into customer_accesses (seller_id, order_number, nth, at, actor, role, reason, request_id)
   select $1, $2, coalesce(max(a.nth), 0) + 1, $3, $4, $5, $6, $7
     from customer_accesses a where a.seller_id = $1 and a.order_number = $2`,
);

export interface AccessRow {
  readonly at: number;
  readonly actor: string;
  readonly role: string;
  readonly reason: string;
  readonly request_id: string;
}
/** Accesses to the customer of an order, newest first. Index: customer_accesses_pkey. */
export const listAccesses = statement<AccessRow>(
  "privacy.list_accesses",
  `select a.at, a.actor, a.role, a.reason, a.request_id
     from customer_accesses a where a.seller_id = $1 and a.order_number = $2 order by a.nth desc limit $3`,
);
