import { statement } from "../../platform/database/index.ts";

/** The result of a lease for one bucket. */
export interface LeaseRow {
  readonly ord: number;
  /** Number of calls leased. */
  readonly granted: number;
  /** Microseconds until the bucket is full again. The leased calls count as used. */
  readonly owed: number;
}

/**
 * Leases calls of many quotas. Leases one call for each waiting call, as long as calls are left. When fewer than `ahead` calls wait, it
 * leases more in advance: up to `ahead`, but at most an eighth of the calls left, so that several processes can share the last calls of a
 * quota. `step` is the time in which a quota refills one call, in microseconds. The row lock lets only one process at a time lease from a
 * quota. The clock is the database's clock. If two processes request a new bucket at the same time, one of them gets no row and requests
 * the bucket again. Index: quotas_pkey.
 */
export const lease = statement<LeaseRow>(
  "sellers.lease_quotas",
  `with asked as materialized (
     select i.ord::integer as ord, i.seller_id, i.client_id, i.lane, i.step, i.burst, i.waiting, i.ahead,
            (extract(epoch from now()) * 1000000)::bigint as now
       from unnest($1::bigint[], $2::text[], $3::text[], $4::double precision[], $5::integer[], $6::integer[], $7::integer[])
            with ordinality as i(seller_id, client_id, lane, step, burst, waiting, ahead, ord)
   ), given as (
     update quotas q
        set (full_at, granted) = (
              select greatest(q.full_at, a.now) + round(a.step * n)::bigint, n
                from (select floor(greatest(0, a.burst - greatest(q.full_at - a.now, 0) / a.step + 0.001))::integer as left_over) l,
                     lateral (select least(left_over, greatest(a.waiting, least(a.ahead, left_over / 8))) as n) g
            )
       from asked a
      where q.seller_id = a.seller_id and q.client_id = a.client_id and q.lane = a.lane
      returning a.ord, q.granted, q.full_at - a.now as owed
   ), opened as (
     insert into quotas (seller_id, client_id, lane, full_at, granted)
     select a.seller_id, a.client_id, a.lane, a.now + round(a.step * n)::bigint, n
       from asked a, lateral (select least(a.burst, greatest(a.waiting, least(a.ahead, a.burst / 8))) as n) g
      where not exists (select 1 from given where given.ord = a.ord)
     on conflict (seller_id, client_id, lane) do nothing
     returning seller_id, client_id, lane, granted, full_at
   )
   select ord, granted, greatest(owed, 0) as owed from given
   union all
   select a.ord, o.granted, o.full_at - a.now as owed
     from opened o join asked a on a.seller_id = o.seller_id and a.client_id = o.client_id and a.lane = o.lane`,
);

/** Returns unused calls of many quotas. `back` is the time in which a quota refills these calls, in microseconds. Index: quotas_pkey. */
export const giveBack = statement<never>(
  "sellers.give_back_quotas",
  `update quotas q set full_at = q.full_at - i.back
     from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) as i(seller_id, client_id, lane, back)
    where q.seller_id = i.seller_id and q.client_id = i.client_id and q.lane = i.lane`,
);

/** An application that may call for a seller, with its plan and its ceiling; null = the default plan, and no ceiling. */
export interface ApplicationRow {
  readonly client_id: string;
  readonly name: string;
  readonly per_minute: number | null;
  readonly ceiling: number | null;
}
/** The applications with a valid credential for a seller at an instant of real time, at most $3. Index: credentials_of_seller, applications_pkey. */
export const listApplicationsOf = statement<ApplicationRow>(
  "sellers.list_applications_of",
  `select c.client_id, a.name, max(c.quota_per_minute) as per_minute, a.ceiling_per_minute as ceiling
     from credentials c join applications a on a.client_id = c.client_id
    where c.seller_id = $1 and c.revoked_at is null and (c.expires_at is null or c.expires_at > $2)
    group by c.client_id, a.name, a.ceiling_per_minute order by a.name, c.client_id limit $3`,
);
