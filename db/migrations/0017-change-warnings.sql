-- Warnings of change: which products a change of reference data affects, and whom to tell when.

-- Why a change that removes or narrows was let in with less than the minimum notice.
alter table reference_changes add column short_notice_reason text;
-- Whether it removes or narrows something; null = it was recorded before anybody asked.
alter table reference_changes add column narrows boolean;

-- One row per change that removes or narrows; the row is the queue of counting and telling.
create table reference_warnings (
  change_id      bigint  not null primary key,
  list           text    not null,
  code           text    not null,
  -- The entry just before the change and from then on; null = there is none.
  before         jsonb,
  item           jsonb,
  effective_at   bigint  not null,
  -- It was withdrawn; whoever was told is told so, then the row goes.
  withdrawn      boolean not null default false,
  -- Counts the counts; rows of an earlier one are stale once a count ends.
  run            integer not null default 0,
  -- Up to where the count that runs has got; null = none runs.
  counted_seller bigint,
  counted_to     bigint,
  -- When the last whole count ended, and when the next one begins; null = never.
  counted_at     bigint,
  count_due_at   bigint,
  -- The last thing that everybody affected was told: 0 = nothing; see PHASES in code.
  told           integer not null default 0,
  due_at         bigint  not null,
  -- Real time; proof of the lease.
  lease_until    timestamptz,
  fence          bigint  not null default 0
);
create index reference_warnings_due on reference_warnings (due_at);
create index reference_warnings_of_entry on reference_warnings (list, code);

-- What in which product a change breaks, as counted last.
create table reference_affected (
  seller_id     bigint  not null,
  change_id     bigint  not null,
  sku           text    not null,
  -- JSON Pointer into the product.
  pointer       text    not null,
  critique      text    not null,
  -- JSON.
  received      text    not null,
  suggestion    text,
  product_group text    not null,
  run           integer not null,
  primary key (seller_id, change_id, sku, pointer)
);

-- What a change affects of a seller, and what the seller was told last.
create table reference_affected_totals (
  seller_id   bigint  not null,
  change_id   bigint  not null,
  skus        integer not null default 0,
  families    integer not null default 0,
  computed_at bigint,
  told        integer not null default 0,
  primary key (seller_id, change_id)
);

do $$
declare
  owned text;
begin
  foreach owned in array array['reference_affected', 'reference_affected_totals'] loop
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
