import { statement } from "../platform/database/index.ts";

export interface EndpointRow {
  readonly endpoint_id: string;
  readonly name: string;
  readonly url: string;
  readonly kinds: readonly string[];
  readonly status: string;
  readonly disabled_reason: string | null;
  readonly previous_until: number | null;
  readonly cursor_seq: number;
  readonly replay_seq: number | null;
  readonly replay_until: number | null;
  readonly proven: boolean;
  readonly failing_since: number | null;
  readonly open_since: number | null;
  readonly pause_until: number | null;
  readonly created_at: number;
  /** Seq of the seller's last event. */
  readonly events: number;
}
const COLUMNS = `e.endpoint_id, e.name, e.url, e.kinds, e.status, e.disabled_reason, e.previous_until, e.cursor_seq, e.replay_seq,
       e.replay_until, e.proven, e.failing_since, e.open_since, e.pause_until, e.created_at, c.events`;

/** A seller's endpoints, the oldest first. Index: notification_endpoints_pkey, seller_counters_pkey. */
export const listEndpoints = statement<EndpointRow>(
  "notifications.list_endpoints",
  `select ${COLUMNS} from notification_endpoints e join seller_counters c on c.seller_id = e.seller_id
    where e.seller_id = $1 order by e.created_at, e.endpoint_id`,
);

/** An endpoint in the marketplace's list, without its address. */
export interface EndpointHealthRow {
  readonly total: number;
  readonly seller_id: number;
  readonly endpoint_id: string;
  readonly name: string;
  readonly status: string;
  readonly disabled_reason: string | null;
  readonly proven: boolean;
  readonly cursor_seq: number;
  readonly failing_since: number | null;
  readonly open_since: number | null;
  readonly created_at: number;
  /** Seq of the seller's last event. */
  readonly events: number;
}
/**
 * A page of the endpoints of all sellers, or of the seller $1: all, those that fail, or those that are disabled ($2). Those that have been failing for
 * longest come first. There are at most twenty of a seller, so all are read. Index: notification_endpoints_pkey, seller_counters_pkey.
 */
export const listEveryEndpoint = statement<EndpointHealthRow>(
  "notifications.list_every_endpoint",
  `/* fanout */
   select count(*) over () as total, e.seller_id, e.endpoint_id, e.name, e.status, e.disabled_reason, e.proven, e.cursor_seq, e.failing_since,
          e.open_since, e.created_at, c.events
     from notification_endpoints e join seller_counters c on c.seller_id = e.seller_id
    where ($1::bigint is null or e.seller_id = $1)
      and case $2::text when 'failing' then e.status = 'enabled' and e.failing_since is not null
                        when 'disabled' then e.status = 'disabled' else true end
    order by e.failing_since nulls last, e.seller_id, e.created_at, e.endpoint_id limit $3 offset $4`,
);
/** How many enabled endpoints of all sellers fail, and since when the first does. Index: notification_endpoints_failing. */
export const countFailing = statement<{ endpoints: number; first: number | null }>(
  "notifications.count_failing",
  `/* fanout */
   select count(*) as endpoints, min(e.failing_since) as first
     from notification_endpoints e where e.failing_since is not null and e.status = 'enabled'`,
);
/** How many endpoints of all sellers are disabled. Index: notification_endpoints_disabled. */
export const countDisabled = statement<{ endpoints: number }>(
  "notifications.count_disabled",
  `/* fanout */ select count(*) as endpoints from notification_endpoints e where e.status = 'disabled'`,
);

/** One endpoint. Index: notification_endpoints_pkey, seller_counters_pkey. */
export const getEndpoint = statement<EndpointRow>(
  "notifications.get_endpoint",
  `select ${COLUMNS} from notification_endpoints e join seller_counters c on c.seller_id = e.seller_id
    where e.seller_id = $1 and e.endpoint_id = $2`,
);

/** Serializes the creation of a seller's endpoints, so that their number can be checked. Locks the seller's counters; index seller_counters_pkey. */
export const lockSeller = statement<{ events: number }>(
  "notifications.lock_seller",
  `select c.events from seller_counters c where c.seller_id = $1 for no key update`,
);

