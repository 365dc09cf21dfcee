import { statement } from "../../platform/database/index.ts";
import type { EventRow } from "../../events/index.ts";

/**
 * Endpoints without a lease that have work: new events, a replay, or retries that are due by the marketplace's clock ($1). Skips endpoints that
 * asked for a pause. Index: notification_endpoints_enabled, notification_retries_due.
 */
export const readyEndpoints = statement<{ readonly seller_id: number; readonly endpoint_id: string }>(
  "dispatch.ready_endpoints",
  `/* fanout */
   select e.seller_id, e.endpoint_id
     from notification_endpoints e join seller_counters c on c.seller_id = e.seller_id
    where e.status = 'enabled' and (e.lease_until is null or e.lease_until < now())
      and (e.pause_until is null or e.pause_until <= $1)
      and ((e.cursor_seq < c.events and (e.probe_at is null or e.probe_at <= $1))
           or (e.replay_seq is not null and e.open_since is null)
           or exists (select from notification_retries r
                       where r.seller_id = e.seller_id and r.endpoint_id = e.endpoint_id and r.due_at <= $1))
    order by e.cursor_seq - c.events limit $2`,
);

export interface ClaimedRow {
  readonly seller_id: number;
  readonly endpoint_id: string;
  readonly url: string;
  readonly kinds: readonly string[];
  readonly secret: Buffer;
  readonly previous_secret: Buffer | null;
  readonly previous_until: number | null;
  readonly cursor_seq: number;
  readonly last_kind_seq: number | null;
  readonly replay_seq: number | null;
  readonly replay_until: number | null;
  readonly proven: boolean;
  readonly failing_since: number | null;
  readonly open_since: number | null;
  readonly probe_at: number | null;
  readonly pause_until: number | null;
  readonly version: number;
  readonly fence: number;
}
/**
 * Leases endpoints for $3 seconds of the database's real time. A previous holder can no longer write anything. Index:
 * notification_endpoints_pkey.
 */
export const claimEndpoints = statement<ClaimedRow>(
  "dispatch.claim_endpoints",
  `update notification_endpoints e
      set lease_until = now() + $3 * interval '1 second', fence = e.fence + 1
     from unnest($1::bigint[], $2::text[]) as i(seller_id, endpoint_id)
    where e.seller_id = i.seller_id and e.endpoint_id = i.endpoint_id and e.disabled_reason is null and e.status <> 'paused'
      and (e.lease_until is null or e.lease_until < now())
   returning e.seller_id, e.endpoint_id, e.url, e.kinds, e.secret, e.previous_secret, e.previous_until, e.cursor_seq, e.last_kind_seq,
             e.replay_seq, e.replay_until, e.proven, e.failing_since, e.open_since, e.probe_at, e.pause_until, e.version, e.fence`,
);

/** The stored retries of endpoints: those still to be delivered, and dead ones after the cursor. Index: notification_retries_pkey. */
export const listStoredRetries = statement<{
  readonly seller_id: number;
  readonly endpoint_id: string;
  readonly delivery_id: string;
  readonly resource: string;
  readonly seq: number | null;
  readonly dead: boolean;
}>(
  "dispatch.waiting_of",
  `select r.seller_id, r.endpoint_id, r.delivery_id, r.resource, r.seq, r.dead_at is not null as dead
     from unnest($1::bigint[], $2::text[], $3::bigint[]) as i(seller_id, endpoint_id, cursor_seq)
     join notification_retries r on r.seller_id = i.seller_id and r.endpoint_id = i.endpoint_id
    where r.dead_at is null or r.seq > i.cursor_seq`,
);

/** The next events for several reads: at most $3 per read, each after the seq of its read. Index: events_pkey. */
export const nextEvents = statement<EventRow & { readonly ord: number }>(
  "dispatch.next_events",
  `select i.ord, e.seller_id, e.seq, e.at, e.name, e.resource, e.version, e.actor, e.cause, e.payload
     from unnest($1::bigint[], $2::bigint[]) with ordinality as i(seller_id, after, ord)
     join lateral (select n.seller_id, n.seq, n.at, n.name, n.resource, n.version, n.actor, n.cause, n.payload
                     from events n where n.seller_id = i.seller_id and n.seq > i.after order by n.seq limit $3) e on true
    order by i.ord, e.seq`,
);

/** The last event, up to a seq, of a kind that the endpoint subscribes to. Index: events_pkey. */
export const lastEventOfKinds = statement<{ readonly seq: number }>(
  "dispatch.last_of_kinds",
  `select e.seq from events e
    where e.seller_id = $1 and e.seq <= $2 and split_part(e.resource, '/', 1) = any($3::text[])
    order by e.seq desc limit 1`,
);

export interface DueRow {
  readonly delivery_id: string;
  readonly resource: string;
  readonly seq: number | null;
  readonly body: string;
  readonly origin: string;
  readonly attempts: number;
}
/** The due retries of an endpoint, the one that has waited longest first. Index: notification_retries_due_of_endpoint. */
export const listDueRetries = statement<DueRow>(
  "dispatch.due_of",
  `select r.delivery_id, r.resource, r.seq, r.body, r.origin, r.attempts
     from notification_retries r where r.seller_id = $1 and r.endpoint_id = $2 and r.due_at <= $3 order by r.due_at, r.seq limit $4`,
);

/** An endpoint's version, which counts its changes. Index: notification_endpoints_pkey. */
export const getEndpointVersion = statement<{ readonly version: number }>(
  "dispatch.version_of",
  `select e.version from notification_endpoints e where e.seller_id = $1 and e.endpoint_id = $2`,
);

