-- Since when a bulk job is paused: a pause that nobody ends is ended after some days.
alter table bulk_jobs add column paused_at bigint;