/** Number of a seller's endpoints. Index: notification_endpoints_pkey. */
export const countEndpoints = statement<{ endpoints: number }>(
  "notifications.count_endpoints",
  `select count(*) as endpoints from notification_endpoints where seller_id = $1`,
);

/** Creates an endpoint that gets events from now on. Index: seller_counters_pkey. */
export const insertEndpoint = statement<{ cursor_seq: number }>(
  "notifications.insert_endpoint",
  `insert into notification_endpoints (seller_id, endpoint_id, name, url, kinds, status, secret, cursor_seq, created_at)
   select c.seller_id, $2, $3, $4, $5, $6, $7, c.events, $8 from seller_counters c where c.seller_id = $1
   returning cursor_seq`,
);

/** Locks an endpoint before a change; index notification_endpoints_pkey. */
export const lockEndpoint = statement<Pick<EndpointRow, "url" | "status">>(
  "notifications.lock_endpoint",
  `select e.url, e.status from notification_endpoints e where e.seller_id = $1 and e.endpoint_id = $2 for update`,
);

/**
 * Changes an endpoint. An endpoint that got a new address or was enabled again is `mended`: its health is reset, and it gets the events that it
 * missed. If some missed events have expired (up to seq $7), it gets only events from now on. Index: notification_endpoints_pkey,
 * seller_counters_pkey.
 */
export const changeEndpoint = statement<{ mended: boolean }>(
  "notifications.change_endpoint",
  `with before as (
     select b.seller_id, b.endpoint_id, b.url <> $4 as moved, b.url <> $4 or (b.status <> 'enabled' and $6 = 'enabled') as mended
       from notification_endpoints b where b.seller_id = $1 and b.endpoint_id = $2 for update
   )
   update notification_endpoints e
      set name = $3, url = $4, kinds = $5, status = $6, disabled_reason = null, version = e.version + 1,
          proven = e.proven and not b.moved,
          failing_since = case when b.mended then null else e.failing_since end,
          open_since = case when b.mended then null else e.open_since end,
          probe_at = case when b.mended then null else e.probe_at end,
          pause_until = case when b.mended then null else e.pause_until end,
          cursor_seq = case when b.mended and e.cursor_seq < $7 then c.events else e.cursor_seq end
     from before b join seller_counters c on c.seller_id = b.seller_id
    where e.seller_id = b.seller_id and e.endpoint_id = b.endpoint_id
   returning b.mended`,
);

/**
 * Makes every scheduled retry of an endpoint due now. A retry that waits for an earlier one of its resource still waits. Index:
 * notification_retries_due_of_endpoint.
 */
export const retryNow = statement<never>(
  "notifications.retry_now",
  `update notification_retries set due_at = $3 where seller_id = $1 and endpoint_id = $2 and due_at > $3`,
);

/** Removes an endpoint. Index: notification_endpoints_pkey. */
export const deleteEndpoint = statement<{ endpoint_id: string }>(
  "notifications.delete_endpoint",
  `delete from notification_endpoints where seller_id = $1 and endpoint_id = $2 returning endpoint_id`,
);

/** Removes the stored retries of an endpoint. Index: notification_retries_pkey. */
export const deleteRetries = statement<never>(
  "notifications.delete_retries",
  `delete from notification_retries where seller_id = $1 and endpoint_id = $2`,
);

/** Sets a new secret; the previous one still signs until $4 (real time). Index: notification_endpoints_pkey. */
export const rotateSecret = statement<{ version: number }>(
  "notifications.rotate_secret",
  `update notification_endpoints set secret = $3, previous_secret = secret, previous_until = $4, version = version + 1
    where seller_id = $1 and endpoint_id = $2 returning version`,
);

/** Starts a replay of the events after $3, up to the cursor. Index: notification_endpoints_pkey. */
export const replay = statement<{ replay_until: number }>(
  "notifications.replay",
  `update notification_endpoints set replay_seq = $3, replay_until = greatest($3, cursor_seq), version = version + 1
    where seller_id = $1 and endpoint_id = $2 returning replay_until`,
);

/**
 * Stores a delivery that is due immediately: a test or a redelivery. A delivery that is already stored gets all its attempts again. Index:
 * notification_retries_pkey.
 */
