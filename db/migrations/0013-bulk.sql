-- Bulk jobs: files of rows, each carried out as the single call would be. The chunks of a job are its queue and its results.

create table bulk_jobs (
  seller_id        bigint  not null,
  job_id           text    not null,
  -- Which API it belongs to: products, prices and stocks, or moves of orders.
  kind             text    not null constraint kind_is_known check (kind in ('catalog', 'orders')),
  -- Of rows that name none.
  op               text,
  name             text,
  format           text    not null constraint format_is_known check (format in ('ndjson', 'csv', 'xlsx')),
  -- What was assumed when the file was read: JSON.
  assumed          jsonb,
  state            text    not null default 'waiting'
    constraint state_is_a_bulk_state check (state in ('waiting', 'running', 'paused', 'finished', 'canceled')),
  -- Why it is paused or canceled.
  reason           text,
  -- Every row is judged and none written.
  dry_run          boolean not null default false,
  -- Products that are closed get change requests.
  change_requests  boolean not null default false,
  -- The job whose rows it takes back, and the partitions of that job that were planned.
  reverts          text,
  planned          integer not null default 0,
  -- No row begins before the whole content is there.
  held             boolean not null,
  content_complete boolean not null default false,
  received_bytes   bigint  not null default 0,
  rows             integer not null default 0,
  -- Lines, blank ones too, and chunks.
  lines            integer not null default 0,
  chunks           integer not null default 0,
  -- Bytes after the last line end; sealed where rows hold personal data.
  tail             bytea   not null default '',
  -- What the creator announced.
  expected_rows    integer,
  sha256           text,
  credential_id    text    not null,
  language         text    not null,
  created_at       bigint  not null,
  -- When bytes came last.
  content_at       bigint  not null,
  started_at       bigint,
  finished_at      bigint,
  canceled_by      text,
  -- Counted when it ends; until then its chunks say.
  accepted         integer not null default 0,
  failed           integer not null default 0,
  unchanged        integer not null default 0,
  -- Rows that the quota has paid for and that have not begun.
  paid_rows        integer not null default 0,
  -- Counts the changes of its state.
  version          integer not null default 1,
  -- Real time: proof of the lease, the last turn, and until when it waits for its quota.
  lease_until      timestamptz,
  fence            bigint  not null default 0,
  served_at        timestamptz not null default '-infinity',
  not_before       timestamptz not null default '-infinity',
  primary key (seller_id, job_id),
  constraint ended_has_a_time check ((state in ('finished', 'canceled')) = (finished_at is not null)),
  constraint finished_is_complete check (state <> 'finished' or content_complete)
) with (fillfactor = 50);
alter table bulk_jobs alter column tail set storage external;
create index bulk_jobs_newest on bulk_jobs (seller_id, kind, created_at, job_id);
-- Those that may have work.
create index bulk_jobs_open on bulk_jobs (seller_id, created_at, job_id) where state in ('waiting', 'running', 'paused');
-- Those that are forgotten one day.
create index bulk_jobs_ended on bulk_jobs (finished_at, seller_id) where finished_at is not null;

create table bulk_chunks (
  seller_id bigint  not null,
  job_id    text    not null,
  nth       integer not null,
  -- Number of its first row within the job, from 1, and the line on which that row stands.
  first_row  integer not null,
  first_line integer not null,
  rows      integer not null,
  -- Lines of NDJSON; sealed where they hold personal data.
  bytes     bytea   not null,
  state     text    not null default 'waiting' constraint state_is_a_chunk_state check (state in ('waiting', 'done')),
  -- How often it was begun without an end, and the row that is tried alone since.
  attempts  integer not null default 0,
  trying    integer,
  -- One word per row, and what failed rows were refused with: JSON by their place in the chunk.
  outcomes  text    not null default '',
  failures  text    not null default '',
  accepted  integer not null default 0,
  failed    integer not null default 0,
  unchanged integer not null default 0,
  primary key (seller_id, job_id, nth)
) with (fillfactor = 80);
alter table bulk_chunks alter column bytes set storage external;
create index bulk_chunks_waiting on bulk_chunks (seller_id, job_id, nth) where state = 'waiting';
create index bulk_chunks_failed on bulk_chunks (seller_id, job_id, nth) where failed > 0;

alter table quotas drop constraint lane_is_known;
alter table quotas add constraint lane_is_known check (lane in ('default', 'orders', 'bulk', 'ceiling')) not valid;
alter table quotas validate constraint lane_is_known;

do $$
declare
  owned text;
begin
  foreach owned in array array['bulk_jobs', 'bulk_chunks'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy seen_sellers on %I using ((select current_setting(''vitrine.sellers'', true) = ''*'') '
      'or seller_id = any ((select nullif(nullif(current_setting(''vitrine.sellers'', true), ''*''), '''')::bigint[])::bigint[]))',
      owned
    );
  end loop;
end
$$;