/**
 * Writes the results of many endpoints: cursors, log rows, stored and completed retries. Only the holder of a lease (`fence`) writes anything. If
 * an endpoint was changed in the meantime (`version`), its replay and health keep the values that the change set. If it subscribes to other kinds
 * now, its cursor stays too, because skipped events may be of the new kinds. Renews or ends the lease. Index: notification_endpoints_pkey,
 * notification_retries_pkey.
 */
export const writeResults = statement<{ readonly ord: number; readonly version: number; readonly status: string }>(
  "dispatch.settle",
  `with held as (
     update notification_endpoints e
        set cursor_seq = case when array_to_string(e.kinds, ' ') = i.kinds then greatest(e.cursor_seq, i.cursor_seq) else e.cursor_seq end,
            last_kind_seq = case when array_to_string(e.kinds, ' ') <> i.kinds or e.cursor_seq > i.cursor_seq then e.last_kind_seq
                                 else i.last_kind_seq end,
            replay_seq = case when e.version = i.version then i.replay_seq else e.replay_seq end,
            replay_until = case when e.version = i.version then i.replay_until else e.replay_until end,
            proven = case when e.version = i.version then i.proven else e.proven end,
            failing_since = case when e.version = i.version then i.failing_since else e.failing_since end,
            open_since = case when e.version = i.version then i.open_since else e.open_since end,
            probe_at = case when e.version = i.version then i.probe_at else e.probe_at end,
            pause_until = case when e.version = i.version then i.pause_until else e.pause_until end,
            status = case when e.version = i.version and i.disabled is not null then 'disabled' else e.status end,
            disabled_reason = case when e.version = i.version and i.disabled is not null then i.disabled else e.disabled_reason end,
            version = case when e.version = i.version and i.disabled is not null then e.version + 1 else e.version end,
            lease_until = case when i.released then null else now() + $16 * interval '1 second' end
       from unnest($1::bigint[], $2::text[], $3::bigint[], $4::integer[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
                   $9::boolean[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::text[], $15::boolean[], $41::text[])
            with ordinality as i(seller_id, endpoint_id, fence, version, cursor_seq, last_kind_seq, replay_seq, replay_until,
                                 proven, failing_since, open_since, probe_at, pause_until, disabled, released, kinds, ord)
      where e.seller_id = i.seller_id and e.endpoint_id = i.endpoint_id and e.fence = i.fence
     returning i.ord, e.seller_id, e.endpoint_id, e.version, e.status
   ), logged as (
     insert into delivery_log (seller_id, endpoint_id, at, delivery_id, seq, attempt, outcome, status, elapsed_ms, trouble, request, response)
     select h.seller_id, h.endpoint_id, l.at, l.delivery_id, l.seq, l.attempt, l.outcome, l.status, l.elapsed_ms, l.trouble, l.request, l.response
       from held h
       join unnest($17::integer[], $18::bigint[], $19::text[], $20::bigint[], $21::integer[], $22::text[], $23::integer[], $24::integer[],
                   $25::text[], $26::text[], $27::text[])
            as l(ord, at, delivery_id, seq, attempt, outcome, status, elapsed_ms, trouble, request, response) on l.ord = h.ord
     on conflict (seller_id, endpoint_id, at, delivery_id, attempt) do nothing
   ), done as (
     delete from notification_retries r
      using held h join unnest($28::integer[], $29::text[]) as d(ord, delivery_id) on d.ord = h.ord
      where r.seller_id = h.seller_id and r.endpoint_id = h.endpoint_id and r.delivery_id = d.delivery_id
   ), put as (
     insert into notification_retries (seller_id, endpoint_id, delivery_id, resource, seq, prev_seq, body, origin, attempts, first_at, due_at, dead_at)
     select h.seller_id, h.endpoint_id, p.delivery_id, p.resource, p.seq, p.prev_seq, p.body, p.origin, p.attempts, p.first_at, p.due_at, p.dead_at
       from held h
       join unnest($30::integer[], $31::text[], $32::text[], $33::bigint[], $34::bigint[], $35::text[], $36::text[], $37::integer[],
                   $38::bigint[], $39::bigint[], $40::bigint[])
            as p(ord, delivery_id, resource, seq, prev_seq, body, origin, attempts, first_at, due_at, dead_at) on p.ord = h.ord
     on conflict (seller_id, endpoint_id, delivery_id) do update
        set attempts = excluded.attempts, due_at = excluded.due_at, dead_at = excluded.dead_at
   )
   select h.ord, h.version, h.status from held h`,
);

/**
 * Makes the next stored retry of each resource due, after the previous delivery of the resource was completed or given up. Index:
 * notification_retries_of_resource, notification_retries_pkey.
 */
export const releaseNextOfResource = statement<never>(
  "dispatch.promote",
  `update notification_retries r set due_at = $4
     from (select i.seller_id, i.endpoint_id, n.delivery_id
             from unnest($1::bigint[], $2::text[], $3::text[]) as i(seller_id, endpoint_id, resource)
             join lateral (select w.delivery_id, w.due_at from notification_retries w
                            where w.seller_id = i.seller_id and w.endpoint_id = i.endpoint_id and w.resource = i.resource and w.dead_at is null
                            order by w.seq limit 1) n on n.due_at is null) first
    where r.seller_id = first.seller_id and r.endpoint_id = first.endpoint_id and r.delivery_id = first.delivery_id`,
);

/**
 * Makes every scheduled retry of endpoints due now, because they answer again. A retry that waits for an earlier one of its resource still waits.
 * Index: notification_retries_due_of_endpoint.
 */
export const makeAllDue = statement<never>(
  "dispatch.all_due",
  `update notification_retries r set due_at = $3
     from unnest($1::bigint[], $2::text[]) as i(seller_id, endpoint_id)
    where r.seller_id = i.seller_id and r.endpoint_id = i.endpoint_id and r.due_at > $3`,
);