export const putDelivery = statement<never>(
  "notifications.put_delivery",
  `insert into notification_retries (seller_id, endpoint_id, delivery_id, resource, seq, prev_seq, body, origin, attempts, first_at, due_at)
   values ($1, $2, $3, $4, $5, null, $6, $7, 0, $8, $8)
   on conflict (seller_id, endpoint_id, delivery_id) do update set attempts = 0, due_at = excluded.due_at, dead_at = null`,
);

export interface AttemptRow {
  readonly delivery_id: string;
  readonly seq: number | null;
  readonly at: number;
  readonly attempt: number;
  readonly outcome: string;
  readonly status: number | null;
  readonly elapsed_ms: number;
  readonly trouble: string | null;
}

export interface RetryRow {
  readonly delivery_id: string;
  readonly resource: string;
  readonly seq: number | null;
  readonly body: string;
  readonly attempts: number;
  readonly first_at: number;
  readonly due_at: number | null;
  readonly dead_at: number | null;
}

/** A row of a list of attempts and stored retries. */
export interface ListedRow {
  readonly delivery_id: string;
  readonly seq: number | null;
  readonly at: number;
  readonly attempt: number;
  readonly outcome: string;
  readonly status: number | null;
  readonly elapsed_ms: number | null;
  readonly trouble: string | null;
  readonly due_at: number | null;
}

/**
 * The columns of a `ListedRow`, for an attempt, a stored retry, and both together. `at` of a stored retry is the time of its first attempt,
 * by the marketplace's clock. `at` of an attempt is real time.
 */
const ATTEMPT = "l.delivery_id, l.seq, l.at, l.attempt, l.outcome, l.status, l.elapsed_ms, l.trouble, null::bigint as due_at";
const RETRY = `r.delivery_id, r.seq, r.first_at as at, r.attempts as attempt, case when r.dead_at is null then 'pending' else 'dead' end as outcome,
          null::integer as status, null::integer as elapsed_ms, null::text as trouble, r.due_at`;
const LISTED = "m.delivery_id, m.seq, m.at, m.attempt, m.outcome, m.status, m.elapsed_ms, m.trouble, m.due_at";
/** The SQL condition that a filter has values. If the filter has none, the table that it filters is not read. */
const isNotEmpty = (list: string) => `cardinality(${list}) > 0`;

/**
 * Lists attempts of an endpoint with the outcomes $3, together with its stored retries, the newest first. Pending retries are included if $4
 * contains false, dead ones if it contains true. Index: delivery_log_pkey, notification_retries_pkey.
 */
export const listDeliveries = statement<ListedRow>(
  "notifications.list_deliveries",
  `select ${LISTED}
     from ((select ${ATTEMPT}
              from delivery_log l where l.seller_id = $1 and l.endpoint_id = $2 and ${isNotEmpty("$3::text[]")} and l.outcome = any ($3::text[])
             order by l.at desc, l.delivery_id desc, l.attempt desc limit $5::bigint + $6::bigint)
           union all
           (select ${RETRY}
              from notification_retries r
             where r.seller_id = $1 and r.endpoint_id = $2 and ${isNotEmpty("$4::boolean[]")} and (r.dead_at is not null) = any ($4::boolean[])
             order by r.first_at desc, r.delivery_id desc limit $5::bigint + $6::bigint)) m
    order by m.at desc, m.delivery_id desc, m.attempt desc limit $5::bigint offset $6::bigint`,
);

/** The stored retry of a delivery. Index: notification_retries_pkey. */
export const getRetry = statement<RetryRow>(
  "notifications.get_retry",
  `select r.delivery_id, r.resource, r.seq, r.body, r.attempts, r.first_at, r.due_at, r.dead_at
     from notification_retries r where r.seller_id = $1 and r.endpoint_id = $2 and r.delivery_id = $3`,
);

export interface LoggedRow extends AttemptRow {
  readonly request: string;
  readonly response: string | null;
}

/** Every attempt of a delivery that the log still has, the oldest first. Index: delivery_log_of_delivery. */
export const getAttempts = statement<LoggedRow>(
  "notifications.get_attempts",
  `select l.delivery_id, l.seq, l.at, l.attempt, l.outcome, l.status, l.elapsed_ms, l.trouble, l.request, l.response
     from delivery_log l where l.seller_id = $1 and l.endpoint_id = $2 and l.delivery_id = $3 order by l.at, l.attempt limit 200`,
);

