-- The sandbox's clock, shared by the processes of an environment; production leaves it alone.

create table marketplace_clock (
  singleton    boolean primary key default true constraint one_clock check (singleton),
  -- Before real time when negative.
  ahead_ms     bigint  not null default 0,
  -- Marketplace time at which it stands still; null while it runs.
  frozen_at    bigint,
  version      integer not null default 1,
  -- Somebody is moving it until then, real time, unless they end earlier.
  moving_until timestamptz
);
insert into marketplace_clock default values;
