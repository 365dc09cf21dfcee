-- Since when a bulk job is paused: a pause that nobody ends is ended after some days. What its creator said of the columns, which are read later.
alter table bulk_jobs add column paused_at bigint;
alter table bulk_jobs add column mapping jsonb;
