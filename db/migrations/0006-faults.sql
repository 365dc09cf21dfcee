-- What goes wrong on purpose in a sandbox, read by all its processes; production leaves it alone.
create table faults (
  target     text    not null primary key constraint target_is_known check (target in ('http', 'events')),
  -- Counts its changes.
  version    integer not null,
  -- Whose chance says what is struck.
  seed       integer not null,
  -- JSON: what goes wrong, how, how often and for whom; none in an empty array.
  rules      text    not null,
  -- By the marketplace's clock.
  changed_at bigint  not null
);
