-- Bulk files with columns: the bytes of spreadsheets, and what the columns of a seller's files are.

-- The content of jobs whose rows are cut when it is complete, because its directory is at its end.
create table bulk_parts (
  seller_id bigint not null,
  job_id    text   not null,
  -- The byte of the content with which it begins.
  starts_at bigint not null,
  -- Sealed where rows hold personal data.
  bytes     bytea  not null,
  primary key (seller_id, job_id, starts_at)
);
alter table bulk_parts alter column bytes set storage external;

-- Said once, kept for the next file.
create table bulk_mappings (
  seller_id  bigint  not null,
  kind       text    not null constraint kind_is_known check (kind in ('catalog', 'orders')),
  -- JSON: `[{"name": "preço cheio", "target": "/price/listPrice"}, ...]`, the newest first; `-` as target ignores the column.
  columns    text    not null,
  version    integer not null,
  changed_at bigint  not null,
  primary key (seller_id, kind)
);

do $$
declare
  owned text;
begin
  foreach owned in array array['bulk_parts', 'bulk_mappings'] loop
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
