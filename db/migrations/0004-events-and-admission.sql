-- Who is let in and how often, answers that are kept for a repeat, notifications, technical validation, and the log of
-- requests. Tables that are partitioned get a partition per day from the server (platform/partitions.ts).

alter table applications
  -- Calls per minute over all sellers it serves; null = only their plans.
  add column ceiling_per_minute integer constraint ceiling_is_positive check (ceiling_per_minute > 0),
  -- The validation report that let it into production.
  add column admitted_by text;

alter table credentials
  -- The credential it was rotated from, and the request that made it.
  add column replaces       text,
  add column request_origin text,
  -- How long it was made for, of real time, and each successor is; null = without end.
  add column lifetime_ms    bigint constraint lifetime_is_positive check (lifetime_ms > 0);
update credentials set lifetime_ms = greatest(expires_at - created_at, 86400000) where expires_at is not null;
create index credentials_expiring on credentials (expires_at, credential_id) where revoked_at is null and expires_at is not null;

-- The address of the socket it was last used from.
alter table credential_uses add column address text;

-- Rows of a day are a chain: each hash covers the one before it. Null = before there was one.
alter table audit_log
  add column day  integer,
  add column nth  integer,
  add column hash bytea,
  add constraint audit_log_chain unique (day, nth),
  add constraint chained_whole_or_not_at_all check ((day is null) = (nth is null) and (day is null) = (hash is null));

-- How many rows each day has and the hash of the last; locked by whoever appends.
create table audit_days (
  -- Days since 1970, UTC, real time.
  day  integer not null primary key,
  rows integer not null,
  head bytea   not null
);
-- The grant is the wall: rows of the audit log are only ever added.
revoke update, delete, truncate on audit_log from current_user;

-- Answers given under an Idempotency-Key, for a repeat. Written by the transaction that made the effect.
create table once (
  -- 0 = the marketplace's people.
  seller_id bigint  not null,
  -- sha256 of whose, which operation and which key.
  slot      bytea   not null,
  -- Days since 1970, UTC, real time.
  day       integer not null,
  body_hash bytea   not null,
  status    integer not null,
  -- Sealed: the headers kept and the body.
  answer    bytea   not null,
  at        bigint  not null,
  primary key (seller_id, slot, day)
) partition by range (day);
alter table once alter column answer set storage external;

-- Leases of quotas, one row per bucket. Unlogged: a crash opens one window.
create unlogged table quotas (
  -- 0 = the ceiling of an application.
  seller_id bigint  not null,
  client_id text    not null,
  lane      text    not null constraint lane_is_known check (lane in ('default', 'orders', 'ceiling')),
  -- When the bucket is whole again: microseconds of real time.
  full_at   bigint  not null,
  -- Calls given to whoever asked last.
  granted   integer not null,
  primary key (seller_id, client_id, lane)
) with (fillfactor = 50);

-- Where a seller wants to hear of events. cursor_seq: everything up to it was delivered, or has a row in
-- notification_retries.
create table notification_endpoints (
  seller_id       bigint  not null,
  endpoint_id     text    not null,
  name            text    not null,
  url             text    not null,
  kinds           text[]  not null,
  status          text    not null default 'enabled' constraint status_is_an_endpoint_state check (status in ('enabled', 'paused', 'disabled')),
  disabled_reason text,
  -- Sealed, and the one before it while it still signs.
  secret          bytea   not null,
  previous_secret bytea,
  previous_until  bigint,
  cursor_seq      bigint  not null,
  -- The last event up to the cursor that is of its kinds.
  last_kind_seq   bigint,
  -- What is sent again: the last one sent, and up to which.
  replay_seq      bigint,
  replay_until    bigint,
  -- It answered once; until then it is tried gently.
  proven          boolean not null default false,
  failing_since   bigint,
  -- The circuit is open since.
  open_since      bigint,
  -- No event that was never tried is tried before.
  probe_at        bigint,
  -- It asked to be left alone until.
  pause_until     bigint,
  version         integer not null default 1,
  created_at      bigint  not null,
  lease_until     timestamptz,
  -- Counts the leases; who holds an older one changes nothing any more.
  fence           bigint  not null default 0,
  primary key (seller_id, endpoint_id),
  constraint previous_secret_ends check ((previous_secret is null) = (previous_until is null)),
  constraint replay_is_a_range check ((replay_seq is null) = (replay_until is null) and (replay_seq is null or replay_seq <= replay_until)),
  constraint reason_iff_disabled check ((status = 'disabled') = (disabled_reason is not null))
) with (fillfactor = 50);
create index notification_endpoints_enabled on notification_endpoints (seller_id) where status = 'enabled';