/** Attempts of some deliveries at any endpoint of a seller, the newest first. Index: notification_endpoints_pkey, delivery_log_of_delivery. */
export const listAttemptsOfDeliveries = statement<AttemptRow & { readonly endpoint_id: string }>(
  "notifications.attempts_at",
  `select l.endpoint_id, l.delivery_id, l.seq, l.at, l.attempt, l.outcome, l.status, l.elapsed_ms, l.trouble
     from notification_endpoints e
     join delivery_log l on l.seller_id = e.seller_id and l.endpoint_id = e.endpoint_id and l.delivery_id = any($2)
    where e.seller_id = $1 order by l.at desc, l.attempt desc limit $3`,
);
/** The stored retries of some deliveries at any endpoint of a seller. Index: notification_endpoints_pkey, notification_retries_pkey. */
export const listRetriesOfDeliveries = statement<Omit<RetryRow, "body" | "resource"> & { readonly endpoint_id: string }>(
  "notifications.retries_at",
  `select r.endpoint_id, r.delivery_id, r.seq, r.attempts, r.first_at, r.due_at, r.dead_at
     from notification_endpoints e
     join notification_retries r on r.seller_id = e.seller_id and r.endpoint_id = e.endpoint_id and r.delivery_id = any($2)
    where e.seller_id = $1`,
);

/** The resource of an event. Index: events_pkey. */
export const getEventResource = statement<{ resource: string }>(
  "notifications.resource_of",
  `select e.resource from events e where e.seller_id = $1 and e.seq = $2`,
);

/**
 * Like `listDeliveries`, but for all sellers or one ($1) and all endpoints or one ($2). Of the attempts, lists only those since $5, real time.
 * Index: delivery_log_pkey.
 */
export const listEveryDelivery = statement<ListedRow & { readonly seller_id: number; readonly endpoint_id: string }>(
  "notifications.list_every_delivery",
  `/* fanout */
   select m.seller_id, m.endpoint_id, ${LISTED}
     from ((select l.seller_id, l.endpoint_id, ${ATTEMPT}
              from delivery_log l
             where ($1::bigint is null or l.seller_id = $1) and ($2::text is null or l.endpoint_id = $2) and ${isNotEmpty("$3::text[]")}
               and l.outcome = any ($3::text[]) and l.at >= $5
             order by l.at desc, l.seller_id, l.delivery_id desc, l.attempt desc limit $6::bigint + $7::bigint)
           union all
           (select r.seller_id, r.endpoint_id, ${RETRY}
              from notification_retries r
             where ($1::bigint is null or r.seller_id = $1) and ($2::text is null or r.endpoint_id = $2) and ${isNotEmpty("$4::boolean[]")}
               and (r.dead_at is not null) = any ($4::boolean[])
             order by r.first_at desc, r.seller_id, r.delivery_id desc limit $6::bigint + $7::bigint)) m
    order by m.at desc, m.seller_id, m.delivery_id desc, m.attempt desc limit $6::bigint offset $7::bigint`,
);

export interface BacklogRow {
  readonly endpoints: number;
  readonly behind: number;
  readonly failing: number;
  readonly circuits_open: number;
  readonly disabled: number;
}
/** The backlog and health of all endpoints. */
export const countBacklog = statement<BacklogRow>(
  "notifications.backlog",
  `/* fanout */
   select count(*) as endpoints, coalesce(sum(greatest(0, c.events - e.cursor_seq)) filter (where e.status = 'enabled'), 0)::bigint as behind,
          count(*) filter (where e.failing_since is not null) as failing, count(*) filter (where e.open_since is not null) as circuits_open,
          count(*) filter (where e.status = 'disabled') as disabled
     from notification_endpoints e join seller_counters c on c.seller_id = e.seller_id`,
);

/** Number of stored retries, pending and dead, and time of the first attempt of the oldest pending one. */
export const countUndelivered = statement<{ readonly pending: number; readonly dead: number; readonly oldest: number | null }>(
  "notifications.undelivered",
  `/* fanout */
   select count(*) filter (where dead_at is null) as pending, count(*) filter (where dead_at is not null) as dead,
          min(first_at) filter (where dead_at is null) as oldest
     from notification_retries`,
);
