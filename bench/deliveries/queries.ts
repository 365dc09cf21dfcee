/** SQL of the measurement of notifications. Run as superuser. */

/** $2 events of products, appended at once for each of these sellers. */
export const append = `
  with counted as (
    update seller_counters c set events = c.events + $2 where c.seller_id = any($1::bigint[]) returning c.seller_id, c.events - $2 as before
  )
  insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
  select c.seller_id, c.before + n, $3, 'product.status_changed', 'product/N' || (c.before + n) % 5000, 1000000 + c.before + n, 'bench', 'bench',
         '{"to":"CATALOGING"}'
    from counted c, generate_series(1, $2::integer) as n`;

/** Endpoints that have still to pass events, and what has still to be tried again. */
export const left = `
  select (select count(*) from notification_endpoints e join seller_counters c on c.seller_id = e.seller_id where e.cursor_seq < c.events)::integer
       + (select count(*) from notification_retries where dead_at is null)::integer as left`;