-- What did not go through at once: to be tried again, waiting behind such a one, or dead.
create table notification_retries (
  seller_id   bigint  not null,
  endpoint_id text    not null,
  delivery_id text    not null,
  resource    text    not null,
  -- Null = a test.
  seq         bigint,
  prev_seq    bigint,
  -- The same bytes on every try.
  body        text    not null,
  origin      text    not null constraint origin_is_known check (origin in ('event', 'test', 'redelivery')),
  attempts    integer not null default 0,
  first_at    bigint  not null,
  -- Null = behind the first one of its resource, or dead.
  due_at      bigint,
  dead_at     bigint,
  primary key (seller_id, endpoint_id, delivery_id),
  constraint dead_is_not_due check (dead_at is null or due_at is null),
  constraint seq_unless_test check ((seq is null) = (origin = 'test'))
) with (fillfactor = 80);
create index notification_retries_of_resource on notification_retries (seller_id, endpoint_id, resource, seq);
create index notification_retries_due on notification_retries (due_at, seller_id) where due_at is not null;
create index notification_retries_due_of_endpoint on notification_retries (seller_id, endpoint_id, due_at) where due_at is not null;

-- Every attempt with what was sent and answered.
create table delivery_log (
  seller_id   bigint  not null,
  endpoint_id text    not null,
  -- Real time.
  at          bigint  not null,
  delivery_id text    not null,
  seq         bigint,
  attempt     integer not null,
  outcome     text    not null constraint outcome_is_known check (outcome in ('delivered', 'failed', 'dead', 'disabled')),
  status      integer,
  elapsed_ms  integer not null,
  -- Why there was no answer.
  trouble     text,
  request     text    not null,
  response    text,
  primary key (seller_id, endpoint_id, at, delivery_id, attempt)
) partition by range (at);
create index delivery_log_of_delivery on delivery_log (seller_id, endpoint_id, delivery_id);

-- Calls as they were answered, masked; its partitions are unlogged: a crash forgets them.
create table request_log (
  -- 0 = the marketplace's people.
  seller_id     bigint  not null,
  -- Real time.
  at            bigint  not null,
  -- Marketplace time at which it was answered: that of its events.
  moment        bigint  not null,
  -- Tells rows of one instant apart.
  nth           integer not null,
  request_id    text    not null,
  client_id     text,
  credential_id text,
  operation     text    not null,
  method        text    not null,
  target        text    not null,
  status        integer not null,
  ms            real    not null,
  language      text    not null,
  headers       text    not null,
  sent          text,
  answered      text,
  -- What it was refused with.
  codes         text[]  not null default '{}',
  replayable    boolean not null default false,
  primary key (seller_id, at, nth, request_id)
) partition by range (at);
create index request_log_by_id on request_log (request_id, seller_id);
create index request_log_refused on request_log (seller_id, at) where status >= 400;
-- Of everybody's calls.
create index request_log_newest on request_log (at, nth);

-- Runs of the technical validation.
create table validations (
  seller_id     bigint not null,
  validation_id text   not null,
  client_id     text   not null,
  credential_id text   not null,
  application   text   not null,
  status        text   not null default 'open' constraint status_is_a_validation_state
    check (status in ('open', 'scheduled', 'approved', 'refused', 'expired')),
  started_at    bigint not null,
  scheduled_at  bigint,
  decided_at    bigint,
  decided_by    text,
  reason        text,
  -- Signed; once it is complete or decided.
  report        text,
  primary key (seller_id, validation_id),
  constraint decided_by_somebody check ((decided_at is null) = (decided_by is null))
) with (fillfactor = 90);
create unique index validations_under_way on validations (seller_id, credential_id) where status in ('open', 'scheduled');
create index validations_by_status on validations (status, started_at, seller_id);

-- What a run saw its credential do; the checklist is made from these on reading.
create table validation_calls (
  seller_id     bigint  not null,
  validation_id text    not null,
  at            bigint  not null,
  request_id    text    not null,
  operation     text    not null,
  status        integer not null,
  -- Sku or order number.
  subject       text,
  -- JSON: codes, how many lines, values.
  facts         text    not null default '{}',
  primary key (seller_id, validation_id, at, request_id)
);

-- Which operations an application used for a seller.
create table coverage (
  seller_id bigint not null,
  client_id text   not null,
  operation text   not null,
  first_at  bigint not null,
  primary key (seller_id, client_id, operation)
);

-- A report of the technical validation admits one application, in the whole marketplace: looked up by its id alone.
create table admissions (
  report_id   text   not null primary key,
  seller_id   bigint not null,
  client_id   text   not null,
  admitted_at bigint not null,
  report      text   not null
);

do $$
declare
  owned text;
begin
  foreach owned in array array[
    'once', 'quotas', 'notification_endpoints', 'notification_retries', 'delivery_log', 'request_log', 'validations',
    'validation_calls', 'coverage'
  ] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy seen_sellers on %I using (case (select current_setting(''vitrine.sellers'', true)) '
      'when ''*'' then true when '''' then false '
      'else array[seller_id] <@ (select nullif(nullif(current_setting(''vitrine.sellers'', true), ''*''), '''')::bigint[]) end)',
      owned
    );
  end loop;
end
$$;
